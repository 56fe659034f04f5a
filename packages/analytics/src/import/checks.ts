import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { strayDateSql, textSql, unreadableReason } from './cast.ts';
import { type ColumnSpec, kindSpec } from './columns.ts';
import type { Feed } from './plan.ts';

/** A condition that makes a row doubtful: over the typed columns (quoted names) and the file's cells. */
export type Check = { column: string; condition: string; cell: string; reason: string; refuses: boolean };

/** SQL of the cell at a position. */
export type CellSql = (position: number) => string;

/** SQL that is true of a cell that has something in it. */
export type FilledSql = (cell: string) => string;

/** Blanks count as nothing. */
export const filled: FilledSql = (cell) => `${textSql(cell)} IS NOT NULL`;

/** Blanks count as something: several times cheaper, for a first look that may doubt too much. */
export const quickFilled: FilledSql = (cell) => `${cell} IS NOT NULL`;

/** What spreadsheets write under a table, in the place of a product or a place. */
const TOTALS = [
  'Total',
  'TOTAL',
  'total',
  'Total général',
  'TOTAL GÉNÉRAL',
  'TOTAL GENERAL',
  'Sous-total',
  'Grand total',
  'Totaux',
  'TOTAUX',
]
  .map(quoteText)
  .join(', ');
const TOTAL_COLUMNS = new Set(['item_group_id', 'item_id', 'code']);

const columnChecks = (column: ColumnSpec, cell: string, refuses: boolean, has: FilledSql): Check[] => {
  const name = quoteIdentifier(column.name);
  const checks: Check[] = [];
  const add = (condition: string, reason: string, always = false): void => {
    checks.push({ column: column.name, condition, cell, reason, refuses: refuses || always });
  };
  if (column.type !== 'string') add(`${name} IS NULL AND ${has(cell)}`, unreadableReason(column));
  if (column.type === 'number') add(`NOT isfinite(${name})`, unreadableReason(column));
  if (column.type === 'date') add(strayDateSql(name), 'date invraisemblable', true);
  if (TOTAL_COLUMNS.has(column.name)) add(`${name} IN (${TOTALS})`, 'ligne de total', true);
  if (column.minimum !== undefined) add(`${name} < ${column.minimum}`, 'nombre négatif');
  return checks;
};

const requiredCheck = (feed: Feed, choice: readonly string[], cellSql: CellSql, has: FilledSql): Check => {
  const columns = choice.filter((name) => feed.positions.has(name) || feed.constants.has(name));
  const cells = columns.flatMap((name) => {
    const position = feed.positions.get(name);
    return position === undefined ? [] : [textSql(cellSql(position))];
  });
  const missing = columns.map((name) => `${quoteIdentifier(name)} IS NULL`).join(' AND ');
  const blank = cells.length > 0 && has === filled ? ` AND coalesce(${cells.join(', ')}, NULL) IS NULL` : '';
  return {
    column: columns[0] ?? '',
    condition: missing + blank,
    cell: 'NULL',
    reason: 'valeur manquante',
    refuses: true,
  };
};

/** Everything that may be wrong with a row of a feed. */
export const checksOf = (feed: Feed, cellSql: CellSql, has: FilledSql = filled): Check[] => {
  const spec = kindSpec(feed.kind);
  const ofColumns = spec.columns.flatMap((column) => {
    const position = feed.positions.get(column.name);
    if (position === undefined) return [];
    const required = spec.required.some((choice) => choice.includes(column.name));
    return columnChecks(column, cellSql(position), required || column.strict === true, has);
  });
  return [...ofColumns, ...spec.required.map((choice) => requiredCheck(feed, choice, cellSql, has))];
};

export const anyOf = (checks: readonly Check[]): string =>
  checks.length > 0
    ? `coalesce(${checks.map(({ condition }) => `(${condition})`).join(' OR ')}, false)`
    : 'false';

/** SQL list of what is wrong with a row. */
export const problemsSql = (checks: readonly Check[]): string => {
  const problems = checks.map(
    ({ column, condition, cell, reason, refuses }) =>
      `CASE WHEN ${condition} THEN {column_name: ${quoteText(column)}, cell: ${cell}::VARCHAR, reason: ${quoteText(reason)}, refuses: ${refuses}} END`,
  );
  return `list_filter([${problems.join(', ')}], problem -> problem IS NOT NULL)`;
};
