import { eachBatch } from '../snapshot/batches.ts';
import type { ProjectContext } from './context.ts';
import { linesSql } from './selection.ts';
import type { PlanLines } from './types.ts';

/** Columns of a line's facts and decision, in points and units; NaN for what is not known. */
const COLUMNS = {
  price: 'l.price',
  base_price: 'l.base_price',
  cost: 'l.cost',
  stock_qty: 'l.stock_qty',
  season_sales_qty: 'l.season_sales_qty',
  upcoming_qty: 'coalesce(l.upcoming_sales_qty, 0)',
  included: 'd.included::INTEGER',
  reviewed: 'd.discount_pct_reviewed::INTEGER',
  discount_pct: 'd.discount_pct',
  discount_pct_user: 'd.discount_pct_user',
  previous_discount_pct: 'd.previous_discount_pct',
  next_discount_pct: 'd.next_discount_pct',
  discount_pct_min: 'd.discount_pct_min',
  discount_pct_max: 'd.discount_pct_max',
} as const;

/**
 * Every line of a project as columns, with its decision and its curve, in line order: what a simulation of all of them
 * reads. Numbers are read column by column, never as a row of objects.
 */
export const readPlanLines = async (context: ProjectContext): Promise<PlanLines> => {
  const count = context.manifest.line_count;
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const columns = names.map(() => new Float64Array(count));
  let at = 0;
  const select = names.map((name) => `coalesce(${COLUMNS[name]}, 'nan'::DOUBLE)::DOUBLE`);
  await context.database.session((session) =>
    eachBatch(
      session,
      `SELECT ${select.join(', ')} FROM ${linesSql(context)} ORDER BY l.line_no`,
      (batch, rows) => {
        columns.forEach((column, index) => {
          column.set((batch[index] as number[]).slice(0, rows), at);
        });
        at += rows;
      },
    ),
  );
  const goals = await context.database.rows<{ goal: string | null; lines: number }>(
    `SELECT optimization_goal AS goal, count(*)::DOUBLE AS lines FROM ${context.decisions} GROUP BY 1 ORDER BY 1`,
  );
  const levels = context.levels.length;
  const known = context.manifest.has_curves ? count : 0;
  const phase_qty = new Float32Array(known * levels);
  const rest_qty = new Float32Array(known * levels * levels);
  const curves = await context.curves.read(Array.from({ length: known }, (_, line) => line));
  curves.forEach((curve, line) => {
    phase_qty.set(curve.subarray(0, levels), line * levels);
    rest_qty.set(curve.subarray(3 * levels), line * levels * levels);
  });
  const values = Object.fromEntries(names.map((name, index) => [name, columns[index]]));
  return {
    ...(values as Record<keyof typeof COLUMNS, Float64Array>),
    line_count: count,
    goals: goals.flatMap(({ goal }) => goal ?? []),
    unset_goal_count: goals.find(({ goal }) => goal === null)?.lines ?? 0,
    phase_qty,
    rest_qty,
  };
};
