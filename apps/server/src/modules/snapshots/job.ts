import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ClosedForecast,
  draftSnapshot,
  type EngineLines,
  type ForecastLack,
  type GivenForecasts,
  type LeftOutLines,
  readManifest,
  type SnapshotCurves,
  type SnapshotDraft,
  type SnapshotManifest,
  type WeeklyPanelData,
} from '@palier/analytics';
import { isClosed } from '@palier/domain';
import { ApiError } from '../../http/errors.ts';
import { newId } from '../../ids.ts';
import { JobFailure, type JobRun } from '../../queue/types.ts';
import { type ProjectScope, type Scope, systemScope } from '../../scope.ts';
import {
  chosenDiscounts,
  discountHistory,
  leftOutPhases,
  levelsOf,
  lineIdsByProduct,
  type NewLine,
  ownPricedArticles,
} from '../discounts/index.ts';
import { forecastPeriods, modelFile, writeModel } from '../engine/index.ts';
import { excludedChecks, MISSING_SENTENCES, warehouseVersion } from '../facts/index.ts';
import {
  explainDataFolder,
  reserveVersion,
  snapshotPath,
  warehousePath,
  withFolder,
} from '../folders/index.ts';
import { initialDiscounts, openProject, type ProjectRow, readProject } from '../projects/index.ts';
import { recordSeries } from '../series/index.ts';
import type { RebuiltPhase } from './backtests/past-phases.ts';
import { restOf } from './backtests/rest.ts';
import { settlePastPhases, writeBacktest } from './backtests/service.ts';
import { lineMoves } from './line-moves.ts';
import { computeInPlace } from './places.ts';
import { beforeUnderNewCodes, signedLines, withBrought } from './price-endings/before.ts';
import { endingsFor, labelsBefore, signedBefore } from './price-endings/labels.ts';
import { newLines, publish } from './publish.ts';
import { dataDate, snapshotProject } from './request.ts';
import { signedProducts } from './signed-products.ts';
import type { Needs, Work } from './work.ts';

const HISTORY_WEEKS = 104;

/** Computes a project's facts and demand curves from the published warehouse, and serves them. */
export async function runSnapshot(deps: Needs, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const { db } = deps.database;
  const project = await openProject(db, scope, run.project_id ?? '').catch((error) => {
    if (error instanceof ApiError) return null; // deleted meanwhile: nothing to compute
    throw error;
  });
  if (!project || (await warehouseVersion(db, scope)) === 0) return;
  await proveFolderThere(deps);
  const data = await withFolder(deps.folders, await provenSource(deps, scope), readManifest);
  await computeInPlace(data?.totals ?? null, run.signal, () => computeLatest(deps, run, project)).catch(
    async (error: unknown) => {
      if (!(await isDeleted(deps, scope, project.project_id))) throw error;
    },
  );
}

/** The project's figures from the data that are published as this begins. */
async function computeLatest(deps: Needs, run: JobRun, project: ProjectScope): Promise<void> {
  // Before anything is read: a computation of a higher version has read nothing older.
  const version = await reserveSnapshot(deps, project);
  const source = await provenSource(deps, systemScope(project.organization_id));
  await withFolder(deps.folders, source, (folder) => compute(deps, run, project, version, folder));
}

async function reserveSnapshot(deps: Needs, project: ProjectScope): Promise<number> {
  const { project_id } = project;
  const { snapshot_version } = await readProject(deps.database.db, project, project_id);
  return reserveVersion(deps, project, snapshotPath(project_id), snapshot_version);
}

async function compute(
  deps: Needs,
  run: JobRun,
  project: ProjectScope,
  version: number,
  source: string,
): Promise<void> {
  const { db } = deps.database;
  const row = await readProject(db, project, project.project_id);
  await recordBefore(deps, project, run);
  const line_ids = await lineIdsByProduct(db, project);
  const price_endings = await endingsFor(deps, project, row);
  const before = await signedBefore(db, project, row);
  const prices = { price_endings, before, signed_labels: labelsBefore(before, price_endings) };
  const signed = await signedProducts(deps, project, row);
  const own_prices = await ownPricedArticles(db, project);
  const asked: Work = { deps, run, project, row, version, source, ...prices, line_ids, own_prices, signed };
  const former = formerPath(project, row);
  const lent = former === null ? null : await deps.folders.open(former);
  const draft = await openDraft(asked, lent?.folder ?? null).finally(lent?.release);
  const work: Work = { ...asked, before: before && beforeUnderNewCodes(before, draft.recoded) };
  try {
    const lines = await newLines(work, draft);
    const moves = await lineMoves(work, draft);
    const { manifest, rebuilt } = await finishDraft(work, draft, lines);
    await publish(work, manifest, { lines, rebuilt, recoded: draft.recoded }, moves);
  } catch (error) {
    await draft.discard().catch(() => {});
    throw error;
  }
}

/** The plan, the runs and the phases signed on the facts that are about to be replaced; without them there is none to keep. */
async function recordBefore(deps: Needs, project: ProjectScope, { signal }: JobRun): Promise<void> {
  await recordSeries(deps, project, signal).catch((error) => {
    signal.throwIfAborted();
    deps.log.warn({ err: error, project_id: project.project_id }, 'series not recorded');
  });
}

