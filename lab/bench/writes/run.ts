import type { Database } from '../../../apps/server/src/db/database.ts';
import { sendToListing } from '../../../apps/server/src/modules/plans/optimizations/sending.ts';
import type { ProjectScope } from '../../../apps/server/src/scope.ts';

/** Sends a run to the listing of its project, which nobody sees in part. */
export async function sendRun(database: Database, project: ProjectScope, run: string): Promise<string> {
  const events = { publish: async () => {}, subscribe: () => () => {} };
  const facts = { use: async () => null };
  const [receipt] = await sendToListing({ database, events, facts }, project, {
    optimization_ids: [run],
    project_ids: [project.project_id],
    remove_unspecified: true,
  });
  return receipt?.activity_id ?? '';
}
