import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type ClosedForecast,
  draftSnapshot,
  type EngineLines,
  type SnapshotCurves,
  type SnapshotDraft,
  type SnapshotManifest,
} from '@palier/analytics';
import { markedDownPrice, type PriceEnding, type SignedLabel } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { newId } from '../../ids.ts';
import { JobFailure, type JobRun } from '../../queue/queue.ts';
import { type ProjectScope, type Scope, systemScope } from '../../scope.ts';
import {
  addLines,
  chosenDiscounts,
  discountHistory,
  lineIdsByProduct,
  renameLines,
  signedDiscounts,
} from '../discounts/index.ts';
import { forecastPeriods, modelFile, writeModel } from '../engine/index.ts';
import { excludedChecks, MISSING_SENTENCES, nullIfMissing, warehouseVersion } from '../facts/index.ts';
import {
  explainDataFolder,
  keepFolder,
  releaseFolder,
  reserveVersion,
  snapshotPath,
  warehousePath,
  withFolder,
} from '../folders/index.ts';
import { projectEndings } from '../organizations/index.ts';
import {
  initialDiscounts,
  openProject,
  type ProjectRow,
  readProject,
  takeVersion,
  updateProject,
} from '../projects/index.ts';
import { addSeriesJob, recordSeries } from '../series/index.ts';
import { restOf } from './backtests/rest.ts';
import { settlePastPhases, writeBacktest } from './backtests/service.ts';
import { dataDate, snapshotProject } from './request.ts';

type Needs = Pick<
  Deps,
  | 'config'
  | 'data_owner'
  | 'database'
  | 'events'
  | 'facts'
  | 'folders'
  | 'log'
  | 'queue'
  | 'scratch'
  | 'threads'
>;

const HISTORY_WEEKS = 104;

/** Computes a project's facts and demand curves from the published warehouse, and serves them. */
export async function runSnapshot(deps: Needs, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const { db } = deps.database;
  const project = await openProject(db, scope, run.project_id ?? '').catch((error) => {
    if (error instanceof ApiError) return null; // deleted meanwhile: nothing to compute
    throw error;
  });
  const warehouse = await warehouseVersion(db, scope);
  if (!project || warehouse === 0) return;
  await proveFactsThere(deps, scope, warehouse);
  const source = warehousePath(scope.organization_id, warehouse);
  await withFolder(deps.folders, source, (folder) => compute(deps, run, project, folder));
}

async function compute(deps: Needs, run: JobRun, project: ProjectScope, source: string): Promise<void> {
  const { db } = deps.database;
  const row = await readProject(db, project, project.project_id);
  await recordBefore(deps, project, run);
  const version = await reserveVersion(deps, project, snapshotPath(project.project_id), row.snapshot_version);
  const line_ids = await lineIdsByProduct(db, project);
  const price_endings = await endingsFor(deps, project, row);
  const signed_labels = await labelsBefore(db, project, row, price_endings);
  const prices = { price_endings, signed_labels };
  const work: Work = { deps, run, project, row, version, source, ...prices, line_ids };
  const former = formerPath(project, row);
  const lent = former === null ? null : await deps.folders.open(former);
  const draft = await openDraft(work, lent?.folder ?? null).finally(lent?.release);
  try {
    const manifest = await finishDraft(work, draft);
    await publish(work, manifest, await draftLines(draft));
  } catch (error) {
    await draft.discard().catch(() => {});
    if (await isDeleted(deps, systemScope(project.organization_id), project.project_id)) return;
    throw error;
  }
}

