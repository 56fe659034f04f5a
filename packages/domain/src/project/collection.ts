import { NOT_FILLED_IN, splitProjectName } from './name.ts';

export const COLLECTION_TYPES = ['operation', 'project-group', 'project'] as const;
export type CollectionType = (typeof COLLECTION_TYPES)[number];

/** What the address bar names: all projects of an operation, of a group, or one project. */
export interface Collection {
  type: CollectionType;
  id: string;
}

/** The part of a project that decides which collections it belongs to. */
export interface CollectionMember {
  _id: string;
  name: string;
  project_group_id?: string | null;
}

/** What an active collection makes active: its projects, and the group and operation they share. */
export interface ActiveCollection<P extends CollectionMember> {
  project: P | null;
  project_group_id: string | null;
  operation: string;
  projects: P[];
}

export function isCollectionType(value: string): value is CollectionType {
  return (COLLECTION_TYPES as readonly string[]).includes(value);
}

function belongsTo(project: CollectionMember, collection: Collection): boolean {
  if (collection.type === 'project') return project._id === collection.id;
  if (collection.type === 'project-group') return project.project_group_id === collection.id;
  return splitProjectName(project.name).operation === collection.id;
}

/**
 * Resolves the active collection among the user's projects.
 *
 * @returns null when no project belongs to it (the screen is then /404).
 */
export function resolveCollection<P extends CollectionMember>(
  collection: Collection,
  projects: readonly P[],
): ActiveCollection<P> | null {
  const members = projects.filter((project) => belongsTo(project, collection));
  const first = members[0];
  if (!first) return null;
  return {
    project: collection.type === 'project' ? first : null,
    project_group_id: collection.type === 'operation' ? null : (first.project_group_id ?? null),
    operation: splitProjectName(first.name).operation,
    projects: members,
  };
}

/** A project as its group sees it. */
export interface GroupedProject {
  name: string;
  is_project_group_leader?: boolean | undefined;
  project_group_name?: string | null | undefined;
}

const byName = new Intl.Collator('fr-FR', { numeric: true });

/** The project that leads its group: the one that was named, else the first by name. */
export function groupLeader<P extends GroupedProject>(projects: readonly P[]): P | null {
  const named = projects.find(({ is_project_group_leader }) => is_project_group_leader);
  return named ?? projects.toSorted((a, b) => byName.compare(a.name, b.name))[0] ?? null;
}

/** What a group is called: as it was named, else the subdivision of its leader, else the leader's own name. */
export function groupName(projects: readonly GroupedProject[]): string {
  const leader = groupLeader(projects);
  if (!leader) return NOT_FILLED_IN;
  const { subdivision, short_name } = splitProjectName(leader.name);
  return leader.project_group_name ?? (subdivision === NOT_FILLED_IN ? short_name : subdivision);
}

/** What the active collection is called in a title: its project's short name, its group's name or its operation. */
export function collectionName(active: ActiveCollection<CollectionMember & GroupedProject>): string {
  if (active.project) return splitProjectName(active.project.name).short_name;
  return active.project_group_id === null ? active.operation : groupName(active.projects);
}
