import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { currencyCodeSql } from '../warehouse/currency.ts';
import { isDashSql, isNoDateSql, strayDateSql, textSql, unreadableReason } from './cast.ts';
import { CODE_COLUMNS, DAMAGED_CODE, isScientificSql } from './codes/damage.ts';
import { type ColumnSpec, kindSpec } from './columns.ts';
import type { Feed } from './feed.ts';
import { cameBackSql, cancelledSql, endedSql, notSoldSql, yesSql } from './movements.ts';
import { isNothingSql } from './nothing.ts';
import { hadNulSql, NUL_REASON } from './nuls.ts';
import { isPaidPrice } from './opposite-signs.ts';
import { LINE_KIND, LINE_KIND_HEADING } from './settled-lines.ts';
import { cellPositions } from './source.ts';
import { TOTALS } from './totals.ts';

/** A condition that makes a row doubtful: over the typed columns (quoted names) and the file's cells. */
export interface Check {
  column: string;
  condition: string;
  cell: string;
  reason: string;
  refuses: boolean;
}

const TOO_WIDE = 'plus de cellules que de titres';

/** SQL of the cell at a position. */
export type CellSql = (position: number) => string;

/** How closely a row is looked at. A first look may doubt too much: what it doubts is looked at again. */
export interface Look {
  /** SQL that is true of a cell that has something in it. */
  filled: (cell: string) => string;
  /** The same of a number or a date, of which a dash or a word may say that there is none. */
  said: (cell: string) => string;
  /** SQL that is true of the name of a total, as spreadsheets write it in the place of a product or a place, or of the file's own. */
  total: (column: string, own: readonly string[]) => string;
  /** SQL that is true of a code whose last digits a spreadsheet left out. */
  damaged: (column: string) => string;
}

const TOTAL_STARTS = ['Tota', 'TOTA', 'tota', 'Sous-tota', 'Grand tota'];
const TOTAL_LETTERS = [...new Set(TOTAL_STARTS.map((start) => start.charCodeAt(0)))];

export const CLOSELY: Look = {
  filled: (cell) => `${textSql(cell)} IS NOT NULL`,
  said: (cell) => `${textSql(cell)} IS NOT NULL AND NOT ${isDashSql(cell)} AND NOT ${isNothingSql(cell)}`,
  // `IN` would be a join, for the few rows that are looked at closely.
  total: (column, own) => `list_contains([${[...TOTALS, ...own].map(quoteText).join(', ')}], ${column})`,
  damaged: isScientificSql,
};

/** Several times cheaper: blanks count as something, and the starts of names as totals. */
export const QUICKLY: Look = {
  filled: (cell) => `${cell} IS NOT NULL`,
  said: (cell) => `${cell} IS NOT NULL`,
  total: (column, own) => {
    const starts = TOTAL_STARTS.map((start) => `starts_with(${column}, ${quoteText(start)})`).join(' OR ');
    const usual = `CASE WHEN ascii(${column}) IN (${TOTAL_LETTERS.join(', ')}) THEN ${starts} ELSE false END`;
    return own.length === 0 ? usual : `(${usual} OR trim(${column}) IN (${own.map(quoteText).join(', ')}))`;
  },
  damaged: (column) => `contains(${column}, 'E+')`,
};

const TOTAL_COLUMNS = new Set(['item_group_id', 'item_id', 'code']);

/** Columns that a total is beside the others of: alone, it is the name of the only place or size there is. */
const SHARED_COLUMNS = new Set(['location_code', 'inventory_code', 'size']);

/** Whether the name of a total is one here: in the place of a product, or of a place or size among others. */
function hasTotals({ source, positions, totals }: Feed, { name }: ColumnSpec): boolean {
  if (TOTAL_COLUMNS.has(name) || totals?.has(name)) return true;
  const at = positions.get(name);
  if (!SHARED_COLUMNS.has(name) || at === undefined) return false;
  return source.sample.some((row) => ![...TOTALS, ''].includes(row[at]?.trim() ?? ''));
}

