import type { ControlGap, Group, Loss } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { tillGaps } from '../imports/index.ts';
import { readPlanLoss } from '../plans/index.ts';
import type { ProjectRow } from '../projects/index.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** What a phase is validated on, of the project's included lines; null: not known yet. */
export interface PhaseFigures {
  loss: Loss | null;
  total: Group | null;
  /** null too where the till said nothing. */
  gaps: readonly ControlGap[] | null;
}

/** The figures of the check list, and of what asks for a signature. */
export async function readPhaseFigures(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<PhaseFigures> {
  const loss = await readPlanLoss(deps, project, row);
  const total = await deps.facts.use(project, (facts) => facts.summary({ included: true }));
  // Without the cost of any product the plan's sums are zero: that is no margin held, and no product above its cost.
  const isKnown = total?.discount_count === 0 || (total?.forecast?.profit_after_leftovers ?? null) !== null;
  return { loss: isKnown ? loss : null, total, gaps: await readGaps(deps, project) };
}

/** The gaps to the till; null where it said nothing, or where the data that it is compared with are being brought back. */
async function readGaps(deps: Needs, project: ProjectScope): Promise<ControlGap[] | null> {
  try {
    return await tillGaps(deps, project);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'facts_missing') return null;
    throw error;
  }
}
