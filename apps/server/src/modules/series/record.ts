import { join } from 'node:path';
import type { ProjectFacts, RecordRequest } from '@palier/analytics';
import { addDays, isOver } from '@palier/domain';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { readModel } from '../engine/index.ts';
import { keepFolder, releaseFolder, reserveVersion, seriePath } from '../folders/index.ts';
import { endedRuns, plannedLines } from '../plans/index.ts';
import { lockProject, type ProjectRow, readProject } from '../projects/index.ts';
import { keptLines, keptPhases } from '../snapshots/index.ts';
import { heldDays, plannedPhases, soldPhases, splitOfLater } from './phases.ts';
import {
  deleteSerie,
  listSeries,
  markHeld,
  markRecorded,
  type NewSerie,
  replaceSerie,
  type SerieKey,
  type SerieRow,
} from './repository.ts';

export type RecordNeeds = Pick<Deps, 'config' | 'data_owner' | 'database' | 'events' | 'facts' | 'folders'>;

interface Work {
  deps: RecordNeeds;
  project: ProjectScope;
  row: ProjectRow;
  facts: ProjectFacts;
  data_date: string;
  /** Those that are recorded already. */
  known: SerieRow[];
  signal: AbortSignal;
}

/** Whether the decisions or the forecasts changed since the series were recorded. */
export const isBehind = ({ snapshot_version, series_version, version }: ProjectRow): boolean =>
  snapshot_version > 0 && series_version !== version;

/**
 * Records what the project's series lack: its sales, the plan in force, the runs that ended, the phases that were
 * signed. What is the same as at its last recording is not recorded again. Killed half-way, it is done again whole.
 */
export async function recordSeries(
  deps: RecordNeeds,
  project: ProjectScope,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.database;
  const row = await readProject(db, project, project.project_id);
  if (!isBehind(row)) return;
  const followed = await deps.facts.use(project, async (facts) => {
    const { data_date, working_phase } = facts.manifest();
    const work: Work = { deps, project, row, facts, data_date, signal, known: await listSeries(db, project) };
    if (facts.line_count === 0) return true;
    await recordSigned(work);
    // Facts of before a validation or a reopening: the decisions are of another phase, the next snapshot brings them.
    if (working_phase !== row.working_phase) return false;
    await recordSales(work);
    await recordPlan(work);
    return true;
  });
  const { version, series_version: before } = row;
  const isFirst = followed
    ? await markRecorded(db, project, { version, before })
    : (await listSeries(db, project)).length > 0 && (await markHeld(db, project));
  if (isFirst) await tellOfSeries(deps, project);
}

/** Tells the organisation's browsers that the project has series now. */
export async function tellOfSeries({ events }: Pick<Deps, 'events'>, project: ProjectScope): Promise<void> {
  const { organization_id, project_id } = project;
  await events.publish({
    ...{ type: 'project', organization_id, project_id },
    data: { project_id, change: 'updated' },
  });
}

async function recordSales(work: Work): Promise<void> {
  const { row, data_date } = work;
  const phases = soldPhases(row, data_date);
  if (phases.length === 0) return;
  await write(work, keyOf(work, 'sales'), { phases, content: { source: 'sales' } });
}

/** The plan in force and the runs: what the listing and the comparison of runs forecast. */
async function recordPlan(work: Work): Promise<void> {
  const { deps, project, row, facts, data_date, known } = work;
  const manifest = facts.manifest();
  if (row.working_phase === null || !manifest.has_curves) return;
  const phases = plannedPhases(row, row.working_phase, data_date);
  if (phases[0]?.project_phase !== row.working_phase) return; // its days are all past
  const model = await readModel(deps.folders, project.project_id, manifest.version);
  const split = splitOfLater(phases, model, facts.line_count);
  await write(work, keyOf(work, 'plan'), { phases, content: { source: 'plan', split } });
  for (const ended of await endedRuns(deps.database.db, project, row.working_phase)) {
    if (known.some(({ source, ref }) => source === 'run' && ref === ended.optimization_id)) continue;
    const run = await plannedLines(deps.database.db, project, ended.optimization_id);
    if (run.length === 0) continue;
    await write(
      work,
      { ...keyOf(work, 'run', ended.optimization_id), scenario_id: ended.goal, scenario_name: ended.name },
      { phases, content: { source: 'plan', split, run } },
    );
  }
}

/** The forecasts kept at validations, valued once as they were signed; those of a phase that was gone back to go. */
async function recordSigned(work: Work): Promise<void> {
  const { deps, project, row, known } = work;
  const { db } = deps.database;
  const kept = (await keptPhases(db, project)).filter(({ source }) => source === 'validated');
  const signed = known.filter(({ source }) => source === 'validated');
  for (const gone of signed.filter(({ ref }) => !kept.some((phase) => String(phase.project_phase) === ref)))
    await drop(work, gone);
  for (const { project_phase, from_date, to_date } of kept) {
    if (signed.some(({ ref }) => ref === String(project_phase))) continue;
    const days = heldDays(row, project_phase, from_date, addDays(to_date, -1));
    if (!days) continue;
    const lines = (await keptLines(db, project, project_phase)).map((line) => ({
      line_id: line.discount_id,
      qty: [line.sales_qty],
      discount_pct: [line.rate_pct],
    }));
    if (lines.length === 0) continue;
    await write(work, keyOf(work, 'validated', String(project_phase)), {
      phases: [days],
      content: { source: 'given', kind: 'forecast', lines },
    });
  }
}

const keyOf = ({ data_date }: Pick<Work, 'data_date'>, source: SerieKey['source'], ref = ''): Named => ({
  ...{ source, ref, serie_date: data_date },
  kind: source === 'sales' ? 'sales' : 'forecast',
  ...{ scenario_id: null, scenario_name: null },
});

type Named = SerieKey & Pick<NewSerie, 'scenario_id' | 'scenario_name'>;

/** Writes the files of a series, then its row in the transaction that takes them in use. */
export async function write(
  { deps, project, row, facts, data_date, known, signal }: Work,
  named: Named,
  request: Omit<RecordRequest, 'folder'>,
): Promise<void> {
  signal.throwIfAborted();
  const highest = Math.max(0, ...known.map(({ version }) => version));
  const version = await reserveVersion(deps, project, seriePath(project.project_id), highest);
  const pathOf = (of: number): string => seriePath(project.project_id, of);
  const folder = join(deps.folders.root, pathOf(version));
  const over = isOver({ ...row, data_date });
  const recorded = await facts.recordSerie({ ...request, folder, over });
  const { source, kind, ref } = named;
  const last = known.find((one) => one.source === source && one.kind === kind && one.ref === ref);
  // Its folder stays announced as unused: the upkeep removes it.
  if (last?.checksum === recorded.checksum && (await deps.folders.has(pathOf(last.version)))) return;
  await deps.folders.publish(pathOf(version));
  await inTransaction(deps.database.db, async (tx) => {
    // Two recordings at once would both find nothing to replace. A project deleted meanwhile keeps what it had.
    if (!(await lockProject(tx, project))) return;
    const serie = { ...named, ...recorded, version, phases: [...request.phases] };
    const former = await replaceSerie(tx, project, serie);
    if (former !== null) await releaseFolder(tx, project, pathOf(former));
    await keepFolder(tx, project, pathOf(version));
  });
}

async function drop({ deps, project }: Work, gone: SerieRow): Promise<void> {
  await inTransaction(deps.database.db, async (tx) => {
    await deleteSerie(tx, project, gone.serie_id);
    await releaseFolder(tx, project, seriePath(project.project_id, gone.version));
  });
}
