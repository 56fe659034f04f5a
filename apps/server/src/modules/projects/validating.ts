import type { Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { keepDecisions, keepValidatedForecast, type readOutlook } from '../snapshots/index.ts';
import { validatePhase } from './phases.ts';
import type { ProjectRow } from './repository.ts';

interface Validated {
  /** The project as it was when its outlook was read, and as the transaction holds it. */
  seen: ProjectRow;
  before: ProjectRow;
  outlook: Awaited<ReturnType<typeof readOutlook>>;
  working_phase: number | null;
  /** Why it is validated though control totals differ. */
  reason: string | null;
}

/** Validates the worked phase with all that is kept of it, whether it is signed on a submission or not. */
export async function validateWorked(
  tx: Tx,
  project: ProjectScope,
  { seen, before, outlook, working_phase, reason }: Validated,
): Promise<ProjectRow> {
  // Of the lines as they are decided: the validation makes them ready for the next phase.
  await keepDecisions(tx, project, before.working_phase ?? 0, outlook);
  const row = await validatePhase(tx, project, working_phase, reason);
  if (before.working_phase === seen.working_phase) await keepValidatedForecast(tx, project, outlook);
  return row;
}
