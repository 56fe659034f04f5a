import type { PlanFrontier } from '@palier/contract';
import { simulatePlan } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { presentTotals } from '../simulations/present.ts';
import { simulationProblem } from '../simulations/problem.ts';
import { planFrontier, planLevels, readPlanBase } from './plan.ts';
import { readOptimization } from './service.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'threads'>;

const POINTS = 10;

/**
 * The best compromises between margin and clearance on the lines of a run: its scope, shields, chosen discounts and
 * floors hold, its budget and targets do not, so that the run's own figures lie on or below the curve.
 */
export async function readFrontier(
  deps: Needs,
  project: ProjectScope,
  optimization_id: string,
  points = POINTS,
): Promise<PlanFrontier> {
  const row = await readOptimization(deps.database.db, project, optimization_id);
  const { constraints, scope } = row.parameters;
  const base = await readPlanBase(deps, project, { filter: scope });
  const found = await planFrontier(deps, project, base, constraints ?? {}, points);
  const problem = simulationProblem(base.lines, base.decisions, base.levels);
  return {
    points: found.map(({ weight, plan }) => {
      const { worked, later } = planLevels(base, plan);
      const { total } = simulatePlan({ ...problem, later_level: later }, worked);
      return { weight, ...presentTotals(total), season_sales_qty: total.season_units };
    }),
  };
}
