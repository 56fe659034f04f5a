import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FieldDefinition, LinePage } from '@palier/domain';
import { attachFile, detachFile } from '../database/attachments.ts';
import type { Database } from '../database/database.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { SerieTables } from '../series/held.ts';
import { recordSerie } from '../series/record.ts';
import { countSeriesLines, readSeriesDays, readSeriesGroups } from '../series/report.ts';
import { type CurveReader, curveShape, openCurveFile } from '../snapshot/curve-file.ts';
import { ensureFactsFile } from '../snapshot/facts-file.ts';
import type { SnapshotManifest } from '../snapshot/types.ts';
import { MANIFEST } from '../warehouse/manifest.ts';
import { readActuals } from './actuals.ts';
import type { ProjectContext } from './context.ts';
import { DECISION_COLUMNS } from './decision-columns.ts';
import { hasEndings } from './decision-figures.ts';
import {
  closeDecisions,
  type DecisionTable,
  goalCodes,
  openDecisions,
  writeDecisions,
  writeOptimizations,
  writeResidualValue,
} from './decisions.ts';
import { readEngineLines } from './engine-lines.ts';
import { type ListingFields, listingFields } from './fields.ts';
import { readGroupPages } from './first-lines.ts';
import { keysSql } from './group-query.ts';
import { readGroups, readSummary } from './groups.ts';
import { keepFacts } from './kept-facts.ts';
import { readLineIds, readLineIdsOfEach } from './line-ids.ts';
import { streamLines } from './line-stream.ts';
import { readLines, readLinesById } from './lines.ts';
import { readPlanLines } from './plan-lines.ts';
import { readLawfulLines, readPriorPrices } from './prior-prices.ts';
import { residualValueSql, UNKNOWN_RESIDUAL_VALUE } from './residual.ts';
import { readSeries } from './series.ts';
import { readFieldValues, readStandings } from './standings.ts';
import { readCounts, readStats, readTerms } from './terms.ts';
import type { DecisionRow, FactsView, LinesRequest, ProjectFacts, ProjectState } from './types.ts';
import { viewedFields } from './view.ts';
import { readWhatIf } from './what-if.ts';

export interface OpenProjectRequest {
  project_id: string;
  folder: string;
  /** What the project's row says, when it is known: saves writing every line a second time. */
  state?: ProjectState;
  /** For tests of the queries: another catalogue than the product's. */
  catalogue?: readonly FieldDefinition[];
}

/** What opens projects: a database, its scratch folder, and the series held in it. */
export interface Opener {
  database: Database;
  temp_folder: string;
  series: SerieTables;
}

async function columnsOf(database: Database, table: string): Promise<Set<string>> {
  const rows = await database.rows<{ column_name: string }>(`DESCRIBE SELECT * FROM ${table}`);
  return new Set(rows.map(({ column_name }) => column_name));
}

async function fieldsOf(
  database: Database,
  facts: string,
  catalogue: OpenProjectRequest['catalogue'],
): Promise<ListingFields> {
  const complete = await database.rows<{ name: string }>(`SELECT name FROM ${facts}.complete_column`);
  return listingFields({
    line: await columnsOf(database, `${facts}.line`),
    complete: new Set(complete.map(({ name }) => name)),
    decision: DECISION_COLUMNS,
    ...(catalogue && { catalogue }),
  });
}

async function withSummary(context: ProjectContext, request: LinesRequest): Promise<LinePage> {
  const [page, summary] = await Promise.all([
    readLines(context, request),
    request.summary ? readSummary(context, request) : undefined,
  ]);
  return summary ? { ...page, summary } : page;
}

type Questions = Pick<
  ProjectFacts,
  | 'fields'
  | 'lines'
  | 'groups'
  | 'groupPages'
  | 'summary'
  | 'stats'
  | 'terms'
  | 'counts'
  | 'series'
  | 'lineIds'
  | 'lineIdsOfEach'
  | 'standings'
  | 'fieldValues'
  | 'rows'
  | 'line'
  | 'linesById'
  | 'engineLines'
  | 'planLines'
  | 'actuals'
  | 'priorPrices'
  | 'lawfulLines'
  | 'whatIf'
  | 'recordSerie'
  | 'seriesGroups'
  | 'seriesLineCounts'
  | 'seriesDays'
>;

let opened = 0;

/** Opens a snapshot folder in a database; see `FactStore.openProject`. */
export async function openProject(
  { database, temp_folder, series }: Opener,
  request: OpenProjectRequest,
): Promise<ProjectFacts> {
  // Numbered before anything is waited for: several projects may be opened at the same moment.
  opened += 1;
  const decisions = quoteIdentifier(`decision_${opened}`);
  const manifest = JSON.parse(await readFile(joinPath(request.folder, MANIFEST), 'utf8')) as SnapshotManifest;
  const path = await ensureFactsFile(request.folder, temp_folder, curveShape(manifest));
  const facts = await attachFile(database, path);
  try {
    const curves = await openCurveFile(request.folder, curveShape(manifest));
    try {
      return await serveProject({ database, series }, request, { manifest, path, facts, decisions, curves });
    } catch (error) {
      await curves.close();
      throw error;
    }
  } catch (error) {
    await detachFile(database, path);
    throw error;
  }
}