/** How the project's prices end; where every phase is validated, as they did: those prices are in shops. */
async function endingsFor(
  { database, facts }: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<readonly PriceEnding[]> {
  const signed =
    row.working_phase === null && row.snapshot_version > 0
      ? await facts.use(project, async (own) => own.manifest().price_endings ?? []).catch(nullIfMissing)
      : null;
  return signed ?? projectEndings(database.db, project, row);
}

/**
 * The labels that were signed in the phase before the worked one, which no rule raises; none where prices are those that
 * the discounts give, then as now.
 */
async function labelsBefore(
  db: Db,
  project: ProjectScope,
  { working_phase }: ProjectRow,
  endings: readonly PriceEnding[],
): Promise<ReadonlyMap<string, SignedLabel>> {
  const before = working_phase ?? 0;
  if (before === 0) return new Map();
  const signed = [...(await signedDiscounts(db, project, before - 1))];
  const isPlain = ({ discount_pct, list_price, price }: SignedLabel): boolean =>
    list_price === null || price === null || price === markedDownPrice(list_price, discount_pct);
  return new Map(endings.length > 0 ? signed : signed.filter(([, label]) => !isPlain(label)));
}

/** The plan, the runs and the phases signed on the facts that are about to be replaced; without them there is none to keep. */
async function recordBefore(deps: Needs, project: ProjectScope, { signal }: JobRun): Promise<void> {
  await recordSeries(deps, project, signal).catch((error) => {
    signal.throwIfAborted();
    deps.log.warn({ err: error, project_id: project.project_id }, 'series not recorded');
  });
}

/** Without its folder or the imported data, trying again would not help: the sentence says what would. */
async function proveFactsThere(
  { config, data_owner, folders }: Needs,
  scope: Scope,
  warehouse: number,
): Promise<void> {
  const fault = await explainDataFolder(config.data_folder, data_owner);
  if (fault) throw new JobFailure(fault);
  const isThere = await folders.has(warehousePath(scope.organization_id, warehouse));
  if (!isThere) throw new JobFailure(MISSING_SENTENCES.all);
}

/** Whether the project was deleted while its facts were computed: they are of no use. */
async function isDeleted({ database }: Needs, scope: Scope, project_id: string): Promise<boolean> {
  const found = await openProject(database.db, scope, project_id).catch((error) => error);
  return found instanceof ApiError;
}

interface Work {
  deps: Needs;
  run: JobRun;
  project: ProjectScope;
  row: ProjectRow;
  version: number;
  /** The folder of the imported data. */
  source: string;
  price_endings: readonly PriceEnding[];
  /** What labels bear in the phase before the worked one, by line. */
  signed_labels: ReadonlyMap<string, SignedLabel>;
  /** Of the lines that there are, by product. */
  line_ids: ReadonlyMap<string, string>;
}
interface Line {
  discount_id: string;
  item_group_id: string;
}

async function openDraft(
  { deps, run, project, row, version, source, price_endings, signed_labels, line_ids }: Work,
  former_warehouse_folder: string | null,
): Promise<SnapshotDraft> {
  return draftSnapshot({
    warehouse_folder: source,
    snapshot_folder: join(deps.folders.root, snapshotPath(project.project_id)),
    version,
    project: snapshotProject(row, await dataDate(source)),
    excluded_checks: await excludedChecks(deps.database.db, project),
    line_ids,
    price_endings,
    signed_labels,
    former_warehouse_folder,
    newId,
    temp_folder: deps.scratch.folder,
    signal: run.signal,
    onProgress: ({ label, share }) => run.progress(label, share * 0.4),
  });
}

/** The data that the project's snapshot was made of, while they are kept. */
function formerPath(scope: Scope, row: ProjectRow): string | null {
  const version = row.snapshot_summary?.warehouse_version ?? 0;
  return version > 0 ? warehousePath(scope.organization_id, version) : null;
}

async function draftLines(draft: SnapshotDraft): Promise<Line[]> {
  const { ids, item_group_ids } = await draft.lines();
  return ids.map((discount_id, index) => ({ discount_id, item_group_id: item_group_ids[index] ?? '' }));
}

/** Forecasts the project's lines and writes the snapshot. */
async function finishDraft(work: Work, draft: SnapshotDraft): Promise<SnapshotManifest> {
  const lines = await draft.lines();
  // The panel of the whole warehouse ends with this call: its memory is for the writing.
  const { curves = null, rest = null } = lines.ids.length > 0 ? await forecastLines(work, draft, lines) : {};
  work.run.signal.throwIfAborted();
  work.run.progress('Écriture', 0.9);
  return (await draft.finish(curves, rest)).manifest;
}

/** Fits the demand model on the whole warehouse; without a worked phase, what is left to sell as it was validated. */
async function forecastLines(
  { deps, run, row, version, source, ...work }: Work,
  draft: SnapshotDraft,
  lines: EngineLines,
): Promise<{ curves?: SnapshotCurves; rest?: ClosedForecast | null }> {
  const project = snapshotProject(row, await dataDate(source));
  const panel = await draft.extractPanel({ weeks: HISTORY_WEEKS, scope: 'warehouse' });
  const history = await discountHistory(
    deps.database.db,
    work.project,
    lines,
    await initialDiscounts(deps.database.db, work.project),
  );
  run.progress('Prévu et réalisé', 0.42);
  const { scores, ongoing_forecast } = await settlePastPhases(
    deps,
    work.project,
    project,
    draft,
    panel,
    history,
  );
  run.signal.throwIfAborted();
  const folder = join(deps.folders.root, snapshotPath(work.project.project_id, version));
  await mkdir(dirname(folder), { recursive: true });
  await writeBacktest(folder, scores);
  if (row.working_phase === null)
    return { rest: await restOf(deps.database.db, work.project, project, lines) };
  run.progress('Modèle de demande', 0.45);
  // The last validated phase's discounts, NaN where there is none.
  const decided_discount = Float64Array.from(lines.ids, (id) => history.of(id).at(-1) ?? Number.NaN);
  const chosen_discount = await chosenDiscounts(deps.database.db, work.project, lines.ids);
  const given = project.use_third_party_forecast
    ? await draft.givenForecasts(forecastPeriods(project))
    : null;
  const { price_endings, signed_labels: labels } = work;
  const signed_labels = labels.size > 0 ? lines.ids.map((id) => labels.get(id) ?? null) : [];
  const { curves, model } = await deps.threads.fit(
    {
      ...{ project, panel, lines, price_endings, signed_labels },
      ...{ decided_discount, chosen_discount, ongoing_forecast, given },
    },
    { signal: run.signal, onProgress: (share) => run.progress('Modèle de demande', 0.45 + share * 0.4) },
  );
  run.signal.throwIfAborted();
  await writeModel(modelFile(folder), model);
  return { curves };
}

/** The lines whose product has another code now. */
function movedLines(line_ids: ReadonlyMap<string, string>, lines: readonly Line[]): Line[] {
  const codes = new Map([...line_ids].map(([code, id]) => [id, code]));
  return lines.filter(({ discount_id, item_group_id }) => {
    const before = codes.get(discount_id);
    return before !== undefined && before !== item_group_id;
  });
}

/** Readers change over between two queries: one transaction moves the version and adds lines for new products. */
async function publish(
  { deps, project, row, version, line_ids }: Work,
  manifest: SnapshotManifest,
  lines: readonly Line[],
): Promise<void> {
  await deps.folders.publish(snapshotPath(project.project_id, version));
  await inTransaction(deps.database.db, async (tx) => {
    const { version: decisions } = await takeVersion(tx, project, 'refresh');
    const now = await readProject(tx, project, project.project_id);
    // The project changed while its facts were computed: they answer another question, and the change
    // has asked for its own snapshot.
    if (!isDeepStrictEqual(snapshotProject(now, ''), snapshotProject(row, ''))) return;
    const initial = await initialDiscounts(tx, project);
    const made = lines.map((line) => ({
      ...line,
      previous_discount_pcts: initial[line.item_group_id] ?? [],
    }));
    const validated_phases = now.working_phase ?? now.phases.length;
    await renameLines(tx, project, movedLines(line_ids, lines), decisions);
    await addLines(tx, project, made, { version: decisions, validated_phases });
    await keepFolder(tx, project, snapshotPath(project.project_id, version));
    if (now.snapshot_version > 0)
      await releaseFolder(tx, project, snapshotPath(project.project_id, now.snapshot_version));
    const { data_date, line_count, warehouse_version, converted } = manifest;
    await updateProject(tx, project, {
      snapshot_version: version,
      snapshot_summary: JSON.stringify({
        ...{ data_date, line_count, warehouse_version },
        ...(converted && { converted }),
      }),
    });
    await addSeriesJob(tx, deps.queue, project);
  });
  await deps.queue.wake('series');
  if (deps.database.kind === 'pglite') await deps.database.executeSql('analyze discount');
  await deps.events.publish({
    type: 'project',
    organization_id: project.organization_id,
    project_id: project.project_id,
    data: { project_id: project.project_id, change: 'updated' },
  });
}
