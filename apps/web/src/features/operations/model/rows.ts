import type { Project } from '@palier/contract';
import { matchesWords } from '@palier/domain';
import { groupOperations, projectLabel } from '../../../lib/project-groups.ts';
import { type Alert, projectAlerts } from './alerts.ts';
import { type RowFigures, sumFigures } from './figures.ts';
import { type OperationState, operationState } from './state.ts';

interface Common {
  key: string;
  depth: 0 | 1 | 2;
  label: string;
  projects: readonly Project[];
  figures: RowFigures;
  alertCount: number;
}

export type OperationRow = Common & {
  kind: 'operation';
  depth: 0;
  state: OperationState;
  groupCount: number;
};
export type Group = Common & { kind: 'group'; depth: 1; groupId: string };
export type ProjectRow = Common & { kind: 'project'; project: Project; alerts: readonly Alert[] };
export type Row = OperationRow | Group | ProjectRow;

export const operationSorts = ['state', 'name', 'date', 'sales', 'stock', 'alerts'] as const;
export type OperationSort = (typeof operationSorts)[number];

export interface RowFilter {
  typed: string;
  state: OperationState | 'all';
  withAlerts: boolean;
  /** The projects that this person leads; null: everybody's. */
  pilot: string | null;
  sort: OperationSort;
  /** Keys of the rows that are closed. */
  closed: ReadonlySet<string>;
}

const stateOrder: Record<OperationState, number> = { ongoing: 0, preparing: 1, ended: 2 };
const inFrench = new Intl.Collator('fr-FR', { numeric: true });

/** Projects kept by the search and the filters. */
export function keptProjects(projects: readonly Project[], filter: RowFilter, today: string): Project[] {
  return projects.filter(
    (project) =>
      matchesWords(
        filter.typed,
        `${project.name} ${project.pilot?.name ?? ''} ${project.project_group_name ?? ''}`,
      ) &&
      (filter.pilot === null || project.pilot?._id === filter.pilot) &&
      (!filter.withAlerts || projectAlerts(project, today).length > 0),
  );
}

function lastStart(projects: readonly Project[]): string {
  return (
    projects
      .map((project) => project.phases[0]?.start_date ?? '')
      .sort()
      .at(-1) ?? ''
  );
}

function comparator(sort: OperationSort): (a: OperationRow, b: OperationRow) => number {
  const byName = (a: OperationRow, b: OperationRow) => inFrench.compare(a.label, b.label);
  const byDate = (a: OperationRow, b: OperationRow) =>
    lastStart(b.projects).localeCompare(lastStart(a.projects));
  const comparators: Record<OperationSort, (a: OperationRow, b: OperationRow) => number> = {
    name: byName,
    date: byDate,
    state: (a, b) => stateOrder[a.state] - stateOrder[b.state] || byDate(a, b),
    sales: (a, b) => (b.figures.sales ?? 0) - (a.figures.sales ?? 0),
    stock: (a, b) => (b.figures.stock_retail_value ?? 0) - (a.figures.stock_retail_value ?? 0),
    alerts: (a, b) => b.alertCount - a.alertCount,
  };
  return (a, b) => comparators[sort](a, b) || byName(a, b);
}

function projectRow(project: Project, depth: 1 | 2, today: string): ProjectRow {
  const alerts = projectAlerts(project, today);
  return {
    kind: 'project',
    key: project._id,
    depth,
    label: projectLabel(project),
    project,
    projects: [project],
    figures: sumFigures([project]),
    alerts,
    alertCount: alerts.length,
  };
}

function countAlerts(projects: readonly Project[], today: string): number {
  return projects.reduce((sum, project) => sum + projectAlerts(project, today).length, 0);
}

/** The rows of the table: operations that open to their groups, groups to their projects. */
export function operationRows(projects: readonly Project[], filter: RowFilter, today: string): Row[] {
  const operations = groupOperations(keptProjects(projects, filter, today));
  const tops = operations.map((operation): OperationRow & { groups: typeof operation.groups } => ({
    kind: 'operation',
    key: `operation:${operation.name}`,
    depth: 0,
    label: operation.name,
    projects: operation.projects,
    figures: sumFigures(operation.projects),
    alertCount: countAlerts(operation.projects, today),
    state: operationState(operation.projects, today),
    groupCount: operation.groups.filter((group) => group.id !== null).length,
    groups: operation.groups,
  }));
  const rows: Row[] = [];
  for (const { groups, ...top } of tops.toSorted(comparator(filter.sort))) {
    if (filter.state !== 'all' && filter.state !== top.state) continue;
    rows.push(top);
    if (filter.closed.has(top.key)) continue;
    for (const group of groups) rows.push(...groupRows(group, filter, today));
  }
  return rows;
}

function groupRows(
  group: { id: string | null; label: string; projects: readonly Project[] },
  filter: RowFilter,
  today: string,
): Row[] {
  if (group.id === null) return group.projects.map((project) => projectRow(project, 1, today));
  const row: Group = {
    kind: 'group',
    key: `group:${group.id}`,
    depth: 1,
    label: group.label,
    groupId: group.id,
    projects: group.projects,
    figures: sumFigures(group.projects),
    alertCount: countAlerts(group.projects, today),
  };
  if (filter.closed.has(row.key)) return [row];
  return [row, ...group.projects.map((project) => projectRow(project, 2, today))];
}

/** How many operations are in each state, for the filter's counts. */
export function stateCounts(
  projects: readonly Project[],
  today: string,
): Record<OperationState | 'all', number> {
  const counts = { all: 0, ongoing: 0, preparing: 0, ended: 0 };
  for (const operation of groupOperations(projects)) {
    counts.all += 1;
    counts[operationState(operation.projects, today)] += 1;
  }
  return counts;
}
