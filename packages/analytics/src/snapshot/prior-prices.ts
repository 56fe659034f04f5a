import { PRACTISED_SALES, PRIOR_PRICE_DAYS, TILL_PROOF_DAYS } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { listedSql } from '../warehouse/price-history.ts';
import { reducedListsOf } from '../warehouse/reduced-list.ts';
import { codeCondition } from './select.ts';
import type { SnapshotProject } from './types.ts';

// The law's reading day by day (`packages/domain/test/prior-price.ts`) in sets: what it reads day by day stands here between the days that a price changes on.
// `prior-price.property.test.ts` compares the two.

/** Prices that a file gives without a day are kept from this one on: they prove no history. */
const UNDATED = "DATE '1970-01-01'";

const date = (day: string): string => `DATE ${quoteText(day)}`;

/** Lists in the order they decide: the project's, then the usual one. */
function listsOf({ selection }: SnapshotProject): string[] {
  return [...new Set([selection.price_list_id ?? '', ''])];
}

/** The lists of reduced prices beside those of a project. */
const reducedLists = (lists: readonly string[]): string[] => [...new Set(lists.flatMap(reducedListsOf))];

/**
 * Tables `dated_price`, and `price_holder (holder_no, line_no, item_group_id, item_id)`: who has a price history of its
 * own, a variant that lists name (its `item_id`) or the rest of its product (none).
 */
async function gatherHolders(session: Session, lists: readonly string[]): Promise<void> {
  await session.run(`CREATE TEMP TABLE dated_price AS
    SELECT line_no, item_id, price_list_id, from_date, round(${listedSql('price')}, 2) AS price FROM "w_price" JOIN line USING (item_group_id)
    WHERE price_list_id IN (${lists.map(quoteText).join(', ')}) AND from_date > ${UNDATED} AND (price IS NOT NULL OR resumes IS NOT NULL)`);
  await session.run(`CREATE TEMP TABLE price_holder AS
    WITH own AS (SELECT DISTINCT line_no, item_id FROM dated_price WHERE item_id IS NOT NULL),
    whole AS (SELECT line_no FROM line l LEFT JOIN "w_item" i USING (item_group_id) LEFT JOIN own o USING (line_no, item_id)
      WHERE o.item_id IS NULL GROUP BY line_no)
    SELECT (row_number() OVER ())::INTEGER AS holder_no, line_no, item_id FROM (FROM own UNION ALL SELECT line_no, NULL FROM whole)`);
}

/** Table `prior_span`: by holder and phase, the days that count before its first day; `begins` later where it was not on sale. */
async function gatherSpans(session: Session, phases: SnapshotProject['phases']): Promise<void> {
  const rows = phases.map(({ start_date }, phase) => `(${phase}, ${date(start_date)})`).join(', ');
  await session.run(`CREATE TEMP TABLE prior_span AS
    SELECT h.holder_no, h.line_no, h.item_id, p.phase, p.starts,
      greatest(p.starts - ${PRIOR_PRICE_DAYS}, coalesce(g.on_sale_date, p.starts - ${PRIOR_PRICE_DAYS})) AS begins
    FROM price_holder h CROSS JOIN (VALUES ${rows}) p (phase, starts) JOIN line USING (line_no) JOIN "w_item_group" g USING (item_group_id)`);
}

interface InForce {
  price: string;
  from_date: string;
}

/** The price of a list in force on the day of `p`, that of the variant before that of its product; joins are added. */
function inForce(joins: string[], list: string, name: string): InForce {
  const of = (level: string, condition: string, on: string): string => {
    const alias = `${name}_${level}`;
    joins.push(`ASOF LEFT JOIN (SELECT line_no, item_id, from_date, price FROM dated_price WHERE price_list_id = ${quoteText(list)} AND ${condition}) ${alias}
        ON ${on.replaceAll('@', alias)} AND p.date >= ${alias}.from_date`);
    return alias;
  };
  const variant = of('v', 'item_id IS NOT NULL', '@.line_no = p.line_no AND @.item_id = p.item_id');
  const product = of('w', 'item_id IS NULL', '@.line_no = p.line_no');
  return {
    price: `${variant}.price, ${product}.price`,
    from_date: `CASE WHEN ${variant}.price IS NOT NULL THEN ${variant}.from_date WHEN ${product}.price IS NOT NULL THEN ${product}.from_date END`,
  };
}

/** Lists of reduced prices that some dated price of the lines is in. */
async function reducedIn(session: Session, lists: readonly string[]): Promise<string[]> {
  const rows = await session.rows<{ list: string }>(
    'SELECT DISTINCT price_list_id AS list FROM dated_price ORDER BY list',
  );
  const reduced = reducedLists(lists);
  return rows.map(({ list }) => list).filter((list) => reduced.includes(list));
}

/**
 * Table `prior_point (holder_no, line_no, item_id, date, price, source)`: each day that a price of the lists may change
 * on, with its price. A reduced price ends on its last day, or once the list has a new price.
 */
