import { splitProjectName } from './name.ts';

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
