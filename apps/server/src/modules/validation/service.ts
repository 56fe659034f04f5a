import {
  belowCostCheck,
  type ControlGap,
  changedCheck,
  distributionCheck,
  distributionShares,
  doubtfulCheck,
  type Group,
  gapsCheck,
  type Loss,
  meritCheck,
  VALIDATION_CHECKS,
  type ValidationCheck,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { openFindings, tillGaps } from '../imports/index.ts';
import { readPlanLoss } from '../plans/index.ts';
import { type ProjectRow, readProject } from '../projects/index.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** What the checks are made from, of the project's included lines; null: not known yet. */
interface Checked {
  project: ProjectRow;
  loss: Loss | null;
  total: Group | null;
  gaps: readonly ControlGap[] | null;
  findings: Awaited<ReturnType<typeof openFindings>>;
}

/** What each line of the check list says; null where there is nothing to say. */
const CHECKS: Readonly<Record<ValidationCheck['key'], (checked: Checked) => ValidationCheck | null>> = {
  merit: ({ loss, project }) => loss && meritCheck(loss, project.accounting_currency),
  distribution: ({ project, total }) =>
    total && distributionCheck(project.objective, distributionShares(total.discount_pct_distribution)),
  below_cost: ({ loss }) => loss && belowCostCheck(loss),
  changed_since_review: ({ total }) => total && changedCheck(total.changed_since_review_count),
  control_gaps: ({ gaps }) => gapsCheck(gaps),
  doubtful_data: ({ findings }) => doubtfulCheck(findings),
};

/** The gaps to the till; null where it said nothing, or where the data that it is compared with are being brought back. */
async function readGaps(deps: Needs, project: ProjectScope): Promise<ControlGap[] | null> {
  try {
    return await tillGaps(deps, project);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'facts_missing') return null;
    throw error;
  }
}

/** The lines of the worked phase's check list, in their order; none when no phase is worked. */
export async function readChecks(deps: Needs, project: ProjectScope): Promise<ValidationCheck[]> {
  const row = await readProject(deps.database.db, project, project.project_id);
  if (row.working_phase === null) return [];
  const loss = await readPlanLoss(deps, project, row);
  const total = await deps.facts.use(project, (facts) => facts.summary({ included: true }));
  const [gaps, findings] = [await readGaps(deps, project), await openFindings(deps.database.db, project)];
  return VALIDATION_CHECKS.flatMap((key) => CHECKS[key]({ project: row, loss, total, gaps, findings }) ?? []);
}