async function gatherPoints(session: Session, lists: readonly string[], paid: string | null): Promise<void> {
  const joins: string[] = [];
  const listed = lists.map((list, index) => inForce(joins, list, `l${index}`));
  const since = listed.map(({ from_date }) => from_date).join(', ');
  const known =
    paid === null || lists.includes(paid) ? [] : [`coalesce(${inForce(joins, paid, 'paid').price})`];
  for (const [index, list] of (await reducedIn(session, lists)).entries()) {
    const { price, from_date } = inForce(joins, list, `r${index}`);
    known.push(
      `CASE WHEN coalesce(${from_date}) >= coalesce(${since}, coalesce(${from_date})) THEN coalesce(${price}) END`,
    );
  }
  await session.run(`CREATE TABLE prior_point AS
    WITH bound AS (SELECT holder_no, line_no, item_id, min(begins) AS low, max(starts) AS high FROM prior_span GROUP BY ALL),
    p AS (
      SELECT DISTINCT holder_no, line_no, item_id, begins AS date FROM prior_span WHERE begins < starts
      UNION SELECT b.holder_no, b.line_no, b.item_id, d.from_date FROM bound b JOIN dated_price d ON d.line_no = b.line_no
        AND (d.item_id = b.item_id OR d.item_id IS NULL) WHERE d.from_date > b.low AND d.from_date < b.high),
    said AS (SELECT p.*, coalesce(${listed.map(({ price }) => price).join(', ')}) AS listed, least(NULL::DOUBLE, ${known.join(', ') || 'NULL::DOUBLE'}) AS paid FROM p ${joins.join(' ')})
    SELECT holder_no, line_no, item_id, date, CASE WHEN paid < coalesce(listed, 'inf'::DOUBLE) THEN paid ELSE listed END AS price,
      CASE WHEN paid < coalesce(listed, 'inf'::DOUBLE) THEN 'paid' ELSE 'list' END AS source FROM said`);
}

/** Table `till_price (holder_no, date, price)`: what each sale was paid, returns, other currencies, amounts that no file told and reductions not open to all aside. */
async function gatherTill(session: Session, { data_date, selection }: SnapshotProject): Promise<void> {
  await session.run(`CREATE TEMP TABLE till_price AS
    WITH bound AS (SELECT min(begins) AS low, max(starts) AS high FROM prior_span)
    SELECT coalesce(o.holder_no, w.holder_no) AS holder_no, s.date, round(s.amount / s.quantity, 2) AS price
    FROM "w_sale" s JOIN line USING (item_group_id) CROSS JOIN bound b
    LEFT JOIN price_holder o ON o.line_no = line.line_no AND o.item_id = s.item_id
    LEFT JOIN price_holder w ON w.line_no = line.line_no AND w.item_id IS NULL
    WHERE s.quantity > 0 AND s.amount IS NOT NULL AND s.derived IS NOT TRUE AND s.reserved IS NOT TRUE AND NOT s.is_foreign AND s.date > b.low - ${TILL_PROOF_DAYS} AND s.date < b.high
      AND s.date <= ${date(data_date)} AND ${codeCondition('s.location_code', selection.location_codes)}`);
}

/** The lowest price of lists by span. */
const LOWEST = `SELECT s.holder_no, s.phase, any_value(s.low) AS low, min(s.date) FILTER (s.price = s.low) AS low_date,
    arg_min(s.source, s.date) FILTER (s.price = s.low) AS low_source
  FROM (SELECT n.holder_no, n.phase, p.date, p.price, p.source, min(p.price) OVER (PARTITION BY n.holder_no, n.phase) AS low
    FROM prior_span n JOIN prior_point p ON p.holder_no = n.holder_no AND p.date >= n.begins AND p.date < n.starts) s
  GROUP BY s.holder_no, s.phase`;

/** The days of a span that no list prices, each run of them from a first day up to one that is priced. */
const UNCOVERED = `SELECT holder_no, phase, date AS begins, until FROM (
    SELECT n.holder_no, n.phase, p.date, p.price, lead(p.date, 1, n.starts) OVER (PARTITION BY n.holder_no, n.phase ORDER BY p.date) AS until
    FROM prior_span n JOIN prior_point p ON p.holder_no = n.holder_no AND p.date >= n.begins AND p.date < n.starts)
  WHERE price IS NULL`;

/** The lowest price practised at the till by span. */
const PRACTISED = `SELECT holder_no, phase, min(price) AS price, arg_min(date, price) AS date, arg_min(count, price) AS count FROM (
    SELECT n.holder_no, n.phase, t.price, min(t.date) AS date, count(*)::DOUBLE AS count
    FROM prior_span n JOIN till_price t ON t.holder_no = n.holder_no AND t.date >= n.begins AND t.date < n.starts
    GROUP BY ALL HAVING count(*) >= ${PRACTISED_SALES})
  GROUP BY holder_no, phase`;

