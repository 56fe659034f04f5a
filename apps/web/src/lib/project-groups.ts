import { groupName, NOT_FILLED_IN, splitProjectName } from '@palier/domain';

/** The part of a project that places it among the others. */
export interface PlacedProject {
  _id: string;
  name: string;
  project_group_id?: string | null;
  is_project_group_leader?: boolean;
  project_group_name?: string | null | undefined;
}

/** What a project is called inside its operation. */
export function projectLabel(project: Pick<PlacedProject, 'name'>): string {
  return splitProjectName(project.name).short_name;
}

/** What a project is called beside those of other groups: « Femme · Chaussures ». */
export function placedLabel(project: Pick<PlacedProject, 'name'>): string {
  const { subdivision, short_name } = splitProjectName(project.name);
  return subdivision === NOT_FILLED_IN ? short_name : `${subdivision} · ${short_name}`;
}

/** The operation a project belongs to. */
export function operationOf(project: Pick<PlacedProject, 'name'>): string {
  return splitProjectName(project.name).operation;
}

export interface Grouped<P extends PlacedProject> {
  id: string | null;
  label: string;
  projects: P[];
}

const inFrench = new Intl.Collator('fr-FR', { numeric: true });

/** Groups of projects by project_group_id, in the order of their labels; projects without a group last, as one. */
export function groupProjects<P extends PlacedProject>(projects: readonly P[]): Grouped<P>[] {
  const byGroup = new Map<string | null, P[]>();
  for (const project of projects) {
    const id = project.project_group_id ?? null;
    byGroup.set(id, [...(byGroup.get(id) ?? []), project]);
  }
  return [...byGroup]
    .map(([id, members]) => ({
      id,
      label: id === null ? NOT_FILLED_IN : groupName(members),
      projects: members.toSorted((a, b) => inFrench.compare(projectLabel(a), projectLabel(b))),
    }))
    .sort((a, b) => Number(a.id === null) - Number(b.id === null) || inFrench.compare(a.label, b.label));
}

export interface Operation<P extends PlacedProject> {
  name: string;
  groups: Grouped<P>[];
  projects: P[];
}

/** Operations with their groups, in the order of their names. */
export function groupOperations<P extends PlacedProject>(projects: readonly P[]): Operation<P>[] {
  const names = [...new Set(projects.map(operationOf))].sort(inFrench.compare);
  return names.map((name) => {
    const members = projects.filter((project) => operationOf(project) === name);
    return { name, projects: members, groups: groupProjects(members) };
  });
}
