import { foldText } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { Feed } from './feed.ts';
import type { Staged } from './staged.ts';

/** Names that are those of totals wherever they stand in the place of a product, a place or a size. */
export const TOTALS: readonly string[] = [
  ...[
    'Total',
    'TOTAL',
    'total',
    'Total général',
    'TOTAL GÉNÉRAL',
    'TOTAL GENERAL',
    'Sous-total',
    'Grand total',
  ],
  ...['Totaux', 'TOTAUX', 'Totaal', 'TOTAAL', 'Totale', 'TOTALE', 'Gesamt', 'Summe'],
];

/** What counts pieces that rows of totals would add to. */
const COUNTING: ReadonlySet<string> = new Set(['sales', 'stock', 'orders']);
const PLACES = ['location_code', 'inventory_code'] as const;
/** Columns in which the sum of the others is found by its figures too: few values, each a part of one whole. */
const PARTS = [...PLACES, 'size'] as const;
const PRODUCTS = ['item_group_id', 'item_id'] as const;

/** First letters of the names of totals, of which there are few among codes. */
const FIRST_LETTERS = [...'TtSsGgEeAaZz'].map((letter) => letter.charCodeAt(0));

/** « SS-TOT-12 » is a bag of a summer. */
const SUB_TOTAL = /^(sous|sub) ?(total|totaux|totale)\b|^(sous tot|s total|ss total|zwischensumme)\b/;
const TOTAL_OF = /^(?:grand )?(?:total|totaux|totale|totaal|gesamt|summe) (?:des? |du |les? |la |of )?(.+)$/;
/** As pivot tables in other languages write it. */
const OF_TOTAL = /^(.+) (?:total|totale|ergebnis|summe|gesamt)$/;
const SUMMED =
  'general|generale|reseau|magasins?|boutiques?|lieux|enseigne|groupe|societe|chaine|points de vente|sites?|depots?|entrepots?|produits?|articles?|references?|modeles?|stores?|shops?|locations?|products?|items?|filialen|laden|artikel|tailles?|sizes?|stock|ventes?|tickets?|factures?|commandes?|jour|journee|semaine|mois|caisse|ttc|ht|page|rayon|famille';
const ALL_SUMMED = new RegExp(`^(?:${SUMMED})$`);
const ALL_PLACES =
  /^(?:(?:tous|toutes|ensemble)(?: les| nos| des| du)? (?:magasins|boutiques|lieux|points de vente|sites|depots|entrepots|canaux|reseau)|all (?:stores|shops|locations|sites|warehouses)|alle (?:filialen|laden|geschafte|standorte|lager|winkels)|tutti i negozi|todas las tiendas|todas as lojas)$/;
/** What may be the name of a sum, or of a shop, a brand or a set of clothes: its figures tell. */
const MAY_SUM =
  /^(total|totaux|ensemble|tous|toutes|all|alle|gesamt|summe|somme|cumul|reseau|chaine|global)\b/;

const plain = (value: string): string =>
  foldText(value)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Whether a value is by its words the sum of the others of its column: « Sous-total Lyon », « Tous magasins », « Total M1 »
 * beside `M1`; not « Total Énergies ».
 *
 * @param others the plain words of the column's values.
 */
export function isNamedTotal(value: string, others: ReadonlySet<string>): boolean {
  const of = summedBy(value);
  return SUB_TOTAL.test(plain(value)) || namesAll(value) || (of !== '' && others.has(of));
}

/** What a value says to be the total of: `m1` of « Total M1 »; empty for any other. */
function summedBy(value: string): string {
  const text = plain(value);
  return (TOTAL_OF.exec(text) ?? OF_TOTAL.exec(text))?.[1] ?? '';
}

/** Whether a value names all places or products together: « Tous magasins », « Total réseau ». */
export const namesAll = (value: string): boolean =>
  ALL_PLACES.test(plain(value)) || ALL_SUMMED.test(summedBy(value));

interface Part {
  value: string;
  quantity: number;
}

/** The values of a column with the pieces of each. */
function partsOf(session: Session, { table }: Staged, column: string): Promise<Part[]> {
  return session.rows<Part>(`SELECT ${quoteIdentifier(column)} AS value, coalesce(sum(quantity), 0)::DOUBLE AS quantity
    FROM ${quoteIdentifier(table)} WHERE NOT refused AND ${quoteIdentifier(column)} IS NOT NULL GROUP BY 1`);
}

