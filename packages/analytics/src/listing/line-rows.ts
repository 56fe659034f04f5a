import type { FieldChoice, Line } from '@palier/domain';
import type { Row } from '../database/read-rows.ts';
import { join, quoteIdentifier, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { ALWAYS } from './decision-columns.ts';
import { hasEndings } from './decision-figures.ts';
import { chosenFields, type ListingField, type Side } from './fields.ts';
import { presentCurve, presentLine } from './present.ts';
import { linesSql } from './selection.ts';
import { HISTORY_FIELD, readHistories } from './series.ts';

/** What the browser needs to compute the effect of an edit, whatever is asked. */
const NEEDED = ['price', 'prices', 'base_price', 'cost', 'stock_qty', 'title', 'season_sales_qty'];

/** The rates that a line's prices stand at, for its curve. */
const RATES: Selected = { side: 'l', sql: raw('l.level_rates AS "@level_rates"') };

/** A column of an answer's rows, and the table it is read from. */
interface Selected {
  side: Side;
  sql: Sql;
}

function selectField({ definition, column, side }: ListingField): Selected {
  const shown = definition.type === 'date' ? sql`${column}::VARCHAR` : column;
  return { side, sql: sql`${shown} AS ${raw(quoteIdentifier(definition.id))}` };
}

/** Columns of an answer's lines: what was asked, identity, decisions, prices. */
function selectedColumns(context: ProjectContext, choice: FieldChoice): Selected[] {
  const fields = chosenFields(context.fields, choice).filter(
    ({ definition }) => definition.id !== HISTORY_FIELD && definition.id !== 'item_group_id',
  );
  const known = new Set(fields.map(({ definition }) => definition.id));
  const decisions = ALWAYS.filter((name) => !known.has(name)).map(
    (name): Selected => ({ side: 'd', sql: raw(`d.${name}`) }),
  );
  const rates = hasEndings(context.manifest) ? [RATES] : [];
  const facts = NEEDED.filter((name) => !known.has(name) && context.fields.find(name)).map(
    (name): Selected => ({ side: 'l', sql: raw(`l.${name}`) }),
  );
  return [
    { side: 'l', sql: raw('l._id, l.item_group_id') },
    ...fields.map(selectField),
    ...decisions,
    ...facts,
    ...rates,
  ];
}

function columnsSql(columns: readonly Selected[]): Sql {
  return join(
    columns.map((column) => column.sql),
    ', ',
  );
}

/** The columns of an answer's lines, out of `l` and `d`. */
export function lineColumns(context: ProjectContext, choice: FieldChoice): Sql {
  return sql`l.line_no AS "@line_no", ${columnsSql(selectedColumns(context, choice))}`;
}

/**
 * Lines of the answer out of rows of `lineColumns`, with their curves and lazy series. `decided` has the decisions by
 * number where they were read apart.
 */
export async function finishLines(
  context: ProjectContext,
  rows: readonly Row[],
  choice: FieldChoice,
  decided?: ReadonlyMap<unknown, Row>,
): Promise<Line[]> {
  const lines = rows.map((row) => {
    const line = presentLine(row, decided?.get(row['@line_no']));
    line.project_phase = context.manifest.working_phase;
    return line;
  });
  if (context.manifest.has_curves && !choice.excludes?.includes('curve')) {
    const curves = await context.curves.read(rows.map((row) => Number(row['@line_no'])));
    for (const [index, line] of lines.entries()) {
      const curve = curves[index];
      const rates = rows[index]?.['@level_rates'];
      if (curve)
        line.curve = presentCurve(
          curve,
          context.levels,
          context.manifest.path_phases ?? 0,
          Array.isArray(rates) ? rates.map(Number) : null,
        );
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
}

/** From one line in so many, reading the columns through is faster than looking each line up. */
const LOOKED_UP = 400;

/** The facts of some lines: those that are kept, and the others looked up one by one. */
async function lookUpFacts(
  { database, facts, kept_facts }: ProjectContext,
  columns: string,
  numbers: readonly number[],
): Promise<Row[]> {
  const kept = kept_facts.of(columns);
  const known = numbers.flatMap((number): Row[] => {
    const row = kept.get(number);
    return row ? [row] : [];
  });
  const missing = numbers.filter((number) => !kept.has(number));
  if (missing.length === 0) return known;
  const rows = await database.rows<Row>(
    `SELECT l.line_no AS "@line_no", ${columns} FROM ${facts}.line l WHERE l.line_no IN (${missing.join(', ')})`,
  );
  kept_facts.keep(columns, rows);
  return [...known, ...rows];
}

/** The rows of some lines, looked up one by one in each table at the same time. */
async function lookUp(
  context: ProjectContext,
  columns: readonly Selected[],
  numbers: readonly number[],
): Promise<{ rows: Row[]; decided: ReadonlyMap<unknown, Row> }> {
  const of = (side: Side): Sql => columnsSql(columns.filter((column) => column.side === side));
  const [rows, decisionRows] = await Promise.all([
    lookUpFacts(context, of('l').text, numbers),
    context.database.rows(
      sql`SELECT d.line_no AS "@line_no", ${of('d')} FROM ${raw(context.decisions)} d WHERE d.line_no IN (${raw(numbers.join(', '))})`,
    ),
  ]);
  return { rows, decided: new Map(decisionRows.map((row) => [row['@line_no'], row])) };
}

/** The rows of many lines, read through. */
async function readThrough(
  context: ProjectContext,
  columns: readonly Selected[],
  numbers: readonly number[],
): Promise<{ rows: Row[]; decided?: undefined }> {
  const query = sql`SELECT l.line_no AS "@line_no", ${columnsSql(columns)} FROM ${raw(linesSql(context))} WHERE l.line_no IN (${raw(numbers.join(', '))})`;
  return { rows: await context.database.rows(query) };
}

/** The lines of these numbers, by number. */
export async function fetchLines(
  context: ProjectContext,
  numbers: readonly number[],
  choice: FieldChoice,
): Promise<Map<number, Line>> {
  if (numbers.length === 0) return new Map();
  const wanted = numbers.map((number) => Math.trunc(number));
  const columns = selectedColumns(context, choice);
  const few = numbers.length * LOOKED_UP <= context.manifest.line_count;
  const { rows, decided } = await (few ? lookUp : readThrough)(context, columns, wanted);
  rows.sort((left, right) => Number(left['@line_no']) - Number(right['@line_no']));
  const lines = await finishLines(context, rows, choice, decided);
  return new Map(lines.map((line, index) => [Number(rows[index]?.['@line_no']), line]));
}