/** What is open of a snapshot: its facts (a file and its schema), its curves, the name of its decisions' table. */
interface OpenedSnapshot {
  manifest: SnapshotManifest;
  path: string;
  facts: string;
  decisions: string;
  curves: CurveReader;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the questions that share one open snapshot, each a line
async function serveProject(
  { database, series }: Omit<Opener, 'temp_folder'>,
  request: OpenProjectRequest,
  { manifest, path, facts, decisions, curves }: OpenedSnapshot,
): Promise<ProjectFacts> {
  const table: DecisionTable = {
    ...{ name: decisions, facts, levels: manifest.discount_levels, line_count: manifest.line_count },
    goals: goalCodes(),
    has_optimizations: request.state?.has_optimizations ?? false,
    residual_value: UNKNOWN_RESIDUAL_VALUE,
    closed: manifest.closed ?? false,
    took_part: manifest.took_part ?? false,
    working_phase: manifest.working_phase,
    has_endings: hasEndings(manifest),
    path_phases: manifest.path_phases ?? 0,
  };
  const fields = await fieldsOf(database, facts, request.catalogue);
  let rule = request.state?.residual_value;
  if (rule) table.residual_value = await residualValueSql(database, facts, fields, rule);
  await openDecisions(database, table);
  let edition = 0;
  const context: ProjectContext = {
    database,
    folder: request.folder,
    facts,
    decisions,
    fields,
    goals: table.goals,
    edition: () => edition,
    residual_value: () => table.residual_value,
    levels: manifest.discount_levels,
    manifest,
    curves,
    kept_facts: keepFacts(),
    series: series.of({ opening: decisions, facts, line_count: manifest.line_count }),
  };
  let version = 0n;
  let state_version = 0n;
  let writing_state = 0;
  let writing: Promise<void> = Promise.resolve();

  const write = async (rows: readonly DecisionRow[]): Promise<void> => {
    if (rows.length === 0) return;
    await writeDecisions(database, table, rows).finally(() => {
      edition += 1;
    });
    for (const row of rows) if (BigInt(row.version) > version) version = BigInt(row.version);
  };

  const writeState = async (state: ProjectState): Promise<void> => {
    if (BigInt(state.version) < state_version) return;
    if (state.has_optimizations !== table.has_optimizations)
      await writeOptimizations(database, table, state.has_optimizations).finally(() => {
        edition += 1;
      });
    if (!isDeepStrictEqual(state.residual_value, rule)) {
      const value = await residualValueSql(database, facts, fields, state.residual_value);
      await writeResidualValue(database, table, value).finally(() => {
        edition += 1;
      });
      rule = state.residual_value;
    }
    state_version = BigInt(state.version);
  };
  const follows = (state: ProjectState): boolean =>
    state.has_optimizations === table.has_optimizations && isDeepStrictEqual(state.residual_value, rule);

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = writing.then(work);
    writing = turn.catch(() => {});
    return turn;
  };
  const held = {
    project_id: request.project_id,
    folder: request.folder,
    line_count: manifest.line_count,
    manifest: () => manifest,
    decisionVersion: () => version,
    edition: () => edition,
    applyDecisions: (rows: readonly DecisionRow[]) => inTurn(() => write(rows)),
    applyState: async (state: ProjectState) => {
      if (!follows(state) || writing_state > 0) {
        writing_state += 1;
        await inTurn(() => writeState(state)).finally(() => {
          writing_state -= 1;
        });
      } else if (BigInt(state.version) > state_version) state_version = BigInt(state.version);
    },
    close: async () => {
      await writing;
      try {
        await context.series.close();
        await closeDecisions(database, table);
        await detachFile(database, path);
      } finally {
        await curves.close();
      }
    },
  } satisfies Partial<ProjectFacts>;
  const view = (seen: FactsView | null, curved: boolean): ProjectFacts => {
    const shown = curved ? manifest : { ...manifest, has_curves: false };
    const own = { ...context, manifest: shown, ...(seen && { fields: viewedFields(fields, seen) }) };
    return {
      ...held,
      manifest: () => shown,
      ...questionsOf(own),
      viewed: (other) => view(other, curved),
      withoutCurves: () => view(seen, false),
    };
  };
  return view(null, true);
}

/** Every question that opened facts answer, all through the fields of the context: those of a view, or all. */
function questionsOf(context: ProjectContext): Questions {
  return {
    fields: () => context.fields.all.map(({ definition }) => definition),
    lines: (wanted) => withSummary(context, wanted),
    groups: (wanted) => readGroups(context, wanted),
    groupPages: (wanted) => readGroupPages(context, wanted),
    summary: (wanted) => readSummary(context, wanted),
    stats: (wanted) => readStats(context, wanted),
    terms: (wanted) => readTerms(context, wanted),
    counts: (wanted) => readCounts(context, wanted),
    series: (wanted) => readSeries(context, wanted),
    lineIds: (wanted) => readLineIds(context, wanted),
    lineIdsOfEach: (wanted) => readLineIdsOfEach(context, wanted),
    standings: (wanted) => readStandings(context, wanted),
    fieldValues: (wanted) => readFieldValues(context, wanted),
    rows: (wanted) => streamLines(context, wanted, keysSql(context, wanted.by ?? [])),
    line: async (id, choice) => (await readLinesById(context, [id], choice ?? {}))[0] ?? null,
    linesById: (ids, choice) => readLinesById(context, ids, choice ?? {}),
    engineLines: (wanted) => readEngineLines(context, wanted),
    planLines: (wanted) => readPlanLines(context, wanted),
    actuals: (by, signed, validated) => readActuals(context, by, signed, validated),
    priorPrices: (ids) => readPriorPrices(context, ids),
    lawfulLines: (wanted) => readLawfulLines(context, wanted),
    whatIf: (edits) => readWhatIf(context, edits),
    recordSerie: (wanted) => recordSerie(context, wanted),
    seriesGroups: (wanted) => readSeriesGroups(context, wanted),
    seriesLineCounts: (wanted) => countSeriesLines(context, wanted),
    seriesDays: (wanted) => readSeriesDays(context, wanted),
  };
}
