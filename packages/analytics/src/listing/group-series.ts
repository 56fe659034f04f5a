import { addDays, compareSizes, type FieldChoice, type Group, groupKey } from '@palier/domain';
import { join, quoteText, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { keysSql } from './group-query.ts';
import { selectionSql } from './selection.ts';
import { HISTORY_FIELD } from './series.ts';
import type { LineSelection } from './types.ts';

const DAYS = 90;
const SIZES_FIELD = 'items_stats';

type Point = Record<string, unknown> & { offset: number; qty: number };
type SizeRow = Record<string, unknown> & {
  size: string;
  /** null: no stock was ever counted. */
  stock_qty: number | null;
  in_store_stock_qty: number | null;
};

function asksFor(choice: FieldChoice, id: string): boolean {
  return [...(choice.includes ?? []), ...(choice.fields ?? [])].includes(id);
}

/** Keys by group for every depth present among the groups. */
function byDepth(groups: readonly Group[]): Map<number, Map<string, Group>> {
  const depths = new Map<number, Map<string, Group>>();
  for (const group of groups) {
    const level = depths.get(group.keys.length) ?? new Map<string, Group>();
    level.set(group.key, group);
    depths.set(group.keys.length, level);
  }
  return depths;
}

function groupedRows<T extends Record<string, unknown>>(
  context: ProjectContext,
  request: LineSelection,
  keys: readonly Sql[],
  source: { table: string; values: string; condition: string; by: string },
): Promise<T[]> {
  const condition = selectionSql(context.fields, request);
  const names = keys.map((key, index) => sql`${key} AS ${raw(`k${index}`)}, `);
  const where = condition ? sql`AND (${condition})` : raw('');
  const groups = [...keys.map((_, index) => `k${index}`), source.by].join(', ');
  return context.database.rows<T>(sql`SELECT ${join(names, '')} ${raw(source.values)}
    FROM ${raw(context.facts)}.${raw(source.table)} y JOIN ${raw(context.facts)}.line l ON l.line_no = y.line_no
    JOIN ${raw(context.decisions)} d ON d.line_no = l.line_no WHERE ${raw(source.condition)} ${where} GROUP BY ${raw(groups)}`);
}

function keyOf(row: Record<string, unknown>, count: number): string {
  return groupKey(Array.from({ length: count }, (_, index) => (row[`k${index}`] ?? null) as string | null));
}

/** Adds the daily history (summed day by day) and the stock by size to groups, when they are asked for. */
export async function addGroupSeries(
  context: ProjectContext,
  request: LineSelection & FieldChoice,
  by: readonly string[],
  groups: readonly Group[],
): Promise<void> {
  if (groups.length === 0) return;
  for (const [count, level] of byDepth(groups)) {
    const keys = keysSql(context, by.slice(0, count));
    if (asksFor(request, HISTORY_FIELD)) {
      const from = addDays(context.manifest.data_date, 1 - DAYS);
      for (const group of level.values()) group[HISTORY_FIELD] = new Array<number>(DAYS).fill(0);
      const points = await groupedRows<Point>(context, request, keys, {
        table: 'daily',
        values: `(y.date - DATE ${quoteText(from)})::INTEGER AS offset, sum(y.qty)::DOUBLE AS qty`,
        condition: `y.date >= DATE ${quoteText(from)}`,
        by: 'y.date',
      });
      for (const point of points) {
        const history = level.get(keyOf(point, count))?.[HISTORY_FIELD] as number[] | undefined;
        if (history && point.offset >= 0 && point.offset < DAYS) history[point.offset] = point.qty;
      }
    }
    if (asksFor(request, SIZES_FIELD)) {
      for (const group of level.values()) group[SIZES_FIELD] = [];
      const sizes = await groupedRows<SizeRow>(context, request, keys, {
        table: 'size',
        values:
          'coalesce(y.size, y.item_id) AS size, sum(y.stock_qty)::DOUBLE AS stock_qty, sum(y.in_store_stock_qty)::DOUBLE AS in_store_stock_qty',
        condition: 'y.size IS NOT NULL',
        by: 'coalesce(y.size, y.item_id)',
      });
      for (const row of sizes.toSorted((left, right) => compareSizes(left.size, right.size))) {
        const group = level.get(keyOf(row, count));
        if (group && row.stock_qty === null) group[SIZES_FIELD] = null;
        const list = group?.[SIZES_FIELD] as unknown[] | null | undefined;
        list?.push({ size: row.size, stock_qty: row.stock_qty, in_store_stock_qty: row.in_store_stock_qty });
      }
    }
  }
}
