import { quoteText } from '../database/sql.ts';
import { labelOf } from './item-fields.ts';
import { ATTRIBUTE_PREFIX } from './tables.ts';

/** Columns that follow from another one, which is then the one to report. */
const FOLLOWS: Record<string, string> = { base_price: 'price' };

const AMOUNTS = new Set(['price', 'base_price', 'cost']);

function showSql(column: string, value: string): string {
  if (column === 'on_sale_date') return `strftime(${value}, '%d/%m/%Y')`;
  if (AMOUNTS.has(column)) return `replace(printf('%.2f', ${value}), '.', ',')`;
  return `left(${value}::VARCHAR, 60)`;
}

function partSql(column: string, name: string): string {
  const differs = `min(${name}) <> max(${name})`;
  const leader = FOLLOWS[column];
  const alone = leader ? ` AND NOT coalesce(min(${leader}) <> max(${leader}), false)` : '';
  const kept = `arg_max(${name}, position)`;
  const other = `CASE WHEN min(${name}) = ${kept} THEN max(${name}) ELSE min(${name}) END`;
  const label = labelOf(column.replace(/^@/, ATTRIBUTE_PREFIX));
  return `CASE WHEN ${differs}${alone} THEN ${quoteText(`${label} `)} || ${showSql(column, kept)} || ' gardé, ' || ${showSql(column, other)} || ' écarté' END`;
}

/**
 * `SELECT` of `item_id` and `conflict`: variants that several rows of `fresh_row` describe differently, with
 * what is kept and what is left of the first columns that differ, in French.
 *
 * @param columns names of the columns (`@name` for the retailer's own) and how they are written in SQL.
 */
export function conflictsSelect(columns: readonly { column: string; name: string }[]): string {
  const parts = columns.map(({ column, name }) => partSql(column, name));
  return `SELECT item_id, conflict FROM (
      SELECT variant_id AS item_id, left(concat_ws(' ; ', ${parts.join(', ')}), 300) AS conflict FROM fresh_row
      WHERE variant_id IN (SELECT variant_id FROM fresh_row GROUP BY variant_id HAVING count(*) > 1) GROUP BY variant_id)
    WHERE conflict <> ''`;
}
