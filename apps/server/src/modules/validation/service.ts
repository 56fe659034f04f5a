import {
  belowCostCheck,
  changedCheck,
  distributionCheck,
  distributionShares,
  doubtfulCheck,
  gapsCheck,
  meritCheck,
  VALIDATION_CHECKS,
  type ValidationCheck,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { openFindings } from '../imports/index.ts';
import { type ProjectRow, readProject } from '../projects/index.ts';
import { type PhaseFigures, readPhaseFigures } from './figures.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** What the checks are made from. */
interface Checked extends PhaseFigures {
  project: ProjectRow;
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

/** The lines of the worked phase's check list, in their order; none when no phase is worked. */
export async function readChecks(deps: Needs, project: ProjectScope): Promise<ValidationCheck[]> {
  const row = await readProject(deps.database.db, project, project.project_id);
  if (row.working_phase === null) return [];
  const figures = await readPhaseFigures(deps, project, row);
  const findings = await openFindings(deps.database.db, project);
  return VALIDATION_CHECKS.flatMap((key) => CHECKS[key]({ project: row, ...figures, findings }) ?? []);
}
