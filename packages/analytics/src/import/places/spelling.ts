import {
  countOf,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import { countFound, type FoundCodes } from '../codes/found.ts';
import { type AskedTogether, KNOWN, OTHERS, settleRespelling, writeSpellings } from '../respelled.ts';
import { PLACE_SPELLING } from '../settled-lines.ts';
import type { Staged } from '../staged.ts';
import type { FileKind } from '../types.ts';
import { type KnownPlace, PlaceBook } from './names.ts';

/** The columns that name places, those first whose places the others are compared with. */
const PLACE_COLUMNS = [
  ['places', 'code'],
  ['sales', 'location_code'],
  ['stock', 'inventory_code'],
  ['orders', 'inventory_code'],
] as const satisfies readonly (readonly [FileKind, string])[];

/** A file with more names than any retailer has places names something else. */
const MOST_PLACES = 5000;

async function knownPlaces(session: Session): Promise<KnownPlace[]> {
  return session.rows<KnownPlace>(`SELECT code, name FROM prev_place WHERE code IS NOT NULL
    UNION SELECT DISTINCT location_code, NULL FROM prev_sale_any WHERE location_code IS NOT NULL
    UNION SELECT DISTINCT inventory_code, NULL FROM prev_stock WHERE inventory_code IS NOT NULL
    UNION SELECT DISTINCT inventory_code, NULL FROM prev_order WHERE inventory_code IS NOT NULL
    ORDER BY ALL LIMIT ${2 * MOST_PLACES}`);
}

/** The places that a file names; none where they are too many to be places. */
async function placesOf(session: Session, { table, feed }: Staged, column: string): Promise<KnownPlace[]> {
  const name = feed.kind === 'places' ? 'name' : 'NULL::VARCHAR';
  const found = await session.rows<KnownPlace>(
    `SELECT DISTINCT ${column} AS code, ${name} AS name FROM ${quoteIdentifier(table)}
     WHERE NOT refused AND ${column} IS NOT NULL ORDER BY ALL LIMIT ${MOST_PLACES + 1}`,
  );
  return found.length > MOST_PLACES ? [] : found;
}

function ask(own: Staged, column: string, { codes, rows, examples }: FoundCodes): ImportQuestion {
  const { name: file, headings } = own.feed.source;
  const heading = headings[own.feed.positions.get(column) ?? -1] ?? null;
  const many = codes > 1;
  const lines = countOf(rows, 'ligne');
  return {
    ...{ key: questionKey('place_spelling', file, heading), code: 'place_spelling', file, column: heading },
    text: `${many ? `${formatQuantity(codes)} lieux ne s’écrivent` : 'Un lieu ne s’écrit'} pas comme ailleurs (${examples.join(', ')}). ${many ? 'Sont-ce les mêmes' : 'Est-ce le même'}\u202f?`,
    choices: [
      { value: KNOWN, label: 'Les mêmes', detail: `${lines} sous les lieux connus` },
      { value: OTHERS, label: 'D’autres lieux', detail: `${lines} sous des lieux de plus` },
    ],
  };
}

interface Asking {
  book: PlaceBook;
  answers: ImportAnswers | undefined;
  asked: AskedTogether;
  /** The spellings asked about so far: a file that has no other is asked about with theirs. */
  spellings: ReadonlyMap<string, string>[];
}

/** What tells the spellings of a file from those of the files before it. */
function sameSpellings(spellings: ReadonlyMap<string, string>[], known: ReadonlyMap<string, string>): string {
  const same = spellings.findIndex((earlier) =>
    [...known].every(([written, place]) => earlier.get(written) === place),
  );
  if (same < 0) spellings.push(known);
  return String(same < 0 ? spellings.length - 1 : same);
}

async function settleFile(session: Session, own: Staged, column: string, asking: Asking): Promise<Staged> {
  const { book, spellings } = asking;
  const places = await placesOf(session, own, column);
  const known = book.respelled(places.map(({ code }) => code));
  let settled = own;
  if (known.size > 0) {
    const table = await writeSpellings(session, own, column, known);
    const found = await countFound(session, `FROM ${table}`, 'known');
    const question = found && ask(own, column, found);
    if (question) {
      const once = sameSpellings(spellings, known);
      const respelling = { column, table, constant: PLACE_SPELLING, once, question };
      settled = await settleRespelling(session, own, respelling, asking);
    }
  }
  const named = settled === own ? places : await placesOf(session, settled, column);
  for (const place of named) book.add(place);
  return settled;
}

/**
 * Asks whether places that are written in another way than those known, or than in the other files of the delivery
 * (zeros before, another case, a name beside the code), are the same ones: each would else be counted twice, its stock
 * at one and its sales at the other. Needs views `prev_*`.
 */
export async function settlePlaces(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<Staged[]> {
  const book = new PlaceBook();
  for (const place of await knownPlaces(session)) book.add(place);
  const settled = [...staged];
  const asking: Asking = { book, answers, asked: new Map(), spellings: [] };
  for (const [kind, column] of PLACE_COLUMNS)
    for (const [index, own] of settled.entries())
      if (own.feed.kind === kind) settled[index] = await settleFile(session, own, column, asking);
  return settled;
}
