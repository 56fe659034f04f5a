import { formatDate, formatQuantity, type ImportQuestion, questionKey } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import type { DataDay } from '../warehouse/data-date.ts';
import type { ImportRequest } from './types.ts';

const keyOf = (day: string): string => `${questionKey('last_day', day)}`;
/** The answer that takes the lone day as the one the data speak of. */
const LATER = 'later';

/** The day that was answered to be the data's, when the lone later day is taken; else undefined. */
export function answeredDay(
  { lone }: DataDay,
  { mapping }: Pick<ImportRequest, 'mapping'>,
): string | undefined {
  return lone && mapping?.answers?.[keyOf(lone.date)] === LATER ? lone.date : undefined;
}

/**
 * Asks until when the sales are whole, when a lone day came after: few of the places that usually sell did. Null when
 * there is no such day, or the version before had it already.
 *
 * @param file the file of sales read, or the first one.
 */
export async function askLastDay(
  session: Session,
  { date, lone }: DataDay,
  file: string,
): Promise<ImportQuestion | null> {
  if (!lone || date === null) return null;
  const [known] = await session.rows(
    `SELECT 1 FROM prev_sale WHERE date = DATE ${quoteText(lone.date)} LIMIT 1`,
  );
  if (known) return null;
  const { place_count, usual_place_count } = lone;
  const places = place_count > 1 ? `${formatQuantity(place_count)} lieux ont` : 'un seul lieu a';
  return {
    ...{ key: keyOf(lone.date), code: 'last_day', file, column: null },
    text: `Le ${formatDate(lone.date)}, ${places} vendu, contre ${formatQuantity(usual_place_count)} d’habitude ce jour de la semaine. Jusqu’à quel jour les ventes sont-elles complètes ?`,
    choices: [
      {
        value: 'usual',
        label: `Jusqu’au ${formatDate(date)}`,
        detail: 'les projets s’arrêtent à ce jour ; les ventes d’après attendent la suite',
      },
      {
        value: LATER,
        label: `Jusqu’au ${formatDate(lone.date)}`,
        detail: 'les autres lieux n’ont rien vendu',
      },
    ],
  };
}
