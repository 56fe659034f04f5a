import type { ProjectGroup, ProjectGroupBody } from '@palier/contract';
import { groupLeader, groupName } from '@palier/domain';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { notFound, refused } from '../../../http/errors.ts';
import { newId } from '../../../ids.ts';
import { reachesGroup } from '../../../perimeter.ts';
import type { Scope } from '../../../scope.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { changeSeen, deleteSeen, type SeenOf } from '../../seen/index.ts';
import { clearLeaders, listProjects, type ProjectRow, proveListed, updateProject } from '../repository.ts';
import { settleLeader } from './leaders.ts';
import { dropEmptyGroup, groupNames, nameGroup } from './repository.ts';

type Needs = Pick<Deps, 'database' | 'events'>;

/** Every group that a project of the caller is in. */
export async function listGroups(db: DbOrTx, scope: Scope): Promise<ProjectGroup[]> {
  const names = await groupNames(db, scope);
  const rows = (await listProjects(db, scope)).filter((row) => reachesGroup(scope, row.project_group_id));
  const byGroup = Map.groupBy(rows, (row) => row.project_group_id);
  return [...byGroup].flatMap(([id, rows]) => (id === null ? [] : [presentGroup(id, rows, names)]));
}

function presentGroup(
  _id: string,
  rows: readonly ProjectRow[],
  names: ReadonlyMap<string, string>,
): ProjectGroup {
  const members = rows.map((row) => ({ ...row, project_group_name: names.get(_id) }));
  return {
    ...{ _id, name: groupName(members) },
    project_ids: rows.map(({ project_id }) => project_id),
    leader_id: groupLeader(members)?.project_id ?? null,
  };
}

/**
 * Makes a group, or gives one its name, its projects and its leader.
 * @throws 404 for a group or a project, 409 when the group is no longer as it was seen, 422
 */
export async function saveGroup(
  deps: Needs,
  scope: Scope,
  id: string | null,
  body: ProjectGroupBody,
  seen?: object,
): Promise<ProjectGroup> {
  const { project_ids, leader_id } = body;
  if (leader_id && !project_ids.includes(leader_id)) throw refused('Le projet qui mène doit être du groupe.');
  const group = id ?? newId();
  const changed = await inTransaction(deps.database.db, async (tx) => {
    await lockOrganization(tx, scope);
    const projects = await listProjects(tx, scope);
    const known = new Set(projects.map(({ project_id }) => project_id));
    if (project_ids.some((one) => !known.has(one))) throw notFound('Ce projet');
    if (id !== null && !projects.some((row) => row.project_group_id === id)) throw notFound('Ce groupe');
    return changeSeen(tx, scope, {
      ...{ what: 'ce groupe', subject: `project_group ${group}`, changes: body, seen },
      read: () => contentOf(tx, scope, group),
      write: () => placeProjects(tx, scope, group, projects, body),
    });
  });
  await announceAll(deps, scope, changed);
  const saved = (await listGroups(deps.database.db, scope)).find(({ _id }) => _id === group);
  if (!saved) throw notFound('Ce groupe');
  return saved;
}

/** Files projects in a group, and takes the others out of it. @returns those that changed */
async function placeProjects(
  tx: Tx,
  scope: Scope,
  group: string,
  projects: readonly ProjectRow[],
  { name, project_ids, leader_id }: ProjectGroupBody,
): Promise<ProjectRow[]> {
  const wanted = new Set(project_ids);
  const coming = projects.filter((row) => wanted.has(row.project_id) && row.project_group_id !== group);
  const leaving = projects.filter((row) => !wanted.has(row.project_id) && row.project_group_id === group);
  for (const row of [...coming, ...leaving])
    await updateProject(tx, proveListed(scope, row), {
      project_group_id: wanted.has(row.project_id) ? group : null,
      is_project_group_leader: false,
    });
  const leader = projects.find(({ project_id }) => project_id === leader_id);
  if (leader) {
    await clearLeaders(tx, scope, group, leader.project_id);
    await updateProject(tx, proveListed(scope, leader), { is_project_group_leader: true });
  }
  await nameGroup(tx, scope, group, name);
  const left = coming.flatMap((row) => row.project_group_id ?? []);
  for (const one of new Set([group, ...left])) {
    await settleLeader(tx, scope, one);
    await dropEmptyGroup(tx, scope, one);
  }
  return [...coming, ...leaving, ...(leader ? [leader] : [])];
}

/** What is set of a group; nothing of one that is not there. */
async function contentOf(tx: Tx, scope: Scope, id: string): Promise<object> {
  const { _id, ...content } = (await listGroups(tx, scope)).find((one) => one._id === id) ?? {};
  return content;
}

/** Undoes a group: its projects stay, without one. @throws 404, 409 when it is no longer as it was seen */
export async function removeGroup(
  deps: Needs,
  scope: Scope,
  id: string,
  { seen }: SeenOf = {},
): Promise<void> {
  const members = await inTransaction(deps.database.db, async (tx) => {
    await lockOrganization(tx, scope);
    const rows = (await listProjects(tx, scope)).filter((row) => row.project_group_id === id);
    if (rows.length === 0) throw notFound('Ce groupe');
    await deleteSeen(tx, scope, {
      ...{ what: 'ce groupe', subject: `project_group ${id}`, seen },
      read: () => contentOf(tx, scope, id),
    });
    for (const row of rows)
      await updateProject(tx, proveListed(scope, row), {
        ...{ project_group_id: null, is_project_group_leader: false },
      });
    await dropEmptyGroup(tx, scope, id);
    return rows;
  });
  await announceAll(deps, scope, members);
}

/** A name alone changes what every project's group is called: one event is enough for screens to read them again. */
async function announceAll({ events }: Needs, scope: Scope, rows: readonly ProjectRow[]): Promise<void> {
  for (const { project_id } of rows)
    await events.publish({
      ...{ type: 'project', organization_id: scope.organization_id, project_id },
      data: { project_id, change: 'updated' },
    });
}
