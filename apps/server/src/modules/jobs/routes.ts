import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { requireReach } from '../../perimeter.ts';
import type { Scope } from '../../scope.ts';
import { openProject } from '../projects/index.ts';
import { presentJob } from './present.ts';
import { listJobs, type NamedJobRow } from './repository.ts';

export function jobRoutes(deps: Pick<Deps, 'database' | 'facts'>): Handlers {
  return {
    'jobs.list': async ({ scope }) => ({ data: (await ownJobs(deps, scope)).map(presentJob) }),
  };
}

/** The jobs of projects that the caller reaches, and those that she asked for. */
async function ownJobs(deps: Pick<Deps, 'database' | 'facts'>, scope: Scope): Promise<NamedJobRow[]> {
  const { db } = deps.database;
  const rows = await listJobs(db, scope);
  if (!scope.perimeter) return rows;
  const reached = new Set<string>();
  for (const id of new Set(rows.flatMap(({ project_id }) => project_id ?? [])))
    await openProject(db, scope, id)
      .then((project) => requireReach(deps.facts, project, undefined))
      .then(() => reached.add(id))
      .catch(() => {});
  return rows.filter(({ created_by, project_id }) =>
    project_id === null ? created_by === scope.user_id : reached.has(project_id),
  );
}
