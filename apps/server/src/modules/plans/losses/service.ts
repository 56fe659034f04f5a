import { judgeLoss, type Loss } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { levelsOf } from '../../discounts/index.ts';
import { lossThreshold, residualRule, withResidualValue } from '../../organizations/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { stillPlan } from '../references/lines.ts';
import { projectProblem } from '../simulations/problem.ts';
import { lossFigures } from './figures.ts';

/** The plan in force of the included lines, judged against doing nothing; null without demand curves. */
export async function readPlanLoss(
  { database: { db }, facts }: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
): Promise<Loss | null> {
  const rule = await residualRule(db, project, row);
  const found = await facts.use(project, (own) => own.planLines({ included: true, value_field: rule.field }));
  if (!found || found.phase_qty.length === 0) return null;
  const levels = levelsOf(row);
  const { problem, plan } = projectProblem(withResidualValue(found, rule), levels);
  const current = { worked: plan, later: problem.later_level ?? plan };
  const figures = lossFigures(problem, { plan: current, current, nothing: stillPlan(found, levels) });
  return judgeLoss(figures, await lossThreshold(db, project));
}
