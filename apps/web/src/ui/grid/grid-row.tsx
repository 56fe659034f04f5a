// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { memo, type ReactNode } from 'react';
import { cellId, HEADER_ROWS, type TreeGridProps } from './grid-context.ts';
import { startsSection } from './layout.ts';
import type { CellRange } from './selection.ts';
import type { GridColumn, GridRow } from './types.ts';

/** What every row shares; one object, replaced only when the drawing of all rows changes. */
export interface RowShared<G, L> {
  grid: string;
  layout: TreeGridProps<G, L>['layout'];
  renderCell: TreeGridProps<G, L>['renderCell'];
  cellClass: TreeGridProps<G, L>['cellClass'];
  rowClass: TreeGridProps<G, L>['rowClass'];
  renderWide: TreeGridProps<G, L>['renderWide'];
  fillable: TreeGridProps<G, L>['fillable'];
  /** The pinned total takes a row of its own in the numbering. */
  offset: number;
}

interface GridRowProps<G, L> {
  row: GridRow<G, L>;
  index: number;
  top: number;
  height: number;
  shared: RowShared<G, L>;
  /** First and last middle column drawn, and the empty space around them, px. */
  from: number;
  to: number;
  before: number;
  after: number;
  /** The part of the selection in this row, -1 when there is none. */
  left: number;
  right: number;
  isTop: boolean;
  isBottom: boolean;
  active: number;
}

function cellClasses<G, L>(props: GridRowProps<G, L>, column: GridColumn, index: number): string {
  const { row, shared } = props;
  const names = ['pg-cell'];
  if (column.align === 'left') names.push('pg-left');
  if (column.pinned) names.push('pg-pinned', `pg-pinned-${column.pinned}`);
  if (startsSection(shared.layout, index)) names.push('pg-section-start');
  if (shared.layout.left.at(-1) === column) names.push('pg-edge-left');
  if (shared.layout.right[0] === column) names.push('pg-edge-right');
  if (index >= props.left && index <= props.right && props.right > -1) {
    names.push('pg-in-range');
    if (props.isTop) names.push('pg-range-top');
    if (props.isBottom) names.push('pg-range-bottom');
    if (index === props.left) names.push('pg-range-left');
    if (index === props.right) names.push('pg-range-right');
  }
  if (props.active === index) names.push('pg-active');
  const own = shared.cellClass?.(row, column);
  if (own) names.push(own);
  return names.join(' ');
}

function edgeStyle<G, L>(shared: RowShared<G, L>, column: GridColumn): React.CSSProperties {
  const edge = shared.layout.edges.get(column.id);
  if (column.pinned === 'left') return { width: column.width, left: edge };
  if (column.pinned === 'right') return { width: column.width, right: edge };
  return { width: column.width };
}

function drawCells<G, L>(
  props: GridRowProps<G, L>,
  columns: readonly GridColumn[],
  first: number,
): ReactNode {
  const { row, index, shared } = props;
  return columns.map((column, offset) => {
    const at = first + offset;
    const corner = props.isBottom && at === props.right && shared.fillable?.(column);
    return (
      <div
        key={column.id}
        id={cellId(shared.grid, { row: index, column: at })}
        className={cellClasses(props, column, at)}
        style={edgeStyle(shared, column)}
        role="gridcell"
        aria-colindex={at + 1}
        aria-selected={at >= props.left && at <= props.right ? true : undefined}
        data-row={index}
        data-column={at}
        data-field={column.id}
      >
        {shared.renderCell(row, column)}
        {corner ? <span className="pg-fill" data-fill="" aria-hidden="true" /> : null}
      </div>
    );
  });
}

function WideCell<G, L>({ row, index, shared }: GridRowProps<G, L>): ReactNode {
  return (
    <div
      id={cellId(shared.grid, { row: index, column: 0 })}
      className="pg-wide"
      role="gridcell"
      aria-colindex={1}
      aria-colspan={shared.layout.columns.length}
      data-row={index}
      data-column={0}
    >
      {shared.renderWide(row)}
    </div>
  );
}

function RowView<G, L>(props: GridRowProps<G, L>): ReactNode {
  const { row, index, shared, top, height } = props;
  const { layout } = shared;
  const group = row.kind === 'group' ? row.node : null;
  const wide = row.kind === 'more' || row.kind === 'error' || row.kind === 'empty';
  const rightStart = layout.left.length + layout.middle.length;
  return (
    <div
      className={`pg-row pg-${row.kind} pg-depth-${Math.min(row.depth, 2)} ${shared.rowClass?.(row) ?? ''}`}
      style={{ transform: `translateY(${top}px)`, height, width: layout.width }}
      role="row"
      aria-level={row.depth + 1}
      aria-expanded={group ? group.open : undefined}
      aria-busy={row.kind === 'placeholder' || undefined}
      aria-rowindex={index + 1 + HEADER_ROWS + shared.offset}
      data-id={row.id}
      data-kind={row.kind}
    >
      {wide ? (
        <WideCell {...props} />
      ) : (
        <>
          {drawCells(props, layout.left, 0)}
          <div className="pg-space" style={{ width: props.before }} role="presentation" />
          {drawCells(props, layout.middle.slice(props.from, props.to + 1), layout.left.length + props.from)}
          <div className="pg-space pg-grow" style={{ width: props.after }} role="presentation" />
          {drawCells(props, layout.right, rightStart)}
        </>
      )}
    </div>
  );
}

/** One row; drawn again only when its own data, its place or its part of the selection changes. */
export const GridRowView = memo(RowView) as typeof RowView;

/** The part of a selection that falls in a row, in the shape the row takes. */
export function selectionOfRow(
  range: CellRange | null,
  active: { row: number; column: number } | null,
  index: number,
): { left: number; right: number; isTop: boolean; isBottom: boolean; active: number } {
  const inside = range !== null && index >= range.top && index <= range.bottom;
  return {
    left: inside ? range.left : -1,
    right: inside ? range.right : -1,
    isTop: inside && index === range.top,
    isBottom: inside && index === range.bottom,
    active: active?.row === index ? active.column : -1,
  };
}
