import {
  belowCostCheck,
  changedCheck,
  distributionCheck,
  distributionShares,
  type Group,
  type Loss,
  meritCheck,
  type Objective,
  VALIDATION_CHECKS,
  type ValidationCheck,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { readPlanLoss } from '../plans/index.ts';
import { type ProjectRow, readProject } from '../projects/index.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** What the checks are made from, of the project's included lines; null: not known yet. */
interface Checked {
  project: ProjectRow;
  loss: Loss | null;
  total: Group | null;
}

/** What each line of the check list says; null where there is nothing to say. */
const CHECKS: Readonly<Record<ValidationCheck['key'], (checked: Checked) => ValidationCheck | null>> = {
  merit: ({ loss, project }) => loss && meritCheck(loss, project.accounting_currency),
  distribution: ({ project, total }) =>
    total &&
    distributionCheck(
      project.objective as Objective | null,
      distributionShares(total.discount_pct_distribution),
    ),
  below_cost: ({ loss }) => loss && belowCostCheck(loss),
  changed_since_review: ({ total }) => total && changedCheck(total.changed_since_review_count),
};

/** The lines of the worked phase's check list, in their order; none when no phase is worked. */
export async function readChecks(deps: Needs, project: ProjectScope): Promise<ValidationCheck[]> {
  const row = await readProject(deps.database.db, project, project.project_id);
  if (row.working_phase === null) return [];
  const loss = await readPlanLoss(deps, project, row);
  const total = await deps.facts.use(project, (facts) => facts.summary({ included: true }));
  return VALIDATION_CHECKS.flatMap((key) => CHECKS[key]({ project: row, loss, total }) ?? []);
}
