import type { RouteOutput } from '@palier/contract';
import { findField, groupLabel, NOT_FILLED_IN } from '@palier/domain';
import { type GridRow, ROOT_ID } from '../../../ui/grid/types.ts';
import { isOpen, type ReportState } from './report-state.ts';

export type Report = RouteOutput<'series.report'>;
export type ReportNode = Report['total'];

/** Between the keys of a group's path; no key has it (reading 27). */
const SEPARATOR = '\u001f';
/** Stands for a missing value in a path, apart from the text that would be empty. */
const NOTHING = '\u0001';

/** A node of the report with what the grid and the chart name it by. */
export interface ReportGroup {
  id: string;
  label: string;
  node: ReportNode;
}

export type ReportRow = GridRow<ReportGroup, ReportGroup>;

/** The name of a group's key, as the listing writes it. */
function nodeLabel(key: string | null, field: string | undefined): string {
  return groupLabel(key, findField(field ?? '')) || NOT_FILLED_IN;
}

function groupOf(node: ReportNode, parent: string, field: string | undefined): ReportGroup {
  const own = node.key ?? NOTHING;
  return { id: parent === ROOT_ID ? own : parent + SEPARATOR + own, label: nodeLabel(node.key, field), node };
}

/** The rows in sight: groups, with what they hold under those that are open; nodes of the last level are lines. */
export function reportRows(
  data: readonly ReportNode[],
  dimensions: readonly string[],
  state: Pick<ReportState, 'closed' | 'turned'>,
): ReportRow[] {
  const rows: ReportRow[] = [];
  const add = (nodes: readonly ReportNode[], depth: number, parent: string): void => {
    for (const node of nodes) {
      const group = groupOf(node, parent, dimensions[depth]);
      const { id } = group;
      const children = node.data ?? [];
      if (children.length === 0) {
        rows.push({ kind: 'line', id, depth, parent, line: group });
        continue;
      }
      const open = isOpen(state, id);
      rows.push({ kind: 'group', id, depth, parent, node: treeNode(group, depth, parent, open) });
      if (open) add(children, depth + 1, id);
    }
  };
  add(data, 0, ROOT_ID);
  return rows;
}

function treeNode(group: ReportGroup, depth: number, parent: string, open: boolean) {
  return {
    ...{ id: group.id, depth, parent, group, open, status: 'loaded' as const, error: null },
    ...{
      children: [],
      leaf: false,
      cursor: null,
      total: group.node.data?.length ?? 0,
      more: 'idle' as const,
    },
  };
}

/** The groups of the last level, each with its whole path: what the chart sets side by side. */
export function lastGroups(data: readonly ReportNode[], dimensions: readonly string[]): ReportGroup[] {
  const walk = (nodes: readonly ReportNode[], depth: number, above: readonly string[]): ReportGroup[] =>
    nodes.flatMap((node) => {
      const { label } = groupOf(node, ROOT_ID, dimensions[depth]);
      const path = [...above, label];
      return node.data && node.data.length > 0
        ? walk(node.data, depth + 1, path)
        : [{ id: path.join(SEPARATOR), label, node }];
    });
  return walk(data, 0, []);
}

/** « Vestes et manteaux › Trenchs ». */
export function pathText(id: string): string {
  return id.split(SEPARATOR).join(' › ');
}

/** What a row shows: its group, whichever level it is of. */
export function groupOfRow(row: ReportRow): ReportGroup | null {
  if (row.kind === 'group') return row.node.group;
  return row.kind === 'line' ? row.line : null;
}
