import type { Horizon } from '@palier/domain';
import type { RoomPrices } from '@palier/engine';
import type { Database } from '../../../db/database.ts';
import type { ProjectScope } from '../../../scope.ts';
import { listedRuns } from '../../discounts/index.ts';
import { findOptimization } from './repository.ts';

/** What the plan sent to a project's listing pays for room in its rules. */
export interface PlanPrices extends RoomPrices {
  /** The run whose prices they are. */
  run: string;
}

/**
 * The shadow prices of the latest plan that the project's listing shows, in « marge après invendus »; null when there is
 * none, when it was not made for that margin, or when none of its rules binds.
 */
export async function planPrices(
  { db }: Pick<Database, 'db'>,
  project: ProjectScope,
): Promise<PlanPrices | null> {
  const [latest] = (await listedRuns(db, project)).sort().reverse();
  const run = latest ? await findOptimization(db, project, latest) : undefined;
  if (run?.goal !== 'profit') return null;
  const limits = (run.result_overview?.limits ?? []).filter(
    ({ project_id }) => project_id === null || project_id === project.project_id,
  );
  const sum = (kind: 'budget' | 'sell_through', horizon: Horizon): number =>
    limits
      .filter((limit) => limit.kind === kind && limit.horizon === horizon)
      .reduce((total, { price = 0 }) => total + price, 0);
  const budget = { phase: sum('budget', 'phase'), end: sum('budget', 'end') };
  const units = { phase: sum('sell_through', 'phase'), end: sum('sell_through', 'end') };
  return budget.phase + budget.end + units.phase + units.end > 0 ? { run: run.name, budget, units } : null;
}