function columnChecks(column: ColumnSpec, cell: string, refuses: boolean, look: Look, feed: Feed): Check[] {
  const name = quoteIdentifier(column.name);
  const checks: Check[] = [];
  const add = (condition: string, reason: string, always = false): void => {
    checks.push({ column: column.name, condition, cell, reason, refuses: refuses || always });
  };
  if (column.type !== 'string') add(`${name} IS NULL AND ${look.said(cell)}`, unreadableReason(column));
  if (column.name === 'currency')
    add(`${look.filled(cell)} AND ${currencyCodeSql(cell)} IS NULL`, 'devise inconnue', true);
  if (column.type === 'number') add(`NOT isfinite(${name})`, unreadableReason(column));
  if (column.type === 'date') {
    const stray = strayDateSql(name);
    const optional = column.other_age_is_none === true;
    add(optional ? `(${stray}) AND NOT ${isNoDateSql(name)}` : stray, 'date invraisemblable', !optional);
  }
  if (hasTotals(feed, column))
    add(look.total(name, feed.totals?.get(column.name) ?? []), 'ligne de total', true);
  if (CODE_COLUMNS.some((code) => code === column.name))
    // The product beside it still tells what the row is of.
    checks.push({
      ...{ column: column.name, condition: look.damaged(name), cell, reason: DAMAGED_CODE },
      refuses: column.name === 'item_group_id' || !feed.positions.has('item_group_id'),
    });
  if (column.minimum !== undefined && !isSignedWithPieces(feed, column)) {
    const sold = isPaidPrice(feed, column) && feed.positions.has('quantity') ? ' AND quantity > 0' : '';
    add(`${name} < ${column.minimum}${sold}`, 'nombre négatif');
  }
  return checks;
}

/** Whether a price paid may have the sign of its line: an amount says what the line comes to. */
const isSignedWithPieces = (feed: Feed, column: ColumnSpec): boolean =>
  isPaidPrice(feed, column) && ['amount', 'base_amount'].some((name) => feed.positions.has(name));

function requiredCheck(feed: Feed, choice: readonly string[], cellSql: CellSql, look: Look): Check {
  const columns = choice.filter((name) => feed.positions.has(name) || feed.constants.has(name));
  const cells = columns.flatMap((name) => {
    const position = feed.positions.get(name);
    return position === undefined ? [] : [look.said(cellSql(position))];
  });
  const missing = columns.map((name) => `${quoteIdentifier(name)} IS NULL`).join(' AND ');
  const blank = cells.length > 0 && look === CLOSELY ? ` AND NOT (${cells.join(' OR ')})` : '';
  return {
    column: columns[0] ?? '',
    condition: missing + blank,
    cell: 'NULL',
    reason: 'valeur manquante',
    refuses: true,
  };
}

const UNDATED = {
  week_number: 'semaine sans année, ou que son année n’a pas',
  month_number: 'mois sans année, ou que son année n’a pas',
} as const;

/** A week or a month that leads to no date: its year is missing, or has no such one. */
function weekChecks({ positions, constants }: Feed, cellSql: CellSql): Check[] {
  return (['week_number', 'month_number'] as const).flatMap((column) => {
    const at = positions.get(column);
    if (at === undefined || constants.has('date')) return [];
    const condition = `${column} IS NOT NULL AND date IS NULL`;
    return [{ column, condition, cell: cellSql(at), reason: UNDATED[column], refuses: true }];
  });
}