/** Without its folder, trying again would not help: the sentence says what would. */
async function proveFolderThere({ config, data_owner }: Needs): Promise<void> {
  const fault = await explainDataFolder(config.data_folder, data_owner);
  if (fault) throw new JobFailure(fault);
}

/** Where the imported data are. @throws JobFailure when they are not there: trying again would not help */
async function provenSource({ database, folders }: Needs, scope: Scope): Promise<string> {
  const source = warehousePath(scope.organization_id, await warehouseVersion(database.db, scope));
  if (!(await folders.has(source))) throw new JobFailure(MISSING_SENTENCES.all);
  return source;
}

/** Whether the project was deleted while its facts were computed: they are of no use. */
async function isDeleted({ database }: Needs, scope: Scope, project_id: string): Promise<boolean> {
  const found = await openProject(database.db, scope, project_id).catch((error) => error);
  return found instanceof ApiError;
}

async function openDraft(
  { deps, run, project, row, version, source, price_endings, signed_labels, ...work }: Work,
  former_warehouse_folder: string | null,
): Promise<SnapshotDraft> {
  return draftSnapshot({
    warehouse_folder: source,
    snapshot_folder: join(deps.folders.root, snapshotPath(project.project_id)),
    version,
    project: snapshotProject(row, await dataDate(source)),
    excluded_checks: await excludedChecks(deps.database.db, project),
    line_ids: work.line_ids,
    own_prices: work.own_prices,
    signed: work.signed,
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

/** Forecasts the project's lines and writes the snapshot. */
async function finishDraft(
  work: Work,
  draft: SnapshotDraft,
  added: readonly NewLine[],
): Promise<{ manifest: SnapshotManifest; rebuilt: readonly RebuiltPhase[] }> {
  const lines = await draft.lines();
  // The panel of the whole warehouse ends with this call: its memory is for the writing.
  const made = lines.ids.length > 0 ? await forecastLines(work, draft, lines) : { rebuilt: [] };
  const { curves = null, rest = null, lacks, rebuilt } = made;
  work.run.signal.throwIfAborted();
  work.run.progress('Écriture', 0.9);
  const { before, price_endings: endings } = work;
  const levels = levelsOf(work.row);
  const signed =
    before &&
    signedLines(withBrought(before, added, work.line_ids), await draft.prices(), { endings, levels });
  const left_out = await leftOutLines(work, lines, added);
  const { manifest } = await draft.finish(curves, rest, signed, left_out);
  return { manifest: lacks ? { ...manifest, lacks } : manifest, rebuilt };
}

/** The validated phases that each line took no part in, in line order: of those that there are, and of those to be added. */
async function leftOutLines(
  { deps, project, row }: Work,
  { ids }: EngineLines,
  added: readonly NewLine[],
): Promise<LeftOutLines> {
  if (!isClosed(row)) return [];
  const known = await leftOutPhases(deps.database.db, project);
  const brought = new Map(added.map((line) => [line.discount_id, line.left_out_phases]));
  return ids.map((id) => known.get(id) ?? brought.get(id) ?? []);
}

/** What the lines cannot be forecast without: a stock somewhere, a sale somewhere or a forecast made elsewhere. */
function lackOf(
  { stock_qty }: EngineLines,
  { panel }: WeeklyPanelData,
  given: GivenForecasts | null,
): ForecastLack | null {
  if (stock_qty.every(Number.isNaN)) return 'stock';
  const isGiven = given !== null && given.line.length > 0;
  return isGiven || panel.units.some((units) => units > 0) ? null : 'sales';
}

/** What is forecast of a project's lines, with what its past phases were to sell where it was not kept. */
interface Forecast {
  curves?: SnapshotCurves;
  rest?: ClosedForecast | null;
  lacks?: ForecastLack;
  rebuilt: readonly RebuiltPhase[];
}

/** Fits the demand model on the whole warehouse; without a worked phase, what is left to sell as it was validated. */
async function forecastLines(
  { deps, run, row, version, source, ...work }: Work,
  draft: SnapshotDraft,
  lines: EngineLines,
): Promise<Forecast> {
  const project = snapshotProject(row, await dataDate(source));
  const panel = await draft.extractPanel({ weeks: HISTORY_WEEKS });
  const history = await discountHistory(
    deps.database.db,
    work.project,
    lines,
    await initialDiscounts(deps.database.db, work.project),
  );
  run.progress('Prévu et réalisé', 0.42);
  const { scores, ongoing_forecast, rebuilt } = await settlePastPhases(
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
    return { rest: await restOf(deps.database.db, work.project, project, lines), rebuilt };
  run.progress('Modèle de demande', 0.45);
  // The last validated phase's discounts, NaN where there is none.
  const decided_discount = Float64Array.from(lines.ids, (id) => history.of(id).at(-1) ?? Number.NaN);
  const chosen_discount = await chosenDiscounts(deps.database.db, work.project, lines.ids);
  const given = project.use_third_party_forecast
    ? await draft.givenForecasts(forecastPeriods(project))
    : null;
  // A forecast within a stock that nobody counted, or out of no sale at all, would be a figure made up.
  const lacks = lackOf(lines, panel, given);
  if (lacks) return { lacks, rebuilt };
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
  return { curves, rebuilt };
}
