// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { type ReactNode, useCallback, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { fromTsv, tileBlock, toTsv } from './clipboard.ts';
import { cellId, cellOfElement, elementOfCell, HEADER_ROWS, type TreeGridProps } from './grid-context.ts';
import { GridView, type ViewHandle } from './grid-view.tsx';
import { type ColumnLayout, withWidth } from './layout.ts';
import { dressColumns, type RowShared } from './row-cells.tsx';
import { rangeOf } from './selection.ts';
import type { GridSelection } from './types.ts';
import { onGridKey } from './use-grid-keyboard.ts';
import { onGridPointerDown } from './use-grid-pointer.ts';
import './grid.css';

function textBlock<G, L>(props: TreeGridProps<G, L>, selection: GridSelection): string[][] {
  const range = rangeOf(selection);
  const block: string[][] = [];
  for (let row = range.top; row <= range.bottom; row += 1) {
    const line = props.rows[row];
    const columns = props.layout.columns.slice(range.left, range.right + 1);
    block.push(columns.map((column) => (line ? props.cellText(line, column) : '')));
  }
  return block;
}

function useShared<G, L>(props: TreeGridProps<G, L>, grid: string): RowShared<G, L> {
  const { layout, renderCell, cellClass, rowClass, renderWide, fillable } = props;
  const offset = props.renderTotal ? 1 : 0;
  return useMemo(
    () => ({
      grid,
      layout,
      dress: dressColumns(layout),
      renderCell,
      cellClass,
      rowClass,
      renderWide,
      fillable,
      offset,
    }),
    [grid, layout, renderCell, cellClass, rowClass, renderWide, fillable, offset],
  );
}

/** The layout with the column being resized at its tried width, and what the header calls. */
function useSizing<G, L>(
  props: TreeGridProps<G, L>,
): {
  layout: ColumnLayout;
  onResize: ((id: string, width: number, done: boolean) => void) | undefined;
} {
  const { layout, onResize } = props;
  const [tried, setTried] = useState<{ id: string; width: number } | null>(null);
  const latest = useRef(onResize);
  latest.current = onResize;
  const resize = useCallback((id: string, width: number, done: boolean) => {
    setTried(done ? null : { id, width });
    if (done) latest.current?.(id, width);
  }, []);
  return {
    layout: useMemo(() => (tried ? withWidth(layout, tried.id, tried.width) : layout), [layout, tried]),
    onResize: onResize && resize,
  };
}

/**
 * A virtualised treegrid: rows and columns drawn only where they are seen, one scroller, header and
 * pinned columns stuck to its edges. It knows nothing of what its cells mean.
 */
export function TreeGrid<G, L>(given: TreeGridProps<G, L>): ReactNode {
  const sizing = useSizing(given);
  const props = { ...given, layout: sizing.layout };
  const { selection } = props;
  // A state, not a ref: the view inside needs it, and refs of parents come after the effects of children.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const view = useRef<ViewHandle>(null);
  const grid = useId();
  const shared = useShared(props, grid);
  const range = selection ? rangeOf(selection) : null;
  const page = (): number => view.current?.page() ?? 1;
  const scrollTo: ViewHandle['scrollTo'] = (cell) => view.current?.scrollTo(cell);
  const onLeave = useCallback(() => scroller?.focus({ preventScroll: true }), [scroller]);
  useImperativeHandle(props.ref, () => ({
    focus: onLeave,
    scrollToCell: scrollTo,
    cellElement: (cell) => elementOfCell(scroller, cell),
    scroller: () => scroller,
  }));

  return (
    <div
      ref={setScroller}
      className="pg-root"
      data-density={props.density}
      role="treegrid"
      aria-label={props.label}
      aria-rowcount={props.rows.length + HEADER_ROWS + shared.offset}
      aria-colcount={props.layout.columns.length}
      aria-multiselectable="true"
      aria-busy={props.busy || undefined}
      aria-activedescendant={selection ? cellId(grid, selection.anchor) : undefined}
      tabIndex={0}
      onKeyDown={(event) => onGridKey(event, { props, page, scrollTo })}
      onPointerDown={(event) => onGridPointerDown(event, props)}
      onClick={(event) => {
        // A button of a cell gives the keyboard back: arrows go on from there, and its element may soon serve another row.
        const button = (event.target as Element).closest('.pg-row button');
        if (button && button === document.activeElement) onLeave();
      }}
      onWheel={() => view.current?.stop()}
      onDoubleClick={(event) => {
        const cell = cellOfElement(event.target as Element);
        if (cell) props.onCellDoubleClick?.(cell);
      }}
      onCopy={(event) => {
        if (!selection || (event.target as HTMLElement).closest('input,textarea')) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', toTsv(textBlock(props, selection)));
      }}
      onPaste={(event) => {
        if (!range || !props.onPaste || (event.target as HTMLElement).closest('input,textarea')) return;
        event.preventDefault();
        const block = fromTsv(event.clipboardData.getData('text/plain'));
        if (block.length === 0) return;
        props.onPaste(range, tileBlock(block, range.bottom - range.top + 1, range.right - range.left + 1));
      }}
    >
      <GridView
        ref={view}
        props={props}
        shared={shared}
        scroller={scroller}
        onResize={sizing.onResize}
        onLeave={onLeave}
      />
    </div>
  );
}
