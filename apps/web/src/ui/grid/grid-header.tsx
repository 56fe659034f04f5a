// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { memo, type ReactNode, useRef, useState } from 'react';
import { type ColumnLayout, clampWidth, type SectionSpan, startsSection } from './layout.ts';
import type { GridColumn, SortState } from './types.ts';

interface HeaderProps {
  layout: ColumnLayout;
  /** The sections, by their place, that the left edge may cut: their names stay beside it. */
  cutFrom: number;
  cutTo: number;
  sort: SortState | null;
  onSort: (column: GridColumn) => void;
  /** `done` once the pointer is released, or for a key: until then the width is only tried. */
  onResize: ((id: string, width: number, done: boolean) => void) | undefined;
  onMove: ((id: string, before: string | null) => void) | undefined;
  onFold: ((section: string) => void) | undefined;
  /** Opens a column's menu, at a place of the window. */
  onMenu: ((column: GridColumn, point: { x: number; y: number }) => void) | undefined;
  /** Gives the keyboard back to the rows. */
  onLeave: () => void;
  /** What stands under the columns: the pinned total. */
  children?: ReactNode;
}

const STEP = 10;

function pinClass(layout: ColumnLayout, column: GridColumn): string {
  const names: string[] = [];
  if (column.pinned) names.push(`pg-pinned-${column.pinned}`);
  if (layout.left.at(-1) === column) names.push('pg-edge-left');
  if (layout.right[0] === column) names.push('pg-edge-right');
  return names.join(' ');
}

function Chevron({ open }: { open: boolean }): ReactNode {
  return (
    <svg className="pg-icon" width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
      <path d={open ? 'm3.5 6 4.5 4.5L12.5 6' : 'm6 3.5 4.5 4.5L6 12.5'} />
    </svg>
  );
}

/** Where a pinned section stays: beside those of its side that are nearer to the edge; `first` of the right ones. */
function pinnedSide(
  { sections }: ColumnLayout,
  section: SectionSpan,
): { left?: number; right?: number; first: boolean } {
  const side = sections.filter(({ pinned }) => pinned !== undefined && pinned === section.pinned);
  const at = side.indexOf(section);
  const width = (spans: readonly SectionSpan[]): number => spans.reduce((sum, span) => sum + span.width, 0);
  if (section.pinned === 'left') return { left: width(side.slice(0, at)), first: false };
  if (section.pinned === 'right') return { right: width(side.slice(at + 1)), first: at === 0 };
  return { first: false };
}

function SectionCell({
  section,
  index,
  layout,
  cut,
  onFold,
}: {
  section: SectionSpan;
  index: number;
  layout: ColumnLayout;
  cut: boolean;
  onFold: ((id: string) => void) | undefined;
}): ReactNode {
  const pinned = section.pinned;
  const foldable = onFold && !pinned && section.count > 1;
  const { first, ...side } = pinnedSide(layout, section);
  const edge = pinned === 'left' ? 'pg-edge-left' : first ? 'pg-edge-right' : '';
  return (
    <div
      className={`pg-section ${pinned ? `pg-pinned pg-pinned-${pinned}` : ''} ${edge}`}
      style={{ width: section.width, ...side }}
      role="columnheader"
      aria-colindex={index + 1}
      aria-colspan={section.shown}
    >
      {foldable ? (
        <button
          type="button"
          tabIndex={-1}
          data-head=""
          aria-expanded={!section.folded}
          // Stuck elements cost at every frame: only those that need it are.
          style={cut ? { position: 'sticky', left: layout.left_width } : undefined}
          onClick={() => onFold(section.id)}
          title={section.folded ? `Déplier ${section.label}` : `Replier ${section.label}`}
        >
          <span>{section.label}</span>
          <Chevron open={!section.folded} />
          {section.folded ? <small>{`+${section.count - section.shown}`}</small> : null}
        </button>
      ) : (
        <span className="pg-section-label">{section.label}</span>
      )}
    </div>
  );
}

