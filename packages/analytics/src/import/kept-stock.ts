import {
  formatDate,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { hasOrdinary } from '../warehouse/corrections.ts';
import { countedStock } from '../warehouse/counted.ts';
import { leaveOutKnown, stockRowsSql } from '../warehouse/others.ts';
import { settleProductsLeft } from './left-products.ts';
import { settleFormerSizes } from './left-sizes.ts';
import { KEEP, REPLACE, type Settled, settleAsked } from './settled.ts';
import { LEFT_STOCK, STOCK_LEVELS } from './settled-lines.ts';
import type { Staged } from './staged.ts';

interface Asking {
  today: string;
  answers: ImportAnswers | undefined;
}

/** Two stocks are likely one where they have this share of their pieces in common, product by product. */
const LIKELY_SAME = 0.5;
/** A stock of other products says nothing of the one there: it has at least this share of its products. */
const SAME_PRODUCTS = 0.2;
/** A file is of all places where it has this share of those that are known, and some. */
const NEARLY_ALL = 0.8;
const SOME_PLACES = 5;
const SHOWN = 3;

const nameOf = ({ feed }: Staged): string => feed.source.name;
const pieces = (count: number): string => `${formatQuantity(count)} pièces`;

/** How much of two stocks is the same, product by product: their pieces, and the share in common. */
interface Beside {
  left: number;
  right: number;
  common: number;
  /** The share of the products of the right one that the left one has too. */
  shared: number;
}

async function compareStocks(session: Session, left: string, right: string): Promise<Beside> {
  const sums = (rows: string): string =>
    `SELECT item_group_id, sum(${countedStock('quantity')}) AS pieces FROM (${rows}) GROUP BY 1`;
  const [row] =
    await session.rows<Beside>(`SELECT coalesce(sum(l.pieces), 0)::DOUBLE AS "left", coalesce(sum(r.pieces), 0)::DOUBLE AS "right",
      coalesce(sum(least(l.pieces, r.pieces)) / nullif(greatest(sum(l.pieces), sum(r.pieces)), 0), 0)::DOUBLE AS common,
      coalesce(count(*) FILTER (r.pieces > 0 AND l.pieces IS NOT NULL) / nullif(count(*) FILTER (r.pieces > 0), 0), 0)::DOUBLE AS shared
    FROM (${sums(left)}) l FULL JOIN (${sums(right)}) r USING (item_group_id)`);
  return row ?? { left: 0, right: 0, common: 0, shared: 0 };
}

const inOrder = (choices: ImportQuestion['choices'], isLikely: boolean): ImportQuestion['choices'] =>
  isLikely ? choices : choices.toReversed();

/** Of a delivery's stocks, those without places where others say places, and these. */
async function byLevel(session: Session, stocks: readonly Staged[]): Promise<[Staged[], Staged[]]> {
  const [without, placed]: [Staged[], Staged[]] = [[], []];
  for (const own of stocks) {
    const [row] = await session.rows<{ rows: number; named: number }>(
      `SELECT count(*)::DOUBLE AS rows, count(inventory_code)::DOUBLE AS named FROM ${quoteIdentifier(own.table)} WHERE NOT refused AND quantity > 0`,
    );
    if (row && row.rows > 0) (row.named === 0 ? without : placed).push(own);
  }
  return [without, placed];
}

/** Asks whether a stock without places is that of the places beside it; null where there are not both. */
async function settleLevels(
  session: Session,
  stocks: readonly Staged[],
  { today, answers }: Asking,
): Promise<{ counted: Staged[]; settled: Settled } | null> {
  const [without, placed] = await byLevel(session, stocks);
  const [one, other] = [without[0], placed[0]];
  if (!one || !other) return null;
  const { left, right, common } = await compareStocks(
    session,
    stockRowsSql(without, today),
    stockRowsSql(placed, today),
  );
  const file = nameOf(one);
  const question: ImportQuestion = {
    ...{ key: questionKey('stock_levels', file), code: 'stock_levels', file, column: null },
    text: `« ${file} » compte ${pieces(left)} sans dire de lieu, « ${nameOf(other)} » ${pieces(right)} par lieu. Est-ce le même stock\u202f?`,
    choices: inOrder(
      [
        { value: REPLACE, label: 'Le même\u202f: garder celui par lieu', detail: pieces(right) },
        { value: KEEP, label: 'Deux stocks\u202f: les additionner', detail: pieces(left + right) },
      ],
      common >= LIKELY_SAME,
    ),
  };
  const { value, settled } = settleAsked(stocks, question, {
    ...{ constant: STOCK_LEVELS, answers },
    note: (kept) =>
      `${file} : ${pieces(left)} sans lieu, ${kept === REPLACE ? `comptées par lieu dans « ${nameOf(other)} »` : 'en plus de celles par lieu'}.`,
  });
  const left_out = value === KEEP ? [] : without;
  return { counted: stocks.filter((own) => !left_out.includes(own)), settled: { ...settled, left_out } };
}

/** A place's last stock, as it was kept. */
interface KeptPlace {
  place: string | null;
  date: string;
  pieces: number;
  said: boolean;
}

/** The places of which stock is kept, up to the last day of a delivery, and whether it says them. */
async function keptPlaces(session: Session, rows: string): Promise<KeptPlace[]> {
  return session.rows<KeptPlace>(`WITH said AS (SELECT DISTINCT inventory_code AS place FROM (${rows})),
    latest AS (SELECT inventory_code AS place, max(date) AS date FROM known_stock GROUP BY 1)
    SELECT l.place, l.date::VARCHAR AS date, sum(${countedStock('k.quantity')})::DOUBLE AS pieces,
      EXISTS (FROM said s WHERE s.place IS NOT DISTINCT FROM l.place) AS said
    FROM latest l JOIN known_stock k ON k.date = l.date AND k.inventory_code IS NOT DISTINCT FROM l.place
    WHERE l.date <= (SELECT max(date) FROM (${rows})) GROUP BY ALL HAVING sum(${countedStock('k.quantity')}) > 0 ORDER BY pieces DESC`);
}

/** The kept places of which a delivery that should say them says nothing; none for a part of the places. */
async function leftPlaces(session: Session, rows: string): Promise<{ left: KeptPlace[]; isWhole: boolean }> {
  const kept = await keptPlaces(session, rows);
  const said = kept.filter((place) => place.said).length;
  const isWhole = said >= SOME_PLACES && said >= NEARLY_ALL * kept.length;
  const [known] = await session.rows<{ news: number }>(`SELECT count(*)::DOUBLE AS news
    FROM (SELECT DISTINCT inventory_code AS place FROM (${rows})) s
    WHERE NOT EXISTS (FROM known_stock k WHERE k.inventory_code IS NOT DISTINCT FROM s.place)`);
  const isOther = said === 0 && (known?.news ?? 0) > 0;
  return { left: isWhole || isOther ? kept.filter((place) => !place.said) : [], isWhole };
}

/** « de Lyon, Lille », « sans lieu ». */
function placesSaid(left: readonly KeptPlace[]): string {
  const names = left.flatMap(({ place }) => place ?? []);
  const named = `de ${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? '…' : ''}`;
  if (names.length === 0) return 'sans lieu';
  return names.length < left.length ? `${named} et sans lieu` : named;
}

const LEFT_ROWS =
  'SELECT k.* FROM known_stock k JOIN left_place l ON l.place IS NOT DISTINCT FROM k.inventory_code AND l.date = k.date';

async function writeLeft(session: Session, rows: string, left: readonly KeptPlace[]): Promise<Beside> {
  const values = left.map(
    ({ place, date }) => `(${place === null ? 'NULL' : quoteText(place)}, DATE ${quoteText(date)})`,
  );
  await session.run(`CREATE OR REPLACE TABLE left_place AS
    SELECT place::VARCHAR AS place, date FROM (VALUES ${values.join(', ')}) v(place, date)`);
  return compareStocks(session, rows, LEFT_ROWS);
}

/** Asks what becomes of the stock of places that a delivery does not say; null where it says all, or some alone. */
async function settlePlacesLeft(
  session: Session,
  stocks: readonly Staged[],
  { today, answers }: Asking,
): Promise<Settled | null> {
  const [first] = stocks;
  if (!first || (await session.rows('SELECT 1 FROM known_stock LIMIT 1')).length === 0) return null;
  // Asked several times over: its products are found once.
  await session.run(`CREATE OR REPLACE TABLE said_stock AS ${stockRowsSql(stocks, today)}`);
  const rows = 'SELECT * FROM said_stock';
  const { left: places, isWhole } = await leftPlaces(session, rows);
  const latest = places
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  if (latest === undefined) return null;
  const { left: now, right: before, common, shared } = await writeLeft(session, rows, places);
  if (shared < SAME_PRODUCTS) return null;
  const file = nameOf(first);
  const code = isWhole ? 'left_stock' : 'stock_places';
  const question: ImportQuestion = {
    ...{ key: questionKey(code, file), code, file, column: null },
    text: `« ${file} » ne dit rien du stock ${placesSaid(places)} (${pieces(before)} au ${formatDate(latest)}). Y est-il toujours\u202f?`,
    choices: inOrder(
      [
        { value: REPLACE, label: 'Non\u202f: ne plus le compter', detail: `${pieces(now)} en tout` },
        {
          value: KEEP,
          label: 'Oui\u202f: l’ajouter à celui du fichier',
          detail: `${pieces(now + before)} en tout`,
        },
      ],
      !isWhole && common >= LIKELY_SAME,
    ),
  };
  const { value, settled } = settleAsked(stocks, question, {
    ...{ constant: isWhole ? LEFT_STOCK : null, answers },
    note: (kept) =>
      `${file} : rien du stock ${placesSaid(places)} (${pieces(before)}), ${kept === REPLACE ? 'qui n’est plus compté' : 'toujours compté'}.`,
  });
  if (value === REPLACE)
    await leaveOutKnown(
      session,
      'stock',
      'EXISTS (FROM left_place l WHERE l.place IS NOT DISTINCT FROM p.inventory_code)',
    );
  return settled;
}

/**
 * Asks of stocks that may be one: without places and by place, in one delivery; of places that a later one does not say,
 * where it has other places, or nearly all; of articles that it does not say, or under other sizes. Each place keeps its last count else, and the stock would be counted twice.
 * Needs view `known_stock`, empty where the delivery replaces it, and table `key_map`.
 *
 * @returns the files that count, and what was asked.
 */
export async function settleStocks(
  session: Session,
  stocks: readonly Staged[],
  asking: Asking,
): Promise<{ counted: readonly Staged[]; settled: Settled[] }> {
  if (stocks.length === 0 || !hasOrdinary(stocks)) return { counted: stocks, settled: [] };
  const levels = await settleLevels(session, stocks, asking);
  const counted = levels?.counted ?? stocks;
  const left = await settlePlacesLeft(session, counted, asking);
  const lacked = await settleProductsLeft(session, counted, asking);
  const sizes = await settleFormerSizes(session, counted, asking.answers);
  return { counted, settled: [levels?.settled, left, lacked, sizes].flatMap((settled) => settled ?? []) };
}
