import {
  combineQueries,
  fieldLabel,
  findField,
  formatFieldValue,
  type QueryRule,
  readField,
  type Scalar,
} from '@palier/domain';
import type { ReactNode } from 'react';
import type { CellPosition } from '../../../ui/grid/types.ts';
import { PointMenu, type PointMenuEntry } from '../../../ui/point-menu.tsx';
import type { Figures } from '../rows/row.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { filterField } from './clipboard-cells.ts';

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Filters that a cell's value suggests. */
function filtersOf(field: string, value: unknown): QueryRule[] {
  if (value === null || value === undefined) return [{ field, operator: 'is_not_set' }];
  if (!isScalar(value)) return [];
  if (typeof value !== 'number') return [{ field, operator: 'equals', value }];
  const rounded = Math.round(value * 100) / 100;
  return [
    { field, operator: 'gte', value: rounded },
    { field, operator: 'lte', value: rounded },
  ];
}

function ruleText(rule: QueryRule): string {
  const field = findField(rule.field);
  const value = field && rule.value !== undefined ? formatFieldValue(rule.value, field) : '';
  const sign =
    rule.operator === 'gte'
      ? '≥'
      : rule.operator === 'lte'
        ? '≤'
        : rule.operator === 'equals'
          ? ':'
          : 'non renseigné';
  return `Filtrer : ${fieldLabel(rule.field)} ${sign} ${value}`.trim();
}

/** Right click on a cell: quick filters, sort, the product, its goal. */
export function CellMenu(
  props: PanelProps & { cell: CellPosition; point: { x: number; y: number } },
): ReactNode {
  const { listing, layout, handle, cell, point, onClose, context, setPanel } = props;
  const row = listing.rows[cell.row];
  const column = layout.columns[cell.column];
  if (!row || !column || (row.kind !== 'line' && row.kind !== 'group')) return null;
  const data: Figures = row.kind === 'line' ? row.line : row.node.group;
  const { parameters } = handle.state;
  const fields =
    column.id === 'product' && row.kind === 'line' ? ['brand', 'color', 'family'] : [filterField(column)];
  const filters =
    row.kind === 'line'
      ? fields.flatMap((field) => (field ? filtersOf(field, readField(data, field)) : []))
      : [];
  const entries: PointMenuEntry[] = [
    ...filters.map((rule) => ({
      label: ruleText(rule),
      run: () =>
        handle.changeParameters({
          searchQuery: combineQueries(parameters.searchQuery, { combinator: 'and', rules: [rule] }),
        }),
    })),
    ...(column.sort_field
      ? (['desc', 'asc'] as const).map((order) => ({
          label:
            order === 'desc'
              ? `Trier par ${column.label}, décroissant`
              : `Trier par ${column.label}, croissant`,
          run: () => handle.changeParameters({ sort: { field: column.sort_field as string, order } }),
        }))
      : []),
    ...(row.kind === 'line'
      ? [
          { label: 'Ouvrir le produit', run: () => context.actions.openProduct(row.line) },
          { label: 'Historique des démarques…', run: () => setPanel({ kind: 'history', line: row.line }) },
          { label: 'Objectif…', run: () => setPanel({ kind: 'goal', target: { line: row.line } }) },
        ]
      : [
          {
            label: 'Démarque du groupe…',
            run: () => setPanel({ kind: 'group-edit', groupId: row.id, value: null }),
          },
          {
            label: 'Objectif du groupe…',
            run: () => setPanel({ kind: 'goal', target: { groupId: row.id } }),
          },
          { label: 'Marquer tout le groupe revu', run: () => context.actions.reviewGroup(row.id) },
        ]),
  ];
  return <PointMenu label="Actions de la cellule" point={point} entries={entries} onClose={onClose} />;
}