/** A row of a ledger that is no sale, of an order that was cancelled, or of another kind than those that count. */
function movementChecks({ kind, positions, constants, source }: Feed, cellSql: CellSql): Check[] {
  const [movement, state, voided] = [
    positions.get('movement'),
    positions.get('state'),
    positions.get('cancelled'),
  ];
  const checks: Check[] = [];
  const add = (column: string, position: number, condition: string, reason: string): void => {
    checks.push({ column, condition, cell: cellSql(position), reason, refuses: true });
  };
  if (movement !== undefined)
    add('movement', movement, notSoldSql('movement'), 'mouvement qui n’est pas une vente');
  if (state !== undefined && kind !== 'orders')
    add('state', state, cancelledSql('state'), 'vente annulée ou remboursée');
  // Below zero, the line is itself what came back.
  const counted = positions.has('quantity') || constants.has('quantity');
  if (state !== undefined && kind === 'sales' && counted)
    add('state', state, `${cameBackSql('state')} AND quantity > 0`, 'article rendu');
  if (state !== undefined && kind === 'orders') {
    add('state', state, cancelledSql('state'), 'commande annulée');
    // What is still to come tells it better where the file says it.
    if (!positions.has('received_quantity'))
      add('state', state, endedSql('state'), 'commande déjà reçue ou close');
  }
  const heading = constants.get(LINE_KIND_HEADING);
  const sorted = heading === undefined ? -1 : source.headings.indexOf(heading);
  const kept = (constants.get(LINE_KIND) ?? '').split('\n').map(quoteText).join(', ');
  if (sorted >= 0)
    add(
      heading ?? '',
      sorted,
      `coalesce(${textSql(cellSql(sorted))}, '') NOT IN (${kept})`,
      'ligne d’une autre sorte',
    );
  if (voided !== undefined)
    add(
      'cancelled',
      voided,
      yesSql('cancelled'),
      kind === 'orders' ? 'commande annulée ou close' : 'ligne annulée',
    );
  return checks;
}

/** A NUL in any cell that would be kept. */
function nulChecks({ source, positions, attributes }: Feed, cellSql: CellSql): Check[] {
  if (source.dialect?.nuls === false) return [];
  const kept = new Map(
    [...attributes.values()].map((position) => [position, source.headings[position] ?? '']),
  );
  for (const [column, position] of positions) kept.set(position, column);
  return [...kept].flatMap(([position, column]) => {
    if (source.texts && !source.texts.includes(source.headings[position] ?? '')) return [];
    const cell = cellSql(position);
    return [{ column, condition: hadNulSql(cell), cell, reason: NUL_REASON, refuses: true }];
  });
}

/** Something beyond the last heading: a delimiter in a text moved the cells after it under headings of others. */
function widthChecks({ source }: Feed, cellSql: CellSql): Check[] {
  return cellPositions(source)
    .slice(source.headings.length)
    .map((position) => {
      const cell = cellSql(position);
      const condition = `trim(coalesce(${cell}, '')) <> ''`;
      return { column: 'sans titre', condition, cell, reason: TOO_WIDE, refuses: true };
    });
}

/** Everything that may be wrong with a row of a feed. */
export function checksOf(feed: Feed, cellSql: CellSql, look: Look): Check[] {
  const spec = kindSpec(feed.kind);
  const ofColumns = spec.columns.flatMap((column) => {
    const position = feed.positions.get(column.name);
    if (position === undefined) return [];
    const required = spec.required.some((choice) => choice.includes(column.name));
    return columnChecks(column, cellSql(position), required || column.strict === true, look, feed);
  });
  return [
    ...widthChecks(feed, cellSql),
    ...nulChecks(feed, cellSql),
    ...ofColumns,
    ...movementChecks(feed, cellSql),
    ...weekChecks(feed, cellSql),
    ...spec.required.map((choice) => requiredCheck(feed, choice, cellSql, look)),
  ];
}

export function anyOf(checks: readonly Check[]): string {
  return checks.length > 0
    ? `coalesce(${checks.map(({ condition }) => `(${condition})`).join(' OR ')}, false)`
    : 'false';
}

/** The SQL type of what `problemsSql` lists. */
export const PROBLEMS_TYPE = 'STRUCT(column_name VARCHAR, cell VARCHAR, reason VARCHAR, refuses BOOLEAN)[]';

/** SQL list of what is wrong with a row. */
export function problemsSql(checks: readonly Check[]): string {
  const problems = checks.map(
    ({ column, condition, cell, reason, refuses }) =>
      `CASE WHEN ${condition} THEN {column_name: ${quoteText(column)}, cell: ${cell}::VARCHAR, reason: ${quoteText(reason)}, refuses: ${refuses}} END`,
  );
  return `list_filter([${problems.join(', ')}], problem -> problem IS NOT NULL)`;
}
