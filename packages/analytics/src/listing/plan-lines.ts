import { groupKey } from '@palier/domain';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { eachBatch } from '../snapshot/batches.ts';
import { curveShape, restOf } from '../snapshot/curve-file.ts';
import type { ProjectContext } from './context.ts';
import { hasEndings } from './decision-figures.ts';
import { keysSql } from './group-query.ts';
import { laterCount, nextPct } from './later-phases.ts';
import { ValueLists, valuesSql } from './line-values.ts';
import { pathColumns } from './path-columns.ts';
import { linesSql, selectionSql } from './selection.ts';
import type { LineSelection, PlanLines, PlanLinesRequest } from './types.ts';

/** Columns of a line's facts and decision, in points and units; NaN for what is not known. */
const COLUMNS = {
  line_no: 'l.line_no',
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
  discount_pct_min: 'd.discount_pct_min',
  discount_pct_max: 'd.discount_pct_max',
} as const;

type ColumnName = keyof typeof COLUMNS;

/** Numbers of groups given in the order in which their keys are met. */
function groupNumbers() {
  const numbers = new Map<string, number>();
  const keys: (string | null)[][] = [];
  return {
    keys,
    of: (key: (string | null)[]): number => {
      const text = groupKey(key);
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, keys.length);
      return keys.push(key) - 1;
    },
  };
}

/** The lines' curves as two arrays over all lines. */
async function readCurves(
  { manifest, levels: { length: levels }, curves }: ProjectContext,
  lineNumbers: Float64Array,
): Promise<Pick<PlanLines, 'phase_qty' | 'rest_qty' | 'path'>> {
  const known = manifest.has_curves ? lineNumbers.length : 0;
  const phase_qty = new Float32Array(known * levels);
  const rest_qty = new Float32Array(known * levels * levels);
  const read = known > 0 ? await curves.read(Array.from(lineNumbers)) : [];
  read.forEach((curve, line) => {
    phase_qty.set(curve.subarray(0, levels), line * levels);
    rest_qty.set(restOf(curve, levels), line * levels * levels);
  });
  return { phase_qty, rest_qty, path: pathColumns(read, curveShape(manifest)) };
}

/** Columns of the rates that a line's price stands at, one for each level; none where no label has an ending. */
const ratesSql = ({ manifest, levels }: ProjectContext): Sql[] =>
  hasEndings(manifest)
    ? levels.map((level, place) => raw(`coalesce(l.level_rates[${place + 1}], ${level})::DOUBLE`))
    : [];

/** The goals that the project's lines have, and how many have none. */
async function readGoals(context: ProjectContext): Promise<Pick<PlanLines, 'goals' | 'unset_goal_count'>> {
  const { database, fields, decisions } = context;
  const from = raw(fields.within ? linesSql(context) : `${decisions} d`);
  const rows = await database.rows<{ goal: string | null; lines: number }>(
    sql`SELECT optimization_goal AS goal, count(*)::DOUBLE AS lines FROM ${from} WHERE ${fields.within ?? raw('true')} GROUP BY 1 ORDER BY 1`,
  );
  return {
    goals: rows.flatMap(({ goal }) => goal ?? []),
    unset_goal_count: rows.find(({ goal }) => goal === null)?.lines ?? 0,
  };
}

/**
 * The lines of a selection as columns, with their decisions and curves, in line order: what simulations read. Numbers
 * are read column by column, never as a row of objects.
 */
export async function readPlanLines(
  context: ProjectContext,
  { by = [], with_ids = false, value_field = null, ...selection }: PlanLinesRequest = {},
): Promise<PlanLines> {
  const names = Object.keys(COLUMNS) as ColumnName[];
  const columns = names.map(() => new Float64Array(context.manifest.line_count));
  const groups = groupNumbers();
  const group_of = new Int32Array(by.length > 0 ? context.manifest.line_count : 0);
  const ids: string[] = [];
  const valued = valuesSql(context, value_field);
  const lists = new ValueLists();
  const others = [...keysSql(context, by), ...(with_ids ? [raw('l._id')] : []), ...(valued ? [valued] : [])];
  const rates = ratesSql(context);
  const level_rate = new Float64Array(rates.length * context.manifest.line_count);
  const later_phases = laterCount(context.manifest.path_phases ?? 0);
  const nexts = Array.from({ length: later_phases }, (_, phase) =>
    raw(`coalesce(${nextPct('d', phase + 1)}, 'nan'::DOUBLE)::DOUBLE`),
  );
  const next_discount_pcts = new Float64Array(later_phases * context.manifest.line_count);
  let at = 0;
  await context.database.session((session) =>
    eachBatch(
      session,
      linesQuery(context, selection, [...others, ...rates, ...nexts]),
      (batch, rows, texts) => {
        columns.forEach((column, index) => {
          column.set((batch[index] as number[]).slice(0, rows), at);
        });
        const keys = by.map((_, depth) => texts(names.length + depth));
        if (by.length > 0)
          for (let row = 0; row < rows; row++)
            group_of[at + row] = groups.of(keys.map((values) => values[row] ?? null));
        const after = names.length + by.length;
        if (with_ids) for (const id of texts(after)) ids.push(id ?? '');
        if (valued) for (const text of texts(after + (with_ids ? 1 : 0))) lists.add(text);
        const interleave = (into: Float64Array, width: number, first: number): void => {
          for (let place = 0; place < width; place++)
            for (let row = 0; row < rows; row++)
              into[(at + row) * width + place] =
                (batch[first + place]?.[row] as number | undefined) ?? Number.NaN;
        };
        interleave(level_rate, rates.length, names.length + others.length);
        interleave(next_discount_pcts, later_phases, names.length + others.length + rates.length);
        at += rows;
      },
    ),
  );
  const values = Object.fromEntries(names.map((name, index) => [name, columns[index]?.subarray(0, at)]));
  const known = values as Record<ColumnName, Float64Array>;
  return {
    ...known,
    line_count: at,
    later_phases,
    next_discount_pcts: next_discount_pcts.subarray(0, at * later_phases),
    ids,
    group_keys: groups.keys,
    group_of: group_of.subarray(0, by.length > 0 ? at : 0),
    values: valued && lists.values(),
    ...(await readGoals(context)),
    ...(await readCurves(context, known.line_no)),
    ...(rates.length > 0 && { level_rate: level_rate.subarray(0, at * rates.length) }),
  };
}

function linesQuery(context: ProjectContext, selection: LineSelection, others: readonly Sql[]): Sql {
  const condition = selectionSql(context.fields, selection);
  const own = Object.values(COLUMNS).map((column) => raw(`coalesce(${column}, 'nan'::DOUBLE)::DOUBLE`));
  const where = condition ? sql`WHERE ${condition}` : raw('');
  return sql`SELECT ${join([...own, ...others], ', ')} FROM ${raw(linesSql(context))} ${where} ORDER BY l.line_no`;
}
