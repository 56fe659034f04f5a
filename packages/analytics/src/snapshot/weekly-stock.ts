import { dayOfNumber } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteText, raw } from '../database/sql.ts';
import { eachBatch } from './batches.ts';
import { codeCondition } from './select.ts';
import { sharedMap } from './shared-floats.ts';
import { UNSIZED_STOCK } from './stock.ts';
import type { SnapshotProject } from './types.ts';

export interface PanelSize {
  items: number;
  weeks: number;
  firstDay: number;
}

/** Shares of sizes in stock at the start of each week, and of each week in which the product could be sold. */
export interface WeeklyStock {
  breadth: Float32Array;
  availability: Float32Array;
}

/** Share of a week counted when its last unit was sold in it, or a stock says nought and sales the contrary. */
const PARTLY = 0.5;

/**
 * Weekly stocks of the products of `panel_row`: those delivered, when at least half of the weeks have one; else rebuilt
 * from the present stock and the sales, backwards: a size that is there or sells later was there; one that is gone
 * was gone from its last sale on. Stock-outs between two arrivals stay unseen. Null without any stock.
 */
export async function readWeeklyStock(
  session: Session,
  project: SnapshotProject,
  size: PanelSize,
  units: Float32Array,
): Promise<WeeklyStock | null> {
  const breadth = (await deliveredBreadth(session, size)) ?? (await rebuiltBreadth(session, project, size));
  if (breadth === null) return null;
  const availability = sharedMap(breadth, (share, cell) =>
    share > 0 ? 1 : (units[cell] ?? 0) > 0 ? PARTLY : 0,
  );
  return { breadth: sharedMap(breadth, (share) => (share > 0 ? share : 1)), availability };
}

async function deliveredBreadth(
  session: Session,
  { items, weeks, firstDay }: PanelSize,
): Promise<Float32Array | null> {
  const from = `DATE ${quoteText(dayOfNumber(firstDay))}`;
  const [known] = await session.rows<{ weeks: number }>(
    `SELECT count(DISTINCT (date - ${from}) // 7) AS weeks FROM "w_stock" WHERE date >= ${from} AND date < ${from} + ${7 * weeks}`,
  );
  if ((known?.weeks ?? 0) * 2 < weeks) return null;
  const breadth = new Float32Array(items * weeks).fill(Number.NaN);
  await eachBatch(
    session,
    raw(`SELECT row_no, week, coalesce(max(CASE WHEN quantity > 0 AND NOT sized THEN 1 END), count_if(quantity > 0) / greatest(max(variants), 1))::DOUBLE AS breadth FROM (
        SELECT row_no, ((date - ${from}) // 7)::INTEGER AS week, s.item_id, i.item_id IS NOT NULL AS sized, sum(quantity) AS quantity
        FROM "w_stock" s JOIN panel_row USING (item_group_id) LEFT JOIN "w_item" i ON i.item_id = s.item_id AND i.item_group_id = s.item_group_id
        WHERE date >= ${from} AND date < ${from} + ${7 * weeks} GROUP BY ALL)
      JOIN (SELECT row_no, count(*) AS variants FROM "w_item" JOIN panel_row USING (item_group_id) GROUP BY row_no) USING (row_no) GROUP BY row_no, week`),
    ([rows, columns, values], count) => {
      for (let index = 0; index < count; index++)
        breadth[(rows?.[index] ?? 0) * weeks + (columns?.[index] ?? 0)] = Math.min(1, values?.[index] ?? 1);
    },
  );
  carryForward(breadth, weeks);
  return breadth;
}

function carryForward(values: Float32Array, weeks: number): void {
  let last = 1;
  values.forEach((value, cell) => {
    if (cell % weeks === 0) last = 1;
    if (Number.isFinite(value)) last = value;
    else values[cell] = last;
  });
}

async function rebuiltBreadth(
  session: Session,
  { data_date, selection }: SnapshotProject,
  { items, weeks, firstDay }: PanelSize,
): Promise<Float32Array | null> {
  const [stocked] = await session.rows<{ known: boolean }>('SELECT count(*) > 0 AS known FROM present');
  if (stocked?.known !== true) return null;
  const variants = new Float32Array(items);
  const breadth = new Float32Array(items * weeks);
  const places = codeCondition('location_code', selection.location_codes);
  await eachBatch(
    session,
    raw(`SELECT row_no, (CASE WHEN p.quantity > 0 OR u.item_group_id IS NOT NULL THEN ${weeks} ELSE coalesce((last_sale - DATE ${quoteText(dayOfNumber(firstDay))}) // 7, -1) END)::INTEGER AS last_week
      FROM "w_item" i JOIN panel_row USING (item_group_id)
      LEFT JOIN (SELECT item_id, sum(quantity) AS quantity FROM present GROUP BY item_id) p ON p.item_id = i.item_id
      LEFT JOIN ${UNSIZED_STOCK} u USING (item_group_id)
      LEFT JOIN (SELECT item_id, max(date) FILTER (quantity > 0) AS last_sale FROM "w_sale"
        WHERE date <= DATE ${quoteText(data_date)} AND ${places} GROUP BY item_id) s ON s.item_id = i.item_id`),
    ([rows, lasts], count) => {
      for (let index = 0; index < count; index++) {
        const item = rows?.[index] ?? 0;
        const last = Math.min(weeks - 1, lasts?.[index] ?? -1);
        variants[item] = (variants[item] ?? 0) + 1;
        for (let cell = item * weeks; cell <= item * weeks + last; cell++)
          breadth[cell] = (breadth[cell] ?? 0) + 1;
      }
    },
  );
  return breadth.map((sizes, cell) => sizes / Math.max(1, variants[Math.floor(cell / weeks)] ?? 1));
}
