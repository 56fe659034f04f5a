import type { Project } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { type Reach, reachesGroup, reachOf } from '../../perimeter.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { userNames } from '../organizations/index.ts';
import { readSnapshotStates, requestSnapshot } from '../snapshots/index.ts';
import { BIN_DAYS, binProject, readBin, restoreProject } from './bin.ts';
import type { BinnedRow } from './bin-repository.ts';
import { groupNames } from './groups/repository.ts';
import { addProject, editProject, reopenPhase } from './lifecycle.ts';
import { Overviews } from './overview.ts';
import { type PresentProjects, presentProject } from './present.ts';
import { previewSelection } from './preview.ts';
import { listProjects, type ProjectRow, proveListed, scenarioNames } from './repository.ts';
import { readProject } from './service.ts';

/** Projects with their scenarios, the state of their snapshot and their key figures. */
export function createPresenter(deps: Pick<Deps, 'database' | 'facts'>): PresentProjects {
  const { db } = deps.database;
  const overviews = new Overviews(deps.database.db, deps.facts);
  return async (scope, rows) => {
    const scenarios = await scenarioNames(db, scope);
    const snapshots = await readSnapshotStates(deps, scope, rows);
    const names = { user_names: await userNames(db, scope), group_names: await groupNames(db, scope) };
    const presented = await Promise.all(
      rows
        .filter((row) => reachesGroup(scope, row.project_group_id))
        .map(async (row) => {
          const project = proveListed(scope, row);
          const reach = await reachNow(deps, project);
          if (reach === 'none') return [];
          const overview = await overviews.of(project, row);
          const snapshot = snapshots.get(row.project_id);
          return presentProject(row, { scenarios, snapshot, overview, reach, ...names });
        }),
    );
    return presented.flat();
  };
}

/** Figures that cannot be had leave the project in the list, without them: what is in it is not told either. */
function reachNow({ facts }: Pick<Deps, 'facts'>, project: ProjectScope): Promise<Reach> {
  return reachOf(facts, project).catch(() => 'part');
}

export function projectRoutes(deps: Deps, present: PresentProjects): Handlers {
  const { db } = deps.database;
  async function presentOne(scope: Scope, row: ProjectRow): Promise<Project> {
    const [project] = await present(scope, [row]);
    if (!project) throw notFound('Ce projet');
    return project;
  }
  async function readState(scope: ProjectScope): Promise<NonNullable<Project['snapshot']>> {
    const row = await readProject(db, scope, scope.project_id);
    const state = (await readSnapshotStates(deps, scope, [row])).get(row.project_id);
    if (!state) throw notFound('Ce projet');
    return state;
  }
  return {
    'projects.list': async ({ scope }) => ({ data: await present(scope, await listProjects(db, scope)) }),
    'projects.create': async ({ scope, body }) => presentOne(scope, await addProject(deps, scope, body)),
    'projects.update': async ({ project, body }) =>
      presentOne(project, await editProject(deps, project, body)),
    'projects.preview': ({ scope, body }) => previewSelection(deps, scope, body),
    'projects.delete': ({ project }) => binProject(deps, project),
    'projects.reopen': async ({ project, body }) =>
      presentOne(project, await reopenPhase(deps, project, body.reason)),
    'bin.list': async ({ scope }) => ({ data: (await readBin(deps, scope)).map(presentBinned) }),
    'bin.restore': async ({ scope, params }) =>
      presentOne(scope, await restoreProject(deps, scope, params.id)),
    'projects.snapshot': ({ project }) => readState(project),
    'projects.refresh_snapshot': async ({ project }) => {
      await requestSnapshot(deps, project);
      return readState(project);
    },
  };
}

/** A project of the bin, with the day from which it cannot be brought back. */
function presentBinned({ project_id, name, deleted_at, deleted_by }: BinnedRow) {
  const at = deleted_at ?? new Date();
  return {
    _id: project_id,
    name,
    deleted_at: at.toISOString(),
    deleted_by,
    until: new Date(at.getTime() + BIN_DAYS * 86_400_000).toISOString(),
  };
}
