import type { SerieMetric } from '@palier/domain';
import { sortNodes } from '@palier/domain';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { layoutColumns } from '../../../ui/grid/layout.ts';
import { clampSelection } from '../../../ui/grid/selection.ts';
import { TreeGrid } from '../../../ui/grid/tree-grid.tsx';
import type { GridColumn, GridSelection } from '../../../ui/grid/types.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useWindowWidth } from '../../../ui/use-window-width.ts';
import { columnValue, type FigureColumn, figureColumns, gridColumns, NAME_COLUMN } from '../model/columns.ts';
import { type Currencies, cellText, exactText, gapText, gapTone, type MetricScale } from '../model/metric.ts';
import { type ReportState, turnGroup } from '../model/report-state.ts';
import {
  groupOfRow,
  type Report,
  type ReportGroup,
  type ReportNode,
  type ReportRow,
  reportRows,
} from '../model/rows.ts';
import styles from './report-grid.module.css';

interface ReportGridProps {
  report: Report;
  state: ReportState;
  dimensions: readonly string[];
  /** « Section › Famille ». */
  heading: string;
  metrics: readonly SerieMetric[];
  scales: ReadonlyMap<string, MetricScale>;
  currencies: Currencies;
  titles: readonly string[];
  colorOf: (serie: number) => string;
  reference: number;
  busy: boolean;
  onChange: (part: Partial<ReportState>) => void;
}

const ROW_HEIGHT = 30;
/** Sections, titles and total. */
const HEAD_HEIGHT = 104;
/** The horizontal scroll bar, where there is one. */
const BAR_HEIGHT = 16;
const PAGE_SIDES = 48;
/** The border of the table. */
const FRAME = 2;
const NO_FOLDS: ReadonlySet<string> = new Set();

/** What every cell needs to be drawn. */
interface Figures {
  columns: ReadonlyMap<string, FigureColumn>;
  scales: ReadonlyMap<string, MetricScale>;
  currencies: Currencies;
  reference: number;
  comparable: boolean;
}

function useLayout(props: ReportGridProps, room: number) {
  const { metrics, titles, reference, heading, colorOf, scales } = props;
  return useMemo(() => {
    const columns = figureColumns(metrics, titles.length, reference);
    const drawn = gridColumns(columns, heading, { titles, reference, colorOf, scales, room });
    return { layout: layoutColumns(drawn, NO_FOLDS), columns: new Map(columns.map((one) => [one.id, one])) };
  }, [metrics, titles, reference, heading, colorOf, scales, room]);
}

/** Groups that open and close, each serie of each metric and the difference with the reference. */
export function ReportGrid(props: ReportGridProps) {
  const { report, state, dimensions, scales, currencies, reference, onChange } = props;
  const room = useWindowWidth() - PAGE_SIDES;
  const { layout, columns } = useLayout(props, room - FRAME);
  const [selection, setSelection] = useState<GridSelection | null>(null);
  const { comparable } = report;
  const { sort, closed, turned } = state;
  const rows = useMemo(() => {
    const column = sort && columns.get(sort.field);
    const measure = (node: ReportNode) =>
      column ? columnValue(column, node, { reference, comparable }) : null;
    const data = column && sort ? sortNodes(report.data, measure, sort.order) : report.data;
    return reportRows(data, dimensions, { closed, turned });
  }, [report, columns, sort, reference, comparable, dimensions, closed, turned]);
  const figures = useMemo(
    (): Figures => ({ columns, scales, currencies, reference, comparable }),
    [columns, scales, currencies, reference, comparable],
  );
  const toggle = useCallback(
    (id: string) => onChange({ turned: turnGroup(state, id).turned }),
    [onChange, state],
  );
  const renderCell = useCallback(
    (row: ReportRow, column: GridColumn) =>
      column.id === NAME_COLUMN ? (
        <NameCell row={row} onToggle={toggle} />
      ) : (
        drawFigure(groupOfRow(row)?.node, column, figures)
      ),
    [figures, toggle],
  );
  const renderTotal = useCallback(
    (column: GridColumn) =>
      column.id === NAME_COLUMN ? (
        <b className={styles.total}>Total</b>
      ) : (
        drawFigure(report.total, column, figures)
      ),
    [figures, report],
  );
  const safe = clampSelection(selection, rows.length, layout.columns.length);
  const height = HEAD_HEIGHT + rows.length * ROW_HEIGHT + (layout.width > room ? BAR_HEIGHT : 0);
  return (
    <section className={styles.grid} aria-label="Tableau" style={{ maxHeight: Math.max(height, 160) }}>
      <TreeGrid<ReportGroup, ReportGroup>
        label="Séries par groupe"
        rows={rows}
        layout={layout}
        density="compact"
        rowHeight={rowHeight}
        renderCell={renderCell}
        renderWide={nothing}
        renderTotal={renderTotal}
        selection={safe}
        onSelect={setSelection}
        sort={sort}
        onSort={({ sort_field: field }) => field && onChange({ sort: nextSort(sort, field) })}
        onToggle={(row) => row.kind === 'group' && toggle(row.id)}
        cellText={(row, column) => plainText(row, column, figures)}
        busy={props.busy}
      />
    </section>
  );
}

const rowHeight = () => ROW_HEIGHT;
const nothing = () => null;

/** The largest first, then the smallest, then as the server has them. */
function nextSort(sort: ReportState['sort'], field: string): ReportState['sort'] {
  if (sort?.field !== field) return { field, order: 'desc' };
  return sort.order === 'desc' ? { field, order: 'asc' } : null;
}

const INDENT = 16;

function NameCell({ row, onToggle }: { row: ReportRow; onToggle: (id: string) => void }) {
  const label = groupOfRow(row)?.label ?? '';
  const isGroup = row.kind === 'group';
  return (
    <span className={styles.name} style={{ paddingLeft: row.depth * INDENT }}>
      {isGroup ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.caret}
          aria-label={`${row.node.open ? 'Fermer' : 'Ouvrir'} ${label}`}
          onClick={() => onToggle(row.id)}
        >
          <Icon name={row.node.open ? 'chevron-down' : 'chevron-right'} />
        </button>
      ) : (
        <span className={styles.caret} />
      )}
      <span className={styles.label} title={label}>
        {label}
      </span>
    </span>
  );
}

function drawFigure(node: ReportNode | undefined, grid: GridColumn, figures: Figures): ReactNode {
  const column = figures.columns.get(grid.id);
  const scale = column && figures.scales.get(column.metric.id);
  if (!node || !column || !scale) return null;
  const value = columnValue(column, node, figures);
  const { metric, serie, gap } = column;
  if (gap) return <span className={gapTone(value, metric)}>{gapText(value, metric)}</span>;
  const isReference = serie === figures.reference;
  return (
    <span className={isReference ? 'muted' : undefined} title={exactText(value, metric, figures.currencies)}>
      {cellText(value, scale)}
    </span>
  );
}

/** A cell as it is copied. */
function plainText(row: ReportRow, grid: GridColumn, figures: Figures): string {
  const group = groupOfRow(row);
  const column = figures.columns.get(grid.id);
  if (!group || !column) return group?.label ?? '';
  const value = columnValue(column, group.node, figures);
  return value === null ? '' : String(Number(value.toFixed(4))).replace('.', ',');
}
