import { foldText, type SelectionStats, sharePct } from '@palier/domain';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { type ProjectContext, recurringRows } from './context.ts';
import { isNumeric } from './fields.ts';
import { keySql } from './group-query.ts';
import { fromSql, linesSql, selectionSql } from './selection.ts';
import type { LineSelection, TermCount, TermsRequest } from './types.ts';

const MAXIMUM_TERMS = 10_000;

/** A field's values as texts; a list gives one by element. */
function termSql(context: ProjectContext, id: string): Sql {
  const { definition, column } = context.fields.get(id);
  if (!definition.filterable)
    throw new InvalidQueryError(`Requête non valide : « ${definition.label} » n’a pas de valeurs à lister`);
  if (definition.type === 'list')
    return sql`unnest(CASE WHEN len(${column}) > 0 THEN ${column}::VARCHAR[] ELSE [NULL] END)`;
  if (definition.groupable) return keySql(context, id);
  if (definition.type === 'date') return sql`left(${column}::VARCHAR, 10)`;
  if (isNumeric(definition))
    return sql`CASE WHEN ${column} = trunc(${column}) THEN ${column}::BIGINT::VARCHAR ELSE ${column}::VARCHAR END`;
  return sql`nullif(${column}::VARCHAR, '')`;
}

/** Values of a field among a selection, with how many products, variants and units each has; most products first. */
export async function readTerms(context: ProjectContext, request: TermsRequest): Promise<TermCount[]> {
  const term = termSql(context, request.field);
  const condition = selectionSql(context.fields, request);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const kept: Sql[] = [raw('true')];
  if (request.search) kept.push(sql`contains(strip_accents(lower(value)), ${foldText(request.search)})`);
  if (request.terms) {
    const terms = request.terms.map((value) => sql`${value}`);
    kept.push(terms.length > 0 ? sql`value IN (${join(terms, ', ')})` : raw('false'));
  }
  const limit = Math.min(MAXIMUM_TERMS, Math.max(1, Math.trunc(request.limit ?? 1000)));
  const items = context.fields.find('items_count')?.column ?? raw('0');
  const stock = context.fields.find('stock_qty')?.column ?? raw('0');
  return recurringRows<TermCount>(
    context,
    sql`
    SELECT value, count(*)::DOUBLE AS item_group_count, coalesce(sum(items), 0)::DOUBLE AS item_count, coalesce(sum(stock), 0)::DOUBLE AS stock_qty
    FROM (SELECT ${term} AS value, ${items} AS items, ${stock} AS stock ${fromSql(context, [condition, term])} ${where})
    WHERE ${join(kept, ' AND ')} GROUP BY value ORDER BY item_group_count DESC, value NULLS LAST LIMIT ${limit}`,
  );
}

export async function readCounts(
  context: ProjectContext,
  selection: LineSelection,
): Promise<{ item_group_count: number; item_count: number }> {
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const items = context.fields.find('items_count')?.column ?? raw('0');
  const [row] = await recurringRows<{ item_group_count: number; item_count: number }>(
    context,
    sql`SELECT count(*)::DOUBLE AS item_group_count, coalesce(sum(${items}), 0)::DOUBLE AS item_count ${fromSql(context, [condition])} ${where}`,
  );
  return row ?? { item_group_count: 0, item_count: 0 };
}

interface StatRow {
  bucket: number | null;
  count: number;
  stock: number;
  user_count: number;
  reviewed_count: number;
  unset_count: number;
  goals: string[] | null;
}

const part = (value: number, whole: number): number => sharePct(value, whole) ?? 0;

/** The distribution of discounts over a selection, and what is decided. */
export async function readStats(context: ProjectContext, selection: LineSelection): Promise<SelectionStats> {
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const stock = context.fields.find('stock_qty')?.column ?? raw('0');
  const rows = await recurringRows<StatRow>(
    context,
    sql`
    SELECT d.discount_pct AS bucket, count(*)::DOUBLE AS count, coalesce(sum(${stock}), 0)::DOUBLE AS stock,
      count(d.discount_pct_user)::DOUBLE AS user_count, count_if(d.discount_pct_reviewed)::DOUBLE AS reviewed_count,
      count_if(d.optimization_goal IS NULL)::DOUBLE AS unset_count,
      list(DISTINCT d.optimization_goal) FILTER (d.optimization_goal IS NOT NULL) AS goals
    FROM ${raw(linesSql(context))} ${where} GROUP BY bucket ORDER BY bucket NULLS LAST`,
  );
  const sum = (pick: (row: StatRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const count = sum((row) => row.count);
  const units = sum((row) => row.stock);
  return {
    discount_count: count,
    sum_stock_qty: units,
    discount_pct: rows.map((row) => ({
      discount_pct: row.bucket,
      discount_count: row.count,
      sum_stock_qty: row.stock,
      discount_count_pct: part(row.count, count),
      sum_stock_qty_pct: sharePct(row.stock, units),
    })),
    discount_pct_user_count: sum((row) => row.user_count),
    discount_pct_reviewed_count: sum((row) => row.reviewed_count),
    optimization_goals: [...new Set(rows.flatMap((row) => row.goals ?? []))].sort(),
    unset_optimization_goal_count: sum((row) => row.unset_count),
  };
}
