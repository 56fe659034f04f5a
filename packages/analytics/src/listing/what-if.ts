import { join, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { completeSelect } from './decision-columns.ts';
import { hasEndings } from './decision-figures.ts';
import { linesSql, selectionSql } from './selection.ts';
import { STORED } from './stored-columns.ts';
import type { FigureSums, WhatIf, WhatIfEdit } from './types.ts';

/** Sums of a plan's figures by horizon; lines without a figure are left out of its sum, null where none has it, as the listing's totals do. */
const SUMMED = [
  'sales_qty',
  'sales',
  'profit',
  'cogs',
  'stock',
  'list_sales',
  'season_sales_qty',
  'available_qty',
];
/** Those that exist to the project's end alone. */
const SUMMED_AT_END = ['discount_budget', 'profit_after_leftovers'];

function sums(table: string): string {
  const of = (family: string, names: readonly string[]): string =>
    `{${names.map((name) => `${name}: sum(${table}."${family}.${name}")::DOUBLE`).join(', ')}}`;
  return `{phase: ${of('phase_forecast', SUMMED)}, total: ${of('forecast', [...SUMMED, ...SUMMED_AT_END])}, discount_budget: sum(${table}.discount_budget)::DOUBLE}`;
}

/** The last edit whose lines hold this one; NULL when none does. */
function editNumber(context: ProjectContext, edits: readonly WhatIfEdit[]): Sql {
  const cases = edits.map((edit, index) => {
    const condition = selectionSql(context.fields, edit.selection) ?? raw('true');
    return sql`WHEN ${condition} THEN ${raw(String(index))}`;
  });
  return sql`CASE ${join(cases.reverse(), ' ')} END`;
}

/** A value that each edit has or leaves as it is. */
function chooseSql(edits: readonly WhatIfEdit[], usual: string, of: (edit: WhatIfEdit) => Sql | null): Sql {
  const cases = edits.flatMap((edit, index) => {
    const value = of(edit);
    return value ? [sql`WHEN ${raw(String(index))} THEN ${value}`] : [];
  });
  return cases.length > 0 ? sql`CASE edit_no ${join(cases, ' ')} ELSE ${raw(usual)} END` : raw(usual);
}

/** The level nearest to the present discount plus some points, the lower of two. */
function movedBy(levels: readonly number[], points: number): Sql {
  const moved = sql`coalesce(discount_pct, 0) + ${points}::DOUBLE`;
  const nearest = levels
    .slice(0, -1)
    .map(
      (level, index) =>
        sql`WHEN ${moved} <= ${raw(String((level + (levels[index + 1] ?? level)) / 2))} THEN ${raw(String(level))}`,
    );
  const last = raw(String(levels.at(-1) ?? 0));
  return nearest.length > 0
    ? sql`(CASE ${join(nearest, ' ')} ELSE ${last} END)::DOUBLE`
    : sql`${last}::DOUBLE`;
}

function wantedDiscount(levels: readonly number[], edit: WhatIfEdit): Sql | null {
  if (edit.discount_pct_change !== undefined) return movedBy(levels, edit.discount_pct_change);
  return edit.discount_pct_user === undefined ? null : sql`${edit.discount_pct_user}::DOUBLE`;
}

/** Why a line may not have its new discount; the domain's `discountFault`. */
function faultOf(levels: string): string {
  return `CASE WHEN NOT asked OR wanted IS NULL THEN NULL
  WHEN NOT list_contains(${levels}, wanted) THEN 'not_a_level'
  WHEN wanted < coalesce(previous_discount_pct, 0) THEN 'below_previous'
  WHEN wanted < coalesce(discount_pct_min, 0) THEN 'below_shield'
  WHEN wanted > coalesce(discount_pct_max, 100) THEN 'above_shield' END`;
}

/** The lines that the edits are about, each price left where the previous phase put it. */
function stillSql(): string {
  const replaced: Record<string, string> = { included: 'false', next_discount_pcts: "''" };
  const columns = STORED.map(({ name }) => (replaced[name] ? `${replaced[name]} AS ${name}` : name));
  return `SELECT line_no, ${columns.join(', ')}, 0 AS goal_code FROM judged`;
}

/** Decisions as they would be stored, of the lines that would change. */
function storedSql(): string {
  const replaced: Record<string, string> = {
    discount_pct_user: 'wanted',
    included: 'wanted_included',
    next_discount_pcts: 'wanted_next',
  };
  const columns = STORED.map(({ name }) => (replaced[name] ? `${replaced[name]} AS ${name}` : name));
  return `SELECT line_no, ${columns.join(', ')}, 0 AS goal_code FROM judged WHERE fault IS NULL
    AND (wanted IS DISTINCT FROM discount_pct_user OR wanted_included <> included OR wanted_next <> next_discount_pcts)`;
}

interface Row {
  line_count: number;
  refused: { fault: string; lines: number }[] | null;
  project: FigureSums;
  held: FigureSums;
  before: FigureSums;
  after: FigureSums;
  nothing: number;
  below_cost: WhatIf['below_cost'];
  label_prices: WhatIf['label_prices'];
}

/**
 * What a set of edits would change, in one question whatever the number of lines. A line that several edits hold
 * follows the last; one that may not have its new discount keeps its own and is counted by reason. Nothing is written.
 */
export async function readWhatIf(context: ProjectContext, edits: readonly WhatIfEdit[]): Promise<WhatIf> {
  const levels = `[${context.levels.map((level) => `${level}::DOUBLE`).join(', ')}]`;
  const asked = chooseSql(edits, 'false', (edit) =>
    edit.discount_pct_user === undefined && edit.discount_pct_change === undefined ? null : raw('true'),
  );
  const wanted = chooseSql(edits, 'discount_pct_user', (edit) => wantedDiscount(context.levels, edit));
  const included = chooseSql(edits, 'included', ({ included: value }) =>
    value === undefined ? null : raw(String(value)),
  );
  const next = chooseSql(edits, 'next_discount_pcts', ({ next_discount_pct: value }) =>
    value === undefined ? null : sql`${String(value)}`,
  );
  const planned = {
    lines: `${context.facts}.line`,
    curves: `${context.facts}.curve`,
    levels: context.levels,
    has_optimizations: false, // no figure depends on where a discount comes from
    residual_value: context.residual_value(),
    closed: context.manifest.closed ?? false,
    took_part: context.manifest.took_part ?? false,
    working_phase: context.manifest.working_phase,
    has_endings: hasEndings(context.manifest),
    path_phases: context.manifest.path_phases ?? 0,
  };
  const after = completeSelect({ ...planned, stored: storedSql() });
  const still = completeSelect({ ...planned, stored: stillSql() });
  const { within } = context.fields;
  const [row] = await context.database.rows<Row>(sql`
    WITH held AS (SELECT d.*, ${editNumber(context, edits)} AS edit_no FROM ${raw(linesSql(context))}),
    judged AS MATERIALIZED (
      SELECT *, ${raw(faultOf(levels))} AS fault FROM (
        SELECT *, ${asked} AS asked, ${wanted} AS wanted, ${included} AS wanted_included, ${next} AS wanted_next
        FROM held WHERE edit_no IS NOT NULL)),
    after AS MATERIALIZED (${raw(after)}), still AS (${raw(still)}),
    compared AS (SELECT judged.below_cost AS now, coalesce(after.below_cost, judged.below_cost) AS planned,
      CASE WHEN judged.fault IS NULL AND judged.wanted_included THEN coalesce(after.label_price, judged.label_price) END AS label FROM judged LEFT JOIN after USING (line_no))
    SELECT (SELECT count(*) FROM after) AS line_count,
      (SELECT list({fault: fault, lines: lines}) FROM (SELECT fault, count(*)::DOUBLE AS lines FROM judged WHERE fault IS NOT NULL GROUP BY fault)) AS refused,
      (SELECT ${raw(sums('d'))} FROM ${raw(within ? linesSql(context) : `${context.decisions} d`)} WHERE ${within ?? raw('true')}) AS project,
      (SELECT ${raw(sums('judged'))} FROM judged) AS held,
      (SELECT ${raw(sums('d'))} FROM ${raw(context.decisions)} d JOIN after USING (line_no)) AS before,
      (SELECT ${raw(sums('after'))} FROM after) AS after,
      (SELECT coalesce(sum("forecast.profit_after_leftovers"), 0)::DOUBLE FROM still) AS nothing,
      (SELECT {held: count(*)::DOUBLE, before: count(*) FILTER (now)::DOUBLE, after: count(*) FILTER (planned)::DOUBLE,
        added: count(*) FILTER (planned AND NOT now)::DOUBLE} FROM compared) AS below_cost,
      (SELECT {low: min(label), high: max(label)} FROM compared) AS label_prices`);
  if (!row) throw new Error('no answer');
  const { refused, ...found } = row;
  return {
    ...found,
    refused: Object.fromEntries((refused ?? []).map(({ fault, lines }) => [fault, lines])),
  };
}
