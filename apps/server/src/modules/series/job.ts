import { ApiError } from '../../http/errors.ts';
import type { JobRun } from '../../queue/types.ts';
import { systemScope } from '../../scope.ts';
import { openProject } from '../projects/index.ts';
import { type RecordNeeds, recordSeries } from './record.ts';

/** Records the series of a project; one deleted meanwhile has none to record. */
export async function runSeries(deps: RecordNeeds, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const project = await openProject(deps.database.db, scope, run.project_id ?? '').catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (project) await recordSeries(deps, project, run.signal);
}
