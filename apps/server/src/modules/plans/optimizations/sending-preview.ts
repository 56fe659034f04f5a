import type { SendingPreview } from '@palier/contract';
import { judgeLoss, type LossFigures, sumLossFigures, workedDiscount } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { requireWhole } from '../../../perimeter.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import { type DiscountRow, levelsOf } from '../../discounts/index.ts';
import { lossThreshold } from '../../organizations/index.ts';
import { openProject, type ProjectRow, readProject } from '../../projects/index.ts';
import { lossFigures } from '../losses/figures.ts';
import { levelsPlan, pathsOf, standingPath, stillPath } from '../losses/paths.ts';
import { readEngineLines } from '../simulations/lines.ts';
import { laterPhases, simulationProblem } from '../simulations/problem.ts';
import type { OptimizationRow } from './repository.ts';
import { plannedBy, plannedChanges, proveOffered, runsToSend, type Sending } from './sending.ts';
import { provePhase } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/**
 * What a sending would do to the plans in force: each project judged against doing nothing and its plan of now, on the
 * lines that the runs cover. Nothing is written. @throws as `sendToListing`, and 409 snapshot_missing
 */
export async function previewSending(
  deps: Needs,
  scope: Scope,
  sending: Pick<Sending, 'optimization_ids' | 'project_ids' | 'choices'>,
): Promise<SendingPreview> {
  const { db } = deps.database;
  const runs = await runsToSend(deps, scope, sending);
  const threshold = await lossThreshold(db, scope);
  const parts: { row: ProjectRow; figures: LossFigures; changed: number; kept: number }[] = [];
  for (const id of sending.project_ids) {
    const project = await openProject(db, scope, id);
    await requireWhole(deps.facts, project);
    const row = await readProject(db, project, id);
    for (const run of runs) provePhase(run, row);
    parts.push({ row, ...(await projectPart(deps, project, row, runs, sending.choices ?? {})) });
  }
  const currencies = new Set(parts.map(({ row }) => row.accounting_currency));
  return {
    data: parts.map(({ row, figures, changed, kept }) => ({
      project_id: row.project_id,
      // Read before its lines: one written since is not taken for seen.
      version: row.version,
      discount_count: changed,
      kept_user_count: kept,
      loss: judgeLoss(figures, threshold),
    })),
    loss:
      currencies.size === 1
        ? judgeLoss(sumLossFigures(parts.map(({ figures }) => figures)), threshold)
        : null,
  };
}

async function projectPart(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  runs: readonly OptimizationRow[],
  choices: Readonly<Record<string, string>>,
): Promise<{ figures: LossFigures; changed: number; kept: number }> {
  const planned = await plannedBy(deps.database.db, project, runs, choices);
  proveOffered(planned, row);
  const { lines, decisions } = await readEngineLines(deps, project, row, [...planned.keys()]);
  if (lines.phase_qty.length === 0) throw new ApiError('snapshot_missing');
  const levels = levelsOf(row);
  const planOf = (path: (line: DiscountRow) => readonly number[]) =>
    levelsPlan(pathsOf(lines.ids, decisions, path), levels, laterPhases(lines, levels));
  const after = (line: DiscountRow): DiscountRow => ({
    ...line,
    ...plannedChanges(line, planned.get(line.discount_id)),
  });
  const own = [...decisions.values()];
  return {
    figures: lossFigures(simulationProblem(lines, decisions, levels), {
      plan: planOf((line) => standingPath(after(line))),
      nothing: planOf(stillPath),
      current: planOf(standingPath),
    }),
    changed: own.filter((line) => workedDiscount(line) !== workedDiscount(after(line))).length,
    kept: own.filter(({ discount_pct_user }) => discount_pct_user !== null).length,
  };
}