/** Codes of products that begin as the names of totals do, and whether some other value is `of` them. */
async function namedProducts(session: Session, staged: Staged, column: string): Promise<string[]> {
  const name = quoteIdentifier(column);
  const rows = await session.rows<{ value: string }>(
    `SELECT DISTINCT ${name} AS value FROM ${quoteIdentifier(staged.table)} WHERE NOT refused AND ascii(${name}) IN (${FIRST_LETTERS.join(', ')})`,
  );
  const suspect = rows
    .map(({ value }) => value)
    .filter((value) => /^(sous|ss|sub|grand|tot|gesamt|summe)/.test(plain(value)));
  if (suspect.length === 0) return [];
  const parts = await partsOf(session, staged, column);
  const others = new Set(parts.map(({ value }) => plain(value)));
  return suspect.filter((value) => isNamedTotal(value, others));
}

/** Groups in which a value has to be the sum of the others: fewer where its words say that it may be. */
const FEWEST = { named: 3, bare: 10 };
const MOSTLY = 0.9;
const COUNTS = 3;

/** Whether a value is, product by product and day by day, the sum of the other values of its column. */
async function isSumOfOthers(
  session: Session,
  { feed, table }: Staged,
  column: string,
  value: string,
  left: readonly string[],
): Promise<boolean> {
  const beside = ['date', ...PRODUCTS, ...PARTS].filter(
    (name) =>
      name !== column &&
      (feed.positions.has(name) || (name === 'date' && feed.positions.has('week_number'))) &&
      !(column === 'size' && name === 'item_id' && feed.positions.has('item_group_id')),
  );
  const name = quoteIdentifier(column);
  const keys = beside.map(quoteIdentifier).join(', ');
  const same = beside.map(
    (key) => `o.${quoteIdentifier(key)} IS NOT DISTINCT FROM r.${quoteIdentifier(key)}`,
  );
  const others = [value, ...left].map(quoteText).join(', ');
  const grouped = (where: string): string =>
    `SELECT ${keys}, sum(quantity) AS quantity, count(DISTINCT ${name}) AS parts FROM ${quoteIdentifier(table)}
     WHERE NOT refused AND ${where} GROUP BY ALL HAVING sum(abs(quantity)) > 0`;
  const [found] = await session.rows<{ all: number; same: number; joined: number; counts: number }>(
    `SELECT count(*)::DOUBLE AS "all", count_if(o.quantity = r.quantity)::DOUBLE AS same,
      count_if(o.quantity = r.quantity AND r.parts > 1)::DOUBLE AS joined, count(DISTINCT o.quantity)::DOUBLE AS counts
     FROM (${grouped(`${name} = ${quoteText(value)}`)}) o LEFT JOIN (${grouped(`${name} NOT IN (${others})`)}) r ON ${same.join(' AND ')}`,
  );
  if (!found || keys === '') return false;
  const isNamed = MAY_SUM.test(plain(value));
  // Stocks and orders are shared out by rule (1, 2 and 1 of three sizes, two for the largest of three shops): sales are not.
  if (!isNamed && (feed.kind !== 'sales' || column === 'size')) return false;
  const enough = isNamed ? FEWEST.named : FEWEST.bare;
  return found.same >= MOSTLY * found.all && found.joined >= enough && (isNamed || found.counts >= COUNTS);
}

/** The values of a column of places or sizes that add up others. */
async function totalsAmong(session: Session, staged: Staged, column: string): Promise<string[]> {
  const parts = await partsOf(session, staged, column);
  const others = new Set(parts.map(({ value }) => plain(value)));
  const named = column === 'size' ? [] : parts.filter(({ value }) => isNamedTotal(value, others));
  const sizes = column === 'size' ? parts.filter(({ value }) => SUB_TOTAL.test(plain(value))) : [];
  const left = [...named, ...sizes].map(({ value }) => value);
  const kept = parts.filter(({ value }) => !left.includes(value));
  const all = kept.reduce((sum, { quantity }) => sum + quantity, 0);
  const found: string[] = [];
  for (const { value, quantity } of kept.length < 3 ? [] : kept)
    if (quantity !== 0 && Math.abs(2 * quantity - all) < 1e-6)
      if (await isSumOfOthers(session, staged, column, value, left)) found.push(value);
  // Alone, a total is the name of the only place or size there is.
  return kept.length > found.length ? [...left, ...found] : [];
}

/**
 * The names, by column, of the rows of a file that add up its others: by their words, or by their figures. The usual
 * names of totals are known already.
 */
export async function findTotals(session: Session, staged: Staged): Promise<Feed['totals']> {
  const { feed } = staged;
  if (!COUNTING.has(feed.kind)) return undefined;
  const found = new Map<string, readonly string[]>();
  for (const column of [...PARTS, ...PRODUCTS].filter((name) => feed.positions.has(name))) {
    const isProduct = PRODUCTS.some((name) => name === column);
    const names = await (isProduct ? namedProducts : totalsAmong)(session, staged, column);
    if (names.length > 0) found.set(column, names);
  }
  return found.size > 0 ? found : undefined;
}
