import {
  countOf,
  formatPercent,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { type Settled, settleAsked } from '../settled.ts';
import { LOWERED_PRICES } from '../settled-lines.ts';
import type { Staged } from '../staged.ts';

/** The answers: the lower prices are what products are sold at, or their list prices from now on. */
export const REDUCED = 'reduced';
const LIST = 'list';

/** A price is lower beyond this share of the list price there; less is a correction. */
export const LOWER = 0.95;
/** Products with a lower price that are asked about, and their share of those that have one on both sides. */
export const FEWEST = 5;
export const LEAST_SHARE = 0.1;
const SHOWN = 3;

/** SQL of a price as it is read aloud. */
const euros = (price: string): string => `replace(printf('%.2f', ${price}), '.', ',')`;

/** SQL of the first products of a query of `item_group_id, before, now`, a row each: « P0 : 50,00 → 35,00, … ». */
export const priceExamplesSql = (products: string): string =>
  `coalesce((SELECT string_agg(item_group_id || ' : ' || ${euros('before')} || ' → ' || ${euros('now')}, ', ')
    FROM (FROM ${products} ORDER BY item_group_id LIMIT ${SHOWN})), '')`;

interface Lowered {
  products: number;
  compared: number;
  /** The median of the new price over the one there. */
  ratio: number;
  examples: string;
}

/**
 * What a file lowers, once it is enough to be asked about.
 *
 * @param table of `item_group_id, before, now`: the prices that are lower.
 * @param compared rows of `item_group_id`: all that have a price on both sides.
 */
export async function readLowered(
  session: Session,
  table: string,
  compared: string,
): Promise<Lowered | null> {
  const [row] = await session.rows<Lowered>(`WITH one AS (
      SELECT item_group_id, max(before) AS before, min(now) AS now FROM ${table} GROUP BY item_group_id)
    SELECT count(*)::DOUBLE AS products, (SELECT count(DISTINCT item_group_id) FROM (${compared}))::DOUBLE AS compared,
      coalesce(median(now / before), 1)::DOUBLE AS ratio, ${priceExamplesSql('one')} AS examples FROM one`);
  return row && row.products >= FEWEST && row.products >= LEAST_SHARE * row.compared ? row : null;
}

function ask(file: string, { products, compared, ratio, examples }: Lowered): ImportQuestion {
  const count = countOf(products, 'produit');
  return {
    ...{ key: questionKey('lowered_prices', file), code: 'lowered_prices', file, column: null },
    text: `${formatQuantity(products)} prix de liste sur ${formatQuantity(compared)} baissent, de ${formatPercent((1 - ratio) * 100, 0)} pour la moitié d’entre eux (${examples}). Sont-ce des prix soldés\u202f?`,
    choices: [
      {
        value: REDUCED,
        label: 'Oui\u202f: garder les prix de liste',
        detail: `les démarques de ${count} se comptent comme avant`,
      },
      {
        value: LIST,
        label: 'Non\u202f: de nouveaux prix de liste',
        detail: `les démarques de ${count} se comptent à partir des nouveaux prix`,
      },
    ],
  };
}

/** An answer that holds for this file alone: the next fall may be of the sales. */
function withoutListAnswer(settled: Settled): Settled {
  const files = settled.files.map((file): Staged => {
    const constants = new Map(file.feed.constants);
    if (constants.get(LOWERED_PRICES) === LIST) constants.delete(LOWERED_PRICES);
    return { ...file, feed: { ...file.feed, constants } };
  });
  return { ...settled, files };
}

/** Asks of a file what the prices that it lowers are, unless the files of its headings have said so. */
export function settleLowered(
  own: Staged,
  found: Lowered,
  answers: ImportAnswers | undefined,
): { value: string; settled: Settled } {
  const file = own.feed.source.name;
  const { value, settled } = settleAsked([own], ask(file, found), {
    ...{ constant: LOWERED_PRICES, answers },
    note: () =>
      `${file} : ${countOf(found.products, 'prix', 'prix')} plus bas que le prix de liste, lus comme des prix soldés.`,
  });
  return { value, settled: withoutListAnswer(settled) };
}
