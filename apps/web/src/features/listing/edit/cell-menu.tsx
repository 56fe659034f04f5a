import {
  combineQueries,
  fieldLabel,
  findField,
  formatFieldValue,
  plainNumber,
  type QueryRule,
  readField,
  type Scalar,
  shownAs,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { PointMenu, type PointMenuEntry } from '../../../ui/point-menu.tsx';
import type { CellContext } from '../cells/context.ts';
import type { Figures } from '../rows/row.ts';
import type { MenuCell, PanelProps } from '../screen/panel-types.ts';
import { filterField } from './clipboard-cells.ts';

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A number with two decimals at most, on one side of a value: the value itself when that is all it has. */
function shortNumber(value: number, side: 'below' | 'above'): number {
  const cents = Math.round(plainNumber(value) * 100);
  const isBeyond = side === 'below' ? cents / 100 > value : cents / 100 < value;
  const { low, high } = shownAs(cents / 100);
  if (!isBeyond || (low <= value && value <= high)) return cents / 100;
  return (side === 'below' ? cents - 1 : cents + 1) / 100;
}

/** Filters that a cell's value suggests. */
export function filtersOf(field: string, value: unknown): QueryRule[] {
  if (value === null || value === undefined) return [{ field, operator: 'is_not_set' }];
  if (!isScalar(value)) return [];
  if (typeof value !== 'number') return [{ field, operator: 'equals', value }];
  // Written short, but so that the product it was asked on stays in the list.
  return [
    { field, operator: 'gte', value: shortNumber(value, 'below') },
    { field, operator: 'lte', value: shortNumber(value, 'above') },
  ];
}

type Currencies = Pick<CellContext, 'catalog_currency' | 'accounting_currency'>;

function ruleText(rule: QueryRule, currencies: Currencies): string {
  const field = findField(rule.field);
  const value = field && rule.value !== undefined ? formatFieldValue(rule.value, field, currencies) : '';
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

/** What is decided of a product or of a group; of a project whose decisions do not change there is none. */
function decisionEntries(row: MenuCell['row'], { context, setPanel }: PanelProps): PointMenuEntry[] {
  if (row.kind === 'line')
    return [{ label: 'Objectif…', run: () => setPanel({ kind: 'goal', target: { line: row.line } }) }];
  if (row.kind !== 'group') return [];
  const { group } = row.node;
  const isLeft = group.discount_pct_reviewed_count < group.discount_count;
  return [
    { label: 'Démarque du groupe…', run: () => setPanel({ kind: 'group-edit', group, value: null }) },
    { label: 'Objectif du groupe…', run: () => setPanel({ kind: 'goal', target: { group } }) },
    {
      label: isLeft ? 'Marquer tout le groupe revu' : 'Marquer tout le groupe à revoir',
      run: () => context.actions.reviewGroup(row.id, isLeft),
    },
  ];
}

/** Right click on a cell: quick filters, sort, the product, its goal. */
export function CellMenu(props: PanelProps & { cell: MenuCell; point: { x: number; y: number } }): ReactNode {
  const { handle, cell, point, onClose, context, setPanel } = props;
  const { row, column } = cell;
  if (row.kind !== 'line' && row.kind !== 'group') return null;
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
      label: ruleText(rule, context),
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
        ]
      : []),
    ...(context.work_locked ? [] : decisionEntries(row, props)),
  ];
  return <PointMenu label="Actions de la cellule" point={point} entries={entries} onClose={onClose} />;
}
