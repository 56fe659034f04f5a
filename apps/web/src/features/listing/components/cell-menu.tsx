import {
  combineQueries,
  fieldLabel,
  findField,
  formatFieldValue,
  type QueryRule,
  type Scalar,
} from '@palier/domain';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CellPosition } from '../../../ui/grid/types.ts';
import { filterField } from '../model/clipboard-cells.ts';
import { type Figures, fieldValue } from '../model/row.ts';
import type { PanelProps } from './panel-types.ts';

interface Entry {
  label: string;
  run: () => void;
}

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
  const list = useRef<HTMLDivElement>(null);
  const row = listing.rows[cell.row];
  const column = layout.columns[cell.column];
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('button')?.focus();
    const close = (event: PointerEvent): void => {
      if (!list.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', close, true);
    return () => document.removeEventListener('pointerdown', close, true);
  }, [onClose]);
  if (!row || !column || (row.kind !== 'line' && row.kind !== 'group')) return null;
  const data: Figures = row.kind === 'line' ? row.line : row.node.group;
  const { parameters } = handle.state;
  const fields =
    column.id === 'product' && row.kind === 'line' ? ['brand', 'color', 'family'] : [filterField(column)];
  const filters =
    row.kind === 'line'
      ? fields.flatMap((field) => (field ? filtersOf(field, fieldValue(data, field)) : []))
      : [];
  const entries: Entry[] = [
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
          { label: 'Ouvrir le produit', run: () => handle.change({ product: row.line.item_group_id }, true) },
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
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items[(at - 1 + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const left = Math.min(point.x, window.innerWidth - 320);
  const top = Math.min(point.y, window.innerHeight - 36 * entries.length - 16);
  return (
    <div className="menu ls-cell-menu" style={{ left, top }}>
      <div ref={list} role="menu" aria-label="Actions de la cellule" tabIndex={-1} onKeyDown={onKeyDown}>
        {entries.map((entry) => (
          <button
            key={entry.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="menu-item"
            onClick={() => {
              onClose();
              entry.run();
            }}
          >
            {entry.label}
          </button>
        ))}
      </div>
    </div>
  );
}
