import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SerieDays } from '@palier/domain';
import { discardFolder, publishFolder, temporaryFolder } from '../database/folders.ts';
import { join as joinSql, list, quoteText, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from '../listing/context.ts';
import { completeSelect } from '../listing/decision-columns.ts';
import { hasEndings, levelList, rateSql, workedPct } from '../listing/decision-figures.ts';
import { laterPctOf, laterQtyOf, phasesSql, standingSql } from '../listing/later-phases.ts';
import { STORED } from '../listing/stored-columns.ts';
import { writeParquet } from '../warehouse/write.ts';
import { daysSql } from './days.ts';
import type { GivenLine, RecordedSerie, RecordRequest, RunLine } from './types.ts';

/** A row for every line, and the shape by day of each family's phases. */
export const LINE_FILE = 'line.parquet';
export const DAY_FILE = 'day.parquet';

/** What is kept of a line beside its phases: enough to value it as it was valued that day. */
const FACTS = [
  'l._id::UUID AS line_id',
  'l.line_no',
  "coalesce(l.family::VARCHAR, '') AS family",
  'l.price::DOUBLE AS price',
  'l.base_price::DOUBLE AS base_price',
  'l.cost::DOUBLE AS cost',
].join(', ');

const UPCOMING = 'coalesce(l.upcoming_sales_qty, 0)';

/** The names of a phase's columns in the file. */
export const qtyOf = ({ project_phase }: SerieDays): string => `qty_${project_phase}`;
export const pctOf = ({ project_phase }: SerieDays): string => `pct_${project_phase}`;
export const salesOf = ({ project_phase }: SerieDays): string => `sales_${project_phase}`;
export const listSalesOf = ({ project_phase }: SerieDays): string => `list_sales_${project_phase}`;

/**
 * SQL of a number for each row, null where it is not known. As texts, since a list parameter has the type of its first
 * value: one that begins with 1 takes no 0.5.
 */
function unnested(values: ArrayLike<number | null | undefined>): Sql {
  const texts = Array.from(values, (value) =>
    value === null || value === undefined || !Number.isFinite(value) ? '' : String(value),
  );
  return sql`nullif(unnest(${list(texts)}), '')::DOUBLE`;
}

/** Complete decisions as they would be with a run's discounts in the place of those chosen, of its lines alone. */
function runDecisions(context: ProjectContext, lines: readonly RunLine[]): Sql {
  const given = sql`SELECT unnest(${list(lines.map(({ discount_id }) => discount_id))}) AS _id,
    unnest(${list(lines.map(({ discount_pct }) => String(discount_pct)))})::DOUBLE AS pct, unnest(${list(lines.map(({ next_discount_pcts }) => next_discount_pcts.join(',')))}) AS next`;
  const replaced: Record<string, string> = {
    included: 'true',
    discount_pct_user: 'run.pct',
    next_discount_pcts: 'run.next',
  };
  const columns = STORED.map(({ name }) => `${replaced[name] ?? `d.${name}`} AS ${name}`);
  const complete = completeSelect({
    stored: `SELECT d.line_no, ${columns.join(', ')}, 0 AS goal_code FROM ${context.decisions} d JOIN ${context.facts}.line l USING (line_no) JOIN run USING (_id)`,
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
  });
  return sql`WITH run AS (${given}), complete AS (${raw(complete)}) FROM complete`;
}

/** Units of the worked phase and, of what is sold after it, the part of each later phase; the listing's own forecasts. */
function planSql(
  context: ProjectContext,
  [worked, ...later]: readonly SerieDays[],
  { split, run }: Extract<RecordRequest['content'], { source: 'plan' }>,
): Sql {
  if (!worked) throw new Error('a plan has a phase to work on');
  const decisions = run ? runDecisions(context, run) : raw(`FROM ${context.decisions}`);
  const parts = later.map((_, index) => sql`${unnested(split[index] ?? [])} AS part_${raw(String(index))}`);
  const { path_phases = 0, working_phase } = context.manifest;
  const standing = `(SELECT *, ${workedPct('w')} AS worked_pct FROM planned w)`;
  const valued =
    path_phases > 0
      ? phasesSql({
          ...{ from: standing, list: levelList(context.levels), levels: context.levels },
          ...{ curves: `${context.facts}.curve`, path_phases },
        })
      : standingSql(standing, path_phases);
  /** The place of a later phase among those told apart. */
  const placeOf = ({ project_phase }: SerieDays): number =>
    path_phases > 0 ? Math.max(1, project_phase - (working_phase ?? 0)) : 1;
  const rest = '(d."forecast.sales_qty" - d."phase_forecast.sales_qty")';
  const qty = (phase: SerieDays, index: number): string =>
    path_phases > 0
      ? `CASE WHEN d.stepped THEN d.${laterQtyOf(placeOf(phase))} ELSE ${rest} * split.part_${index} END`
      : `${rest} * split.part_${index}`;
  const phases = [
    `d."phase_forecast.sales_qty"::FLOAT AS ${qtyOf(worked)}, (${rateSql(context, 'd.worked_pct')})::FLOAT AS ${pctOf(worked)}`,
    ...later.map(
      (phase, index) =>
        `(${qty(phase, index)})::FLOAT AS ${qtyOf(phase)}, (${rateSql(context, `d.${laterPctOf(placeOf(phase))}`)})::FLOAT AS ${pctOf(phase)}`,
    ),
  ];
  const from =
    parts.length > 0
      ? sql`, split AS (SELECT unnest(range(${raw(String(context.manifest.line_count))}))::INTEGER AS line_no, ${joinSql(parts, ', ')})`
      : raw('');
  return sql`WITH planned AS (${decisions}), d AS (${raw(valued)})${from}
    SELECT ${raw(FACTS)}, l.stock_qty::FLOAT AS stock, ${raw(UPCOMING)}::FLOAT AS upcoming, coalesce(l.season_sales_qty, 0)::FLOAT AS season, ${raw(phases.join(', '))}
    FROM d JOIN ${raw(context.facts)}.line l USING (line_no) ${raw(parts.length > 0 ? 'JOIN split USING (line_no)' : '')}`;
}

/** What was sold by phase, as the snapshot counts it for every screen. Of a project that is over, what was left at its end. */
function salesSql(context: ProjectContext, phases: readonly SerieDays[], over: boolean): Sql {
  const actual = quoteText(join(context.folder, 'actual.parquet'));
  const of = (column: string, { project_phase }: SerieDays): string =>
    `any_value(${column}) FILTER (phase = ${project_phase})`;
  const sold = phases.map(
    (phase) =>
      `${of('qty', phase)}::FLOAT AS ${qtyOf(phase)}, ${of('sales', phase)}::DOUBLE AS ${salesOf(phase)}, ${of('list_sales', phase)}::DOUBLE AS ${listSalesOf(phase)}`,
  );
  const columns = phases.map(
    (phase) =>
      `s.${qtyOf(phase)}, s.${salesOf(phase)}, s.${listSalesOf(phase)}, nullif(string_split(d.previous_discount_pcts, ',')[${phase.project_phase + 1}], '')::FLOAT AS ${pctOf(phase)}`,
  );
  const [stock, season] = over
    ? ['d."forecast.stock"', 'd."forecast.season_sales_qty"']
    : ['l.stock_qty', 'coalesce(l.season_sales_qty, 0)'];
  return raw(`WITH s AS (SELECT line_no${sold.map((column) => `, ${column}`).join('')} FROM read_parquet(${actual}) WHERE phase >= 0 GROUP BY line_no)
    SELECT ${FACTS}, ${stock}::FLOAT AS stock, 0::FLOAT AS upcoming, ${season}::FLOAT AS season${columns.map((column) => `, ${column}`).join('')}
    FROM s JOIN ${context.facts}.line l USING (line_no) JOIN ${context.decisions} d USING (line_no)`);
}

function givenSql(
  context: ProjectContext,
  phases: readonly SerieDays[],
  kind: 'forecast' | 'sales',
  lines: readonly GivenLine[],
): Sql {
  const column = (values: readonly (number | null | undefined)[], name: string): Sql =>
    sql`${unnested(values)} AS ${raw(name)}`;
  const given = phases.flatMap((phase, index) => [
    column(
      lines.map(({ qty }) => qty[index]),
      qtyOf(phase),
    ),
    column(
      lines.map(({ discount_pct }) => discount_pct[index]),
      pctOf(phase),
    ),
    ...(kind === 'sales'
      ? [
          column(
            lines.map(({ sales }) => sales?.[index]),
            salesOf(phase),
          ),
        ]
      : []),
  ]);
  const columns = phases.map((phase) => {
    const [qty, pct] = [`g.${qtyOf(phase)}`, `g.${pctOf(phase)}`];
    const list_sales = `l.price * ${qty}`;
    const rate = `coalesce(${pct}, 100 * (1 - g.${salesOf(phase)} / nullif(${list_sales}, 0)))`;
    const sales = `coalesce(g.${salesOf(phase)}, ${list_sales} * (1 - ${pct} / 100))`;
    return kind === 'sales'
      ? `${qty}::FLOAT AS ${qtyOf(phase)}, (${rate})::FLOAT AS ${pctOf(phase)}, (${sales})::DOUBLE AS ${salesOf(phase)}, (${list_sales})::DOUBLE AS ${listSalesOf(phase)}`
      : `${qty}::FLOAT AS ${qtyOf(phase)}, ${pct}::FLOAT AS ${pctOf(phase)}`;
  });
  const ids = sql`unnest(${list(lines.map(({ line_id }) => line_id))}) AS _id`;
  return sql`WITH g AS (SELECT ${joinSql([ids, ...given], ', ')})
    SELECT ${raw(FACTS)}, l.stock_qty::FLOAT AS stock, 0::FLOAT AS upcoming, coalesce(l.season_sales_qty, 0)::FLOAT AS season, ${raw(columns.join(', '))}
    FROM g JOIN ${raw(context.facts)}.line l USING (_id)`;
}

function linesSql(context: ProjectContext, { phases, content }: RecordRequest, over: boolean): Sql {
  if (content.source === 'plan') return planSql(context, phases, content);
  if (content.source === 'sales') return salesSql(context, phases, over);
  return givenSql(context, phases, content.kind, content.lines);
}

/**
 * Writes a series: its lines as they are valued at the snapshot's data date and the shape by day of their families.
 * The folder appears whole or not at all.
 *
 * @param over whether the project has ended: its stock is then that of its end
 */
export async function recordSerie(
  context: ProjectContext,
  request: RecordRequest & { over: boolean },
): Promise<RecordedSerie> {
  await mkdir(dirname(request.folder), { recursive: true });
  const temporary = await temporaryFolder(request.folder);
  try {
    const written = await context.database.session(async (session) => {
      // A COPY takes no parameter: what it writes is gathered first.
      await session.run(
        sql`CREATE OR REPLACE TEMP TABLE serie_line AS ${linesSql(context, request, request.over)}`,
      );
      const actual = request.content.source === 'sales';
      await session.run(
        `CREATE OR REPLACE TEMP TABLE serie_day AS ${daysSql(context, request.phases, actual)}`,
      );
      const lines = await writeParquet(
        session,
        temporary,
        LINE_FILE,
        'serie',
        // In the order of the facts: a report of the same lines then reads both side by side.
        'SELECT * EXCLUDE (line_no) FROM serie_line ORDER BY line_no',
      );
      await writeParquet(session, temporary, DAY_FILE, 'serie', 'FROM serie_day ORDER BY family, phase, day');
      await session.run('DROP TABLE serie_line');
      await session.run('DROP TABLE serie_day');
      return lines;
    });
    const sizes = await Promise.all([LINE_FILE, DAY_FILE].map((name) => stat(join(temporary, name))));
    await publishFolder(temporary, request.folder);
    return {
      line_count: written.rows,
      byte_size: sizes.reduce((sum, { size }) => sum + size, 0),
      checksum: written.checksum,
    };
  } catch (error) {
    await discardFolder(temporary);
    throw error;
  }
}