/** Whether sales prove each day that lists do not: one at least in the days up to it. */
const PROVEN = `SELECT u.holder_no, u.phase, bool_and(coalesce(r.proven, false)) AS proven FROM uncovered u LEFT JOIN (
    SELECT holder_no, phase, begins, min(date) <= begins AND coalesce(max(next - date), 0) <= ${TILL_PROOF_DAYS}
        AND any_value(until) - max(date) <= ${TILL_PROOF_DAYS} AS proven
    FROM (SELECT *, lead(date) OVER (PARTITION BY holder_no, phase, begins ORDER BY date) AS next FROM (
      SELECT DISTINCT n.holder_no, n.phase, n.begins, n.until, t.date FROM uncovered n JOIN till_price t
        ON t.holder_no = n.holder_no AND t.date > n.begins - ${TILL_PROOF_DAYS} AND t.date < n.until))
    GROUP BY holder_no, phase, begins) r USING (holder_no, phase, begins)
  GROUP BY u.holder_no, u.phase`;

/** Table `prior (line_no, item_id, phase, starts, begins, state, price, date, source, sales_count)`: by holder and phase. */
async function settle(session: Session): Promise<void> {
  const unknown = `(n.begins >= n.starts OR v.holder_no IS NOT NULL AND NOT (coalesce(k.proven, false) AND t.price IS NOT NULL))`;
  const till = `t.price < coalesce(w.low, 'inf'::DOUBLE)`;
  const settled = (fromTill: string, fromList: string): string =>
    `CASE WHEN NOT is_unknown THEN CASE WHEN is_till THEN ${fromTill} ELSE ${fromList} END END`;
  await session.run(`CREATE TABLE prior AS
    WITH lowest AS (${LOWEST}), practised AS (${PRACTISED}),
    uncovered AS (${UNCOVERED}),
    proof AS (${PROVEN}),
    judged AS (
      SELECT n.*, w.low, w.low_date, w.low_source, t.price AS till, t.date AS till_date, t.count AS till_count,
        v.holder_no IS NOT NULL AS is_uncovered, coalesce(${unknown}, false) AS is_unknown, coalesce(${till}, false) AS is_till
      FROM prior_span n LEFT JOIN lowest w USING (holder_no, phase) LEFT JOIN practised t USING (holder_no, phase)
      LEFT JOIN (SELECT DISTINCT holder_no, phase FROM uncovered) v USING (holder_no, phase) LEFT JOIN proof k USING (holder_no, phase))
    SELECT line_no, item_id, phase, starts, begins,
      CASE WHEN is_unknown THEN 'unknown' WHEN is_till OR is_uncovered THEN 'till' WHEN starts - begins < ${PRIOR_PRICE_DAYS} THEN 'recent' ELSE 'known' END AS state,
      ${settled('till', 'low')} AS price, ${settled('till_date', 'low_date')} AS date,
      ${settled("'till'", 'low_source')} AS source, ${settled('till_count', 'NULL')} AS sales_count
    FROM judged`);
}

/**
 * Table `line_prior`: by line, a value for each phase. Of the variants at the price that the line is shown at: the lowest
 * of theirs, unknown when one of them is.
 */
async function sumLines(session: Session): Promise<void> {
  await session.run(`CREATE TABLE line_prior AS
    WITH usual AS (SELECT line_no, unnest(variants).item_id AS item_id, unnest(variants).price AS own, price FROM line_price),
    shown AS (SELECT p.*, p.item_id IS NULL OR coalesce(u.own = u.price, false) AS is_usual
      FROM prior p LEFT JOIN usual u ON u.line_no = p.line_no AND u.item_id = p.item_id),
    counted AS (SELECT *, bool_or(is_usual) OVER (PARTITION BY line_no, phase) AS has_usual FROM shown),
    one AS (SELECT * FROM counted WHERE is_usual OR NOT has_usual
      QUALIFY row_number() OVER (PARTITION BY line_no, phase ORDER BY state = 'unknown' DESC, price, item_id NULLS FIRST) = 1)
    SELECT line_no, list(price ORDER BY phase) AS prices, list(date::VARCHAR ORDER BY phase) AS dates, list(state ORDER BY phase) AS states
    FROM one GROUP BY line_no`);
}

/**
 * The prior price of each line before each phase, should its reduction begin there, with the tables that prove it.
 * @param paid the list of the prices actually paid, where the organisation has one
 */
export async function gatherPriorPrices(
  session: Session,
  project: SnapshotProject,
  paid: string | null,
): Promise<void> {
  const lists = listsOf(project);
  await gatherHolders(session, [
    ...new Set([...lists, ...(paid === null ? [] : [paid]), ...reducedLists(lists)]),
  ]);
  await gatherSpans(session, project.phases);
  await gatherPoints(session, lists, paid);
  await gatherTill(session, project);
  await settle(session);
  await sumLines(session);
  for (const table of ['dated_price', 'price_holder', 'prior_span', 'till_price'])
    await session.run(`DROP TABLE ${table}`);
}
