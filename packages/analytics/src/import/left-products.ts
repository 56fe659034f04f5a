import {
  formatDate,
  formatPercent,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  plural,
  questionKey,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { sameColumnsSql } from '../database/sql.ts';
import { countedStock } from '../warehouse/counted.ts';
import { stockRowsSql } from '../warehouse/others.ts';
import { KEEP, REPLACE, type Settled, settleAsked } from './settled.ts';
import { LEFT_PRODUCTS } from './settled-lines.ts';
import type { Staged } from './staged.ts';

/** The share of the pieces of its places that a delivery must lack to be asked about, and the articles. */
const LACKED = 0.5;
const FEWEST = 5;
/** A delivery of other articles is likely a part of a stock: fewer of its own were counted before. */
const OTHERS = 0.5;

const same = (left: string, right: string): string =>
  sameColumnsSql(left, right, ['inventory_code', 'item_group_id', 'item_id']);

/** Table `near_stock`: what the places of a delivery count on its last day, and on the last one before (`is_last` false). */
async function writeNear(session: Session, stocks: readonly Staged[], today: string): Promise<void> {
  const columns = 'date, item_group_id, item_id, inventory_code, quantity';
  await session.run(`CREATE OR REPLACE TABLE told_stock AS SELECT * EXCLUDE (quantity), sum(quantity) AS quantity
    FROM (SELECT ${columns} FROM (${stockRowsSql(stocks, today)})) GROUP BY ALL`);
  await session.run(`CREATE OR REPLACE TABLE near_stock AS
    WITH latest AS (SELECT inventory_code, max(date) AS last FROM told_stock GROUP BY 1),
    day AS (SELECT DISTINCT inventory_code, date FROM told_stock UNION SELECT DISTINCT inventory_code, date FROM known_stock),
    near AS (SELECT l.inventory_code, l.last, max(d.date) FILTER (d.date < l.last) AS before
      FROM latest l JOIN day d ON d.inventory_code IS NOT DISTINCT FROM l.inventory_code
      GROUP BY ALL HAVING max(d.date) = l.last AND min(d.date) < l.last),
    stock AS (SELECT ${columns} FROM told_stock UNION ALL SELECT ${columns} FROM known_stock k
      WHERE NOT EXISTS (FROM told_stock t WHERE t.date = k.date AND ${same('t', 'k')}))
    SELECT s.* REPLACE (n.last AS date), s.date = n.last AS is_last, n.before
    FROM stock s JOIN near n ON n.inventory_code IS NOT DISTINCT FROM s.inventory_code AND s.date IN (n.last, n.before)`);
  await session.run(`CREATE OR REPLACE TABLE left_item AS SELECT date, item_group_id, item_id, inventory_code, quantity, before FROM near_stock n
    WHERE NOT is_last AND quantity > 0 AND NOT EXISTS (FROM near_stock l WHERE l.is_last AND ${same('l', 'n')})`);
}

interface Left {
  /** Pieces counted before, those of them that are said no more, and those counted now. */
  before: number;
  left: number;
  now: number;
  articles: number;
  day: string | null;
  /** The share of the articles that are said which were counted before. */
  known: number;
}

async function readLeft(session: Session): Promise<Left | null> {
  const counted = countedStock('quantity');
  const [row] = await session.rows<Left>(`SELECT
    coalesce(sum(${counted}) FILTER (NOT is_last), 0)::DOUBLE AS before, coalesce(sum(${counted}) FILTER (is_last), 0)::DOUBLE AS now,
    (SELECT coalesce(sum(quantity), 0) FROM left_item)::DOUBLE AS "left",
    (SELECT count(DISTINCT (item_group_id, item_id)) FROM left_item)::DOUBLE AS articles,
    (SELECT max(before)::VARCHAR FROM left_item) AS day,
    (SELECT coalesce(count_if(EXISTS (FROM near_stock b WHERE NOT b.is_last AND ${same('b', 'l')})) / nullif(count(*), 0), 0)
      FROM near_stock l WHERE is_last)::DOUBLE AS known FROM near_stock`);
  return row && row.day !== null && row.left >= LACKED * row.before ? row : null;
}

const pieces = (count: number): string => `${formatQuantity(count)} pièces`;

function ask(file: string, { before, left, now, day, known }: Left): ImportQuestion {
  const choices = [
    { value: REPLACE, label: 'Non\u202f: ne plus les compter', detail: `${pieces(now)} en tout` },
    {
      ...{ value: KEEP, label: 'Oui\u202f: ce fichier n’est qu’une partie du stock' },
      detail: `${pieces(now + left)} en tout`,
    },
  ];
  const share = formatPercent((100 * left) / before);
  return {
    ...{ key: questionKey('left_products', file), code: 'left_products', file, column: null },
    text: `« ${file} » ne dit rien de ${pieces(left)} que ses lieux comptaient le ${formatDate(day ?? '')} (${share} de leur stock). Y sont-elles toujours\u202f?`,
    choices: known < OTHERS ? choices.toReversed() : choices,
  };
}

function noteOf(file: string, { left, day }: Left, kept: string): string {
  const counted = `${formatQuantity(left)} ${plural(left, 'pièce comptée', 'pièces comptées')} le ${formatDate(day ?? '')}`;
  const still = plural(left, 'toujours comptée', 'toujours comptées');
  const gone = plural(left, 'qui ne l’est plus', 'qui ne le sont plus');
  return `${file} : rien de ${counted}, ${kept === KEEP ? still : gone}.`;
}

/**
 * Asks of a stock that says nothing of most of what its places counted before: it may be one department's, or one file
 * of several days. Those articles are kept as they were last counted, or gone. Needs view `known_stock`.
 */
export async function settleProductsLeft(
  session: Session,
  stocks: readonly Staged[],
  { today, answers }: { today: string; answers: ImportAnswers | undefined },
): Promise<Settled | null> {
  await writeNear(session, stocks, today);
  const found = await readLeft(session);
  const file = stocks.at(-1)?.feed.source.name;
  if (found === null || file === undefined) return null;
  // Of a handful, it is said.
  if (found.articles < FEWEST)
    return { files: [...stocks], questions: [], notes: [noteOf(file, found, REPLACE)] };
  const { value, settled } = settleAsked(stocks, ask(file, found), {
    ...{ constant: LEFT_PRODUCTS, answers },
    note: (kept) => noteOf(file, found, kept),
  });
  if (value === KEEP) {
    await session.run('ALTER VIEW known_stock RENAME TO known_stock_before');
    await session.run(`CREATE VIEW known_stock AS FROM known_stock_before
      UNION ALL BY NAME SELECT * EXCLUDE (before) FROM left_item`);
  }
  return settled;
}
