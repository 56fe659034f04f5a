import { readFile, writeFile } from 'node:fs/promises';
import type { SnapshotDraft, SnapshotProject, WeeklyPanelData } from '@palier/analytics';
import type { Backtest } from '@palier/contract';
import { phaseLabel } from '@palier/domain';
import { parseDay } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { DiscountHistory } from '../../discounts/index.ts';
import type { PastPhase, PhaseForecast, PhaseScores } from '../../engine/index.ts';
import { snapshotPath, withFolder } from '../../folders/index.ts';
import { type ProjectRow, readProject } from '../../projects/index.ts';
import { dayText } from './keep.ts';
import { type RebuiltPhase, readPastPhases } from './past-phases.ts';

type Needs = Pick<Deps, 'database' | 'folders' | 'threads'>;

/** Where a snapshot's comparison of forecasts with actuals is kept: beside its folder. */
const backtestFile = (version_folder: string): string => `${version_folder}.backtest`;

export interface PastScores {
  scores: PhaseScores[];
  /** What the phase that runs at the data date was to sell, by line; null when no phase runs. */
  ongoing_forecast: Float32Array | null;
  /** Forecasts that were not kept: they are to be with the snapshot (`keepRebuilt`). */
  rebuilt: RebuiltPhase[];
}

/**
 * Compares the phases decided so far with their forecasts. Forecasts that were not kept (phases decided before the
 * project came here) are rebuilt on the history before their phase.
 */
export async function settlePastPhases(
  { database, threads }: Pick<Needs, 'database' | 'threads'>,
  project: ProjectScope,
  snapshot: SnapshotProject,
  draft: Pick<SnapshotDraft, 'lines' | 'sold'>,
  panel: WeeklyPanelData,
  history: DiscountHistory,
): Promise<PastScores> {
  const past = await readPastPhases(database.db, project, snapshot, draft, history);
  if (past.length === 0) return { scores: [], ongoing_forecast: null, rebuilt: [] };
  const lines = await draft.lines();
  const { scores, rebuilt: found } = await threads.settlePast({ panel, lines, past });
  const rebuilt: RebuiltPhase[] = [];
  const forecasts = new Map<number, PhaseForecast>();
  for (const phase of past) if (phase.kept) forecasts.set(phase.project_phase, phase.kept.forecast);
  for (const { project_phase, forecast } of found) {
    forecasts.set(project_phase, forecast);
    const phase = past.find((one) => one.project_phase === project_phase);
    if (phase) rebuilt.push({ ids: lines.ids, phase, forecast });
  }
  return { scores, ongoing_forecast: ongoingOf(past, forecasts, parseDay(snapshot.data_date)), rebuilt };
}

/** A phase runs until its last day: on that day too, what is sold is read against what was kept. */
function ongoingOf(
  past: readonly PastPhase[],
  forecasts: ReadonlyMap<number, PhaseForecast>,
  data_day: number,
): Float32Array | null {
  const last = past.at(-1);
  const runs = last !== undefined && data_day < last.window.to_day;
  return runs ? (forecasts.get(last.project_phase)?.sales_qty ?? null) : null;
}

/** Writes the comparison beside the snapshot it belongs to. */
export async function writeBacktest(version_folder: string, scores: readonly PhaseScores[]): Promise<void> {
  await writeFile(backtestFile(version_folder), JSON.stringify(scores), { mode: 0o600 });
}

/** Forecast against actual by phase, discount and category, as the published snapshot keeps it. */
export async function readBacktest({ database, folders }: Needs, project: ProjectScope): Promise<Backtest> {
  const row = await readProject(database.db, project, project.project_id);
  const text = await withFolder(folders, snapshotPath(row.project_id, row.snapshot_version), (folder) =>
    readFile(backtestFile(folder), 'utf8').catch(() => null),
  );
  const scores = JSON.parse(text ?? '[]') as PhaseScores[];
  return {
    data_date: row.snapshot_summary?.data_date ?? null,
    phases: scores.map((score) => present(row, score)),
  };
}

function present(
  row: ProjectRow,
  { project_phase, window, known_to_day, ...scores }: PhaseScores,
): Backtest['phases'][number] {
  return {
    project_phase,
    label: phaseLabel(row.phases[project_phase], project_phase),
    from_date: dayText(window.from_day),
    to_date: dayText(window.to_day - 1),
    days: window.to_day - window.from_day,
    elapsed_days: known_to_day - window.from_day,
    ...scores,
  };
}
