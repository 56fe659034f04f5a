import type { Row } from '../database/database.ts';
import { join, quoteIdentifier, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { ALWAYS } from './decisions.ts';
import { chosenFields, type ListingField } from './fields.ts';
import { presentCurve, presentLine } from './present.ts';
import { HISTORY_FIELD, readHistories } from './series.ts';
import type { FieldChoice, LineRow } from './types.ts';

/** What the browser needs to compute the effect of an edit, whatever is asked. */
const NEEDED = ['price', 'base_price', 'cost', 'stock_qty', 'title', 'season_sales_qty'];

const selected = ({ definition, column }: ListingField): Sql => {
  const shown = definition.type === 'date' ? sql`${column}::VARCHAR` : column;
  return sql`${shown} AS ${raw(quoteIdentifier(definition.id))}`;
};

/** Columns of an answer's lines: what was asked, identity, decisions, prices. */
export const lineColumns = (context: ProjectContext, choice: FieldChoice): Sql => {
  const fields = chosenFields(context.fields, choice).filter(
    ({ definition }) => definition.id !== HISTORY_FIELD,
  );
  const known = new Set(fields.map(({ definition }) => definition.id));
  const columns = [
    raw('l.line_no AS "@line_no", l._id, l.item_group_id'),
    ...fields.filter(({ definition }) => definition.id !== 'item_group_id').map(selected),
    ...ALWAYS.filter((name) => !known.has(name)).map((name) => raw(`d.${name}`)),
    ...NEEDED.filter((name) => !known.has(name) && context.fields.find(name)).map((name) => raw(`l.${name}`)),
  ];
  return join(columns, ', ');
};

/** Lines of the answer out of rows of `lineColumns`, with their curves and lazy series. */
export const finishLines = async (
  context: ProjectContext,
  rows: readonly Row[],
  choice: FieldChoice,
): Promise<LineRow[]> => {
  const lines = rows.map((row) => {
    const line = presentLine(row);
    line.project_phase = context.manifest.working_phase;
    return line;
  });
  if (context.manifest.has_curves && !choice.excludes?.includes('curve')) {
    const curves = await context.curves.read(rows.map((row) => Number(row['@line_no'])));
    for (const [index, line] of lines.entries()) {
      const curve = curves[index];
      if (curve) line.curve = presentCurve(curve, context.levels);
    }
  }
  const asked = [...(choice.includes ?? []), ...(choice.fields ?? [])].includes(HISTORY_FIELD);
  if (asked && lines.length > 0) {
    const histories = await readHistories(
      context,
      lines.map(({ _id }) => _id),
    );
    for (const line of lines) line[HISTORY_FIELD] = histories.get(line._id) ?? null;
  }
  return lines;
};

/** The lines of these numbers, by number. Asking by number lets DuckDB read little of each column. */
export const fetchLines = async (
  context: ProjectContext,
  numbers: readonly number[],
  choice: FieldChoice,
): Promise<Map<number, LineRow>> => {
  if (numbers.length === 0) return new Map();
  const wanted = raw(numbers.map((number) => Math.trunc(number)).join(', '));
  const rows =
    await context.database.rows(sql`SELECT ${lineColumns(context, choice)} FROM ${raw(context.facts)}.line l
    JOIN ${raw(context.decisions)} d ON d.line_no = l.line_no WHERE l.line_no IN (${wanted}) AND d.line_no IN (${wanted}) ORDER BY l.line_no`);
  const lines = await finishLines(context, rows, choice);
  return new Map(lines.map((line, index) => [Number(rows[index]?.['@line_no']), line]));
};