interface ColumnHeadProps extends Omit<HeaderProps, 'children' | 'cutFrom' | 'cutTo'> {
  column: GridColumn;
  index: number;
  first: boolean;
  dropping: boolean;
  onDrag: (id: string | null, over: string | null, done: boolean) => void;
}

/** Follows the pointer until it is released, then removes its listeners. */
function follow(move: (event: PointerEvent) => void, end: (event: PointerEvent) => void): void {
  const stop = (event: PointerEvent): void => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', stop);
    end(event);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', stop);
}

function startResize(
  event: React.PointerEvent,
  column: GridColumn,
  onResize: NonNullable<HeaderProps['onResize']>,
): void {
  event.preventDefault();
  event.stopPropagation();
  const start = event.clientX;
  const direction = column.pinned === 'right' ? -1 : 1;
  const widthAt = (moved: PointerEvent): number =>
    clampWidth(column.width + direction * (moved.clientX - start));
  follow(
    (moved) => onResize(column.id, widthAt(moved), false),
    (ended) => onResize(column.id, widthAt(ended), true),
  );
}

function columnUnder(event: PointerEvent): string | null {
  const head = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-head-column]');
  return head instanceof HTMLElement ? (head.dataset.headColumn ?? null) : null;
}

function ColumnHead(props: ColumnHeadProps): ReactNode {
  const { column, index, layout, sort, onSort, onResize, onMove, onDrag } = props;
  const dragged = useRef(false);
  const sorted = sort && column.sort_field === sort.field ? sort.order : null;
  const startDrag = (event: React.PointerEvent): void => {
    dragged.current = false;
    if (!onMove || column.locked || column.pinned || event.button !== 0) return;
    const origin = event.clientX;
    follow(
      (moved) => {
        if (Math.abs(moved.clientX - origin) < 6 && !dragged.current) return;
        dragged.current = true;
        onDrag(column.id, columnUnder(moved), false);
      },
      (ended) => {
        if (dragged.current) onDrag(column.id, columnUnder(ended), true);
      },
    );
  };
  const openMenu = (head: Element, pointer?: { x: number; y: number }): void => {
    const { left, bottom } = head.getBoundingClientRect();
    props.onMenu?.(column, pointer ?? { x: left, y: bottom });
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.altKey && event.key === 'ArrowDown' && props.onMenu) {
      event.preventDefault();
      event.stopPropagation();
      openMenu(event.currentTarget);
    }
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    event.stopPropagation();
    const right = event.key === 'ArrowRight';
    if (!event.shiftKey) onResize?.(column.id, clampWidth(column.width + (right ? STEP : -STEP)), true);
    else if (onMove && !column.locked && !column.pinned) {
      const at = layout.middle.indexOf(column);
      const before = layout.middle[right ? at + 2 : at - 1];
      if (right || at > 0) onMove(column.id, before?.id ?? null);
    }
  };
  const start = startsSection(layout, index);
  return (
    <div
      className={`pg-head ${column.align === 'left' ? 'pg-left' : ''} ${pinClass(layout, column)} ${start ? 'pg-section-start' : ''} ${props.dropping ? 'pg-drop' : ''}`}
      style={{ width: column.width }}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      data-head-column={column.id}
    >
      <button
        type="button"
        data-head=""
        tabIndex={props.first ? 0 : -1}
        title={column.tooltip ?? undefined}
        aria-disabled={column.sort_field ? undefined : true}
        aria-keyshortcuts={props.onMenu ? 'Alt+ArrowDown' : undefined}
        onPointerDown={startDrag}
        onClick={() => {
          if (!dragged.current && column.sort_field) onSort(column);
        }}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          if (!props.onMenu) return;
          event.preventDefault();
          // The menu key gives no place of its own.
          const pointed = event.button === 2 && event.clientX > 0;
          openMenu(event.currentTarget, pointed ? { x: event.clientX, y: event.clientY } : undefined);
        }}
      >
        <span>
          {column.mark ? <i className="pg-mark" style={{ background: column.mark }} /> : null}
          {column.label}
        </span>
        {column.hint ? <small>{column.hint}</small> : null}
        {sorted ? (
          <svg className="pg-icon pg-sort" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d={sorted === 'asc' ? 'M5 2v6M2.5 4.5 5 2l2.5 2.5' : 'M5 2v6M2.5 5.5 5 8l2.5-2.5'} />
          </svg>
        ) : null}
      </button>
      {props.onMenu ? (
        // For the mouse; the keyboard has Alt and the down arrow on the title itself.
        <span className="pg-head-menu" aria-hidden="true" onClick={(event) => openMenu(event.currentTarget)}>
          <Chevron open />
        </span>
      ) : null}
      {onResize ? (
        <span
          className="pg-resize"
          aria-hidden="true"
          onPointerDown={(event) => startResize(event, column, onResize)}
        />
      ) : null}
    </div>
  );
}

