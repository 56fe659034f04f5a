import { type ColumnDefinition, findColumn, MISSING } from '@palier/domain';
import type { ReactNode } from 'react';
import type { GridColumn, GridRow } from '../../../ui/grid/types.ts';
import { Skeleton } from '../../../ui/marks.tsx';
import type { Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import { type CellContext, isTotal } from './context.ts';
import { DiscountStateCell, DiscountValueCell, GroupDiscountCell } from './discount.tsx';
import { DistributionCell } from './discount-distribution.tsx';
import { GroupGoalCell, IncludedCount, InclusionCell, IncrementCell, LineGoalCell } from './edition.tsx';
import {
  CompletionCell,
  columnEffect,
  DateCell,
  DateRangeCell,
  Figure,
  PriceCell,
  PriceRangeCell,
  ShareFigure,
  StockFigure,
} from './figures.tsx';
import { GroupCell } from './group.tsx';
import {
  AnnouncedCell,
  LabelPriceCell,
  MeanAnnounced,
  PriceFieldRange,
  PriceRiseCell,
  PriorPriceCell,
} from './law.tsx';
import { lightCell } from './light.ts';
import { GroupImage, ImageCell } from './picture.tsx';
import { LightProduct, ProductCell, Tags } from './product.tsx';
import styles from './render.module.css';
import { SparklineCell } from './sparkline.tsx';
import { CoverageCell, StockDistribution, VariantsCell } from './stock.tsx';

/** Cells drawn alike for a product, a group and the total. */
function sharedCell(
  row: Line | Group,
  column: ColumnDefinition,
  context: CellContext,
  group: boolean,
  height: number,
): ReactNode {
  const view = group ? column.group_view : column.product_view;
  switch (view) {
    case 'stock_distribution':
      return <StockDistribution row={row} group={group} compact={context.compact} />;
    case 'variants':
      return <VariantsCell row={row} />;
    case 'coverage':
      return (
        <CoverageCell
          row={row}
          weeksField="stock_coverage.weeks"
          gradeField="stock_coverage.cv_score"
          context={context}
        />
      );
    case 'store_coverage': {
      const prefix = `stock_coverage.stores_${context.coverage_stat}_`;
      return (
        <CoverageCell
          row={row}
          weeksField={`${prefix}weeks`}
          gradeField={`${prefix}cv_score`}
          context={context}
        />
      );
    }
    case 'sparkline':
      return <SparklineCell row={row} context={context} height={height} />;
    case 'cumulative_sparkline':
      return <SparklineCell row={row} context={context} height={height} cumulative />;
    case 'completion':
      return <CompletionCell row={row} column={column} />;
    case 'increment':
      return <IncrementCell row={row} />;
    case 'discount_distribution':
      return <DistributionCell row={row} context={context} height={height} />;
    case 'price_rise':
      return <PriceRiseCell row={row} context={context} />;
    case 'share':
      return <ShareFigure row={row} context={context} />;
    case 'empty':
    case 'image':
    case 'inclusion_switch':
      return null;
    default:
      return <Figure row={row} column={column} context={context} group={group} />;
  }
}

function lineCell(line: Line, column: ColumnDefinition, context: CellContext): ReactNode {
  const props = { line, column, context };
  switch (column.product_view) {
    case 'product':
      return <ProductCell {...props} />;
    case 'image':
      return <ImageCell {...props} />;
    case 'tags':
      return line.tags?.length ? <Tags tags={line.tags} /> : <span className={shared.note}>{MISSING}</span>;
    case 'price':
      return <PriceCell {...props} />;
    case 'label_price':
      return <LabelPriceCell {...props} />;
    case 'prior_price':
      return <PriorPriceCell {...props} />;
    case 'announced':
      return <AnnouncedCell {...props} />;
    case 'date':
      return <DateCell {...props} />;
    case 'discount_state':
      return <DiscountStateCell {...props} />;
    case 'discount_input':
      return <DiscountValueCell {...props} />;
    case 'inclusion_switch':
      return <InclusionCell {...props} />;
    case 'goal':
      return <LineGoalCell {...props} />;
    default:
      return sharedCell(line, column, context, false, context.compact ? 30 : 52);
  }
}

function groupCell(
  group: Group,
  groupId: string,
  column: ColumnDefinition,
  context: CellContext,
  height: number,
): ReactNode {
  const props = { group, groupId, column, context };
  switch (column.group_view) {
    case 'image':
      return <GroupImage group={group} compact={context.compact} />;
    case 'tags':
      return group.tags?.length ? <Tags tags={group.tags} /> : <span className={shared.note}>{MISSING}</span>;
    case 'price_range':
      return <PriceRangeCell {...props} />;
    case 'label_price':
    case 'prior_price':
      return <PriceFieldRange {...props} />;
    case 'announced':
      return <MeanAnnounced {...props} />;
    case 'date_range':
      return <DateRangeCell {...props} />;
    case 'discount_state':
      // Beside the edited discount the spread says more; alone, the mean discount does.
      return context.mode === 'discount' ? (
        <DistributionCell row={group} context={context} height={height} />
      ) : (
        <GroupDiscountCell
          group={group}
          {...(!isTotal(group) && !context.work_locked && { onEdit: () => context.actions.editGroup(group) })}
        />
      );
    case 'discount_input':
      return <GroupDiscountCell group={group} />;
    case 'goal':
      return <GroupGoalCell {...props} />;
    case 'inclusion_switch':
      return <IncludedCount {...props} />;
    case 'quantity':
      return column.id === 'stockTotal' ? (
        <StockFigure {...props} />
      ) : (
        sharedCell(group, column, context, true, height)
      );
    default:
      return sharedCell(group, column, context, true, height);
  }
}

const SKELETON_SHAPES: Partial<Record<ColumnDefinition['product_view'], readonly [number, number]>> = {
  image: [52, 64],
  sparkline: [144, 52],
  cumulative_sparkline: [144, 52],
};

/** Grey shapes of the final sizes while a group loads, so that nothing moves when it has. */
export function SkeletonCell({
  column,
  left = false,
  context,
}: {
  column: ColumnDefinition;
  left?: boolean;
  context: CellContext;
}): ReactNode {
  const scale = context.compact ? 0.5 : 1;
  const shape = SKELETON_SHAPES[column.product_view];
  if (shape)
    return (
      <Skeleton width={shape[0] * (column.product_view === 'image' ? scale : 1)} height={shape[1] * scale} />
    );
  if (column.product_view === 'product') {
    return (
      <span className={styles.skeleton}>
        <Skeleton width={150} />
        <Skeleton width={110} />
      </span>
    );
  }
  return (
    <span className={left ? styles.skeleton : `${styles.skeleton} ${styles.skeletonEnd}`}>
      <Skeleton width={Math.min(64, column.width - 24)} />
    </span>
  );
}

/** Draws a cell of the tree. */
export function renderListingCell(
  row: GridRow<Group, Line>,
  gridColumn: GridColumn,
  context: CellContext,
  light = false,
): ReactNode {
  const column = findColumn(gridColumn.id);
  if (!column) return null;
  if (row.kind === 'placeholder') {
    const shape = <SkeletonCell column={column} left={gridColumn.align === 'left'} context={context} />;
    return column.id === 'product' ? <Indent depth={row.depth}>{shape}</Indent> : shape;
  }
  if (row.kind === 'line') {
    const cell = light ? lightCell(row.line, column, context, false) : undefined;
    if (cell !== undefined) return cell;
    return column.id === 'product' ? (
      <Indent depth={row.depth}>
        {light ? <LightProduct line={row.line} /> : lineCell(row.line, column, context)}
      </Indent>
    ) : (
      lineCell(row.line, column, context)
    );
  }
  if (row.kind !== 'group') return null;
  const { node } = row;
  const error = node.status === 'error' ? node.error : null;
  if (column.id === 'product') {
    return (
      <Indent depth={row.depth}>
        <GroupCell
          group={node.group}
          groupId={row.id}
          column={column}
          context={context}
          open={node.open}
          error={error}
        />
      </Indent>
    );
  }
  const cell = light ? lightCell(node.group, column, context, true) : undefined;
  return cell === undefined
    ? groupCell(node.group, row.id, column, context, context.compact ? 42 : 52)
    : cell;
}

/** Pixels by which each level of the tree is set back. */
export const DEPTH_GAP = 36;

function Indent({ depth, children }: { depth: number; children: ReactNode }): ReactNode {
  return (
    <span className={styles.indent} data-part="indent" style={{ paddingLeft: depth * DEPTH_GAP }}>
      {children}
    </span>
  );
}

/** Draws a cell of the pinned total. */
export function renderTotalCell(
  total: Group | null,
  gridColumn: GridColumn,
  context: CellContext,
): ReactNode {
  const column = findColumn(gridColumn.id);
  if (!column) return null;
  if (column.id === 'product') return null;
  if (!total) return <Skeleton width={44} />;
  // Nothing is listed: no figure of it will come.
  if (total.discount_count === 0) return <span className={shared.note}>{MISSING}</span>;
  return groupCell(total, '', column, { ...context, compact: true }, 36);
}

/** Tint of the cells that an edit changed. */
export function listingCellClass(row: GridRow<Group, Line>, gridColumn: GridColumn): string | undefined {
  if (row.kind !== 'line' && row.kind !== 'group') return '';
  const column = findColumn(gridColumn.id);
  if (!column) return '';
  const data = row.kind === 'line' ? row.line : row.node.group;
  if (!data.before) return '';
  if (column.id === 'editionDiscount')
    return data.before.discount_pct !== null && data.before.discount_pct !== data.discount_pct
      ? styles.computed
      : '';
  return columnEffect(data, column) !== null ? styles.computed : '';
}