function onHeaderKey(event: React.KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('.pg-heads [data-head]')];
  const sections = [...event.currentTarget.querySelectorAll<HTMLElement>('.pg-sections [data-head]')];
  const list = sections.includes(event.target as HTMLElement) ? sections : heads;
  const at = list.indexOf(event.target as HTMLElement);
  if (event.key === 'ArrowRight') list[at + 1]?.focus();
  else if (event.key === 'ArrowLeft') list[at - 1]?.focus();
  else if (event.key === 'ArrowUp') sections[0]?.focus();
  else if (event.key === 'ArrowDown') list === sections ? heads[0]?.focus() : onLeave();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function HeaderView(props: HeaderProps): ReactNode {
  const { layout, onMove } = props;
  const [over, setOver] = useState<string | null>(null);
  const onDrag: ColumnHeadProps['onDrag'] = (id, target, done) => {
    setOver(done ? null : target);
    if (done && id && target && target !== id) onMove?.(id, target);
  };
  const head = (column: GridColumn, index: number): ReactNode => (
    <ColumnHead
      key={column.id}
      {...props}
      column={column}
      index={index}
      first={index === 0}
      dropping={over === column.id}
      onDrag={onDrag}
    />
  );
  let start = 0;
  return (
    <div
      className="pg-header"
      style={{ width: layout.width }}
      role="rowgroup"
      onKeyDown={(event) => onHeaderKey(event, props.onLeave)}
    >
      <div className="pg-sections" role="row" aria-rowindex={1}>
        {layout.sections.map((section, position) => {
          const index = start;
          start += section.shown;
          const grow = layout.sections[position + 1]?.pinned === 'right' && !section.pinned;
          return [
            <SectionCell
              key={`${section.id}${section.pinned ?? ''}${index}`}
              section={section}
              index={index}
              layout={layout}
              cut={position >= props.cutFrom && position <= props.cutTo}
              onFold={props.onFold}
            />,
            grow ? <div key="grow" className="pg-space pg-grow" role="presentation" /> : null,
          ];
        })}
      </div>
      <div className="pg-heads" role="row" aria-rowindex={2}>
        {layout.left.length > 0 ? (
          <div className="pg-pins pg-pins-left">{layout.left.map((column, at) => head(column, at))}</div>
        ) : null}
        {layout.middle.map((column, at) => head(column, layout.left.length + at))}
        <div className="pg-space pg-grow" role="presentation" />
        {layout.right.length > 0 ? (
          <div className="pg-pins pg-pins-right">
            {layout.right.map((column, at) => head(column, layout.left.length + layout.middle.length + at))}
          </div>
        ) : null}
      </div>
      {props.children}
    </div>
  );
}

/** Sections, columns (sort, resize, move) and the pinned total; not drawn again by scrolling. */
export const GridHeader = memo(HeaderView);
