import { defaultViewParameters } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { moveItem } from '../../../lib/move-item.ts';
import { newGroup } from '../../../test/new-group.ts';
import type { GridRow } from '../../../ui/grid/types.ts';
import { type GroupReferences, referenceMarks } from '../edit/use-references.ts';
import { selectionOf, selectionOfGroup } from '../groups/selection-of.ts';
import { putUnreviewedFirst } from '../review/use-review-progress.ts';
import type { ListingState } from '../screen/url-state.ts';
import { gridColumns, nextSort, reorderColumns } from './grid-columns.ts';
import { fieldsOf, lazyMetricsOf } from './listing-source.ts';
import type { Group, Line } from './row.ts';
import { rangeSums } from './sums.ts';

const project = {
  phases: [{ start_date: '2026-06-24' }],
  end_date: '2026-07-22',
  data_date: '2026-07-06',
  working_phase: 0,
  has_optimizations: true,
};
const request = {
  columns: ['stockTotal', 'img', 'price', 'optimizationGoal'],
  widths: { stockTotal: 1000 },
  context: { project, today: '2026-07-06', edition_mode: 'discount' as const },
  currencies: { catalog_currency: 'EUR', accounting_currency: 'EUR' },
  phase: { label: 'Démarque 3', dates: '8 → 14 juil.' },
};
const parameters = defaultViewParameters();
const state = (more: Partial<ListingState> = {}): ListingState => ({
  view_id: null,
  parameters,
  q: '',
  mode: 'none',
  validation: null,
  activity_id: null,
  product: null,
  folded: [],
  compact: false,
  open: null,
  ...more,
});

describe('the columns of the listing', () => {
  it('[COL-44] [STATE-19] pins the product at the left and the discount at the right', () => {
    const columns = gridColumns(request);
    expect(columns.map(({ id, pinned }) => [id, pinned])).toEqual([
      ['product', 'left'],
      ['img', 'left'],
      ['price', 'left'],
      ['stockTotal', undefined],
      ['optimizationGoal', undefined],
      ['discountState', undefined],
      ['forecastSalesQty', 'right'],
      ['forecastSales', 'right'],
      ['forecastProfitAfterLeftovers', 'right'],
      ['forecastStock', 'right'],
      ['editionDiscount', 'right'],
    ]);
    const effect = columns.filter(({ section }) => section === 'effect');
    expect(effect.map(({ label }) => label)).toEqual(['Quantité', 'CA', 'Marge ap. inv.', 'Stock restant']);
    expect(columns.at(-1)).toMatchObject({ label: 'Démarque 3', hint: '8 → 14 juil.' });
  });

  it('[COL-40] keeps a stored width within 420 pixels', () => {
    expect(gridColumns(request).find(({ id }) => id === 'stockTotal')?.width).toBe(420);
  });

  it('[COL-45] hides the goal when the project has no optimisation', () => {
    const context = { ...request.context, project: { ...project, has_optimizations: false } };
    expect(gridColumns({ ...request, context }).some(({ id }) => id === 'optimizationGoal')).toBe(false);
  });

  it('[LIST-25] sorts figures from the largest, texts from A, then the other way, then not at all', () => {
    const first = nextSort(null, 'stock_qty');
    const second = nextSort(first, 'stock_qty');
    expect([first?.order, second?.order, nextSort(second, 'stock_qty')]).toEqual(['desc', 'asc', null]);
    expect(nextSort(null, 'title')?.order).toBe('asc');
  });

  it('moves a column, and never before one that the view does not hold', () => {
    const view = ['stockTotal', 'stockDistribution', 'coverageScore'];
    const moved = ['stockDistribution', 'stockTotal', 'coverageScore'];
    expect(reorderColumns(view, 'stockDistribution', 'stockTotal')).toEqual(moved);
    expect(reorderColumns(view, 'stockTotal', 'editionDiscount')).toEqual(moved);
  });

  it('[LIST-23] asks apart only the slow metrics of the visible columns', () => {
    expect(lazyMetricsOf(['stockTotal'])).toEqual([]);
    expect(lazyMetricsOf(['salesHistory', 'coverageScore'])).toEqual([
      'daily_sales_qty_history',
      'stock_coverage',
    ]);
    expect(fieldsOf(['coverageScore', 'salesQty7d'], ['supplier'])).toEqual(
      expect.arrayContaining(['sales_qty_last_7_days', 'supplier', 'title']),
    );
    expect(fieldsOf(['coverageScore'], []).some((id) => id.startsWith('stock_coverage'))).toBe(false);
  });
});

describe('the lines of the listing', () => {
  it('[LIST-13] shows in validation mode the lines not yet reviewed', () => {
    expect(selectionOf(state({ validation: 'todo' })).filter).toEqual({
      combinator: 'and',
      rules: [{ field: 'discount_pct_reviewed', operator: 'equals', value: false }],
    });
    expect(selectionOf(state({ validation: 'all' })).filter).toBeNull();
  });

  it('[LIST-14] [LIST-29] narrows to an activity event, to the included lines and to those above 0 %', () => {
    const shown = { ...parameters, hideZeroPercent: true };
    expect(selectionOf(state({ parameters: shown, activity_id: 'a1' }))).toMatchObject({
      activity_id: 'a1',
      included: true,
      hide_zero: true,
    });
    const excludedToo = { ...parameters, included: false };
    expect(selectionOf(state({ parameters: excludedToo })).included).toBeUndefined();
    // Whoever takes products in and out sees both.
    expect(selectionOf(state({ mode: 'inclusion' })).included).toBeUndefined();
  });

  it('[LIST-24] narrows the filter to a group, unset keys included', () => {
    const selection = selectionOfGroup({ filter: null }, ['brand', 'color'], { keys: ['Aurelle', null] });
    expect(selection.filter?.rules).toEqual([
      { field: 'brand', operator: 'equals', value: 'Aurelle' },
      { field: 'color', operator: 'is_not_set' },
    ]);
  });

  it('moves a grouping level to another place', () => {
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveItem(['a', 'b'], 0, 5)).toEqual(['a', 'b']);
  });
});

describe('the progress of a review', () => {
  it('[EDIT-05] shows the groups that have something left before those that are done', () => {
    const group = (key: string, done: number): Group =>
      newGroup({
        key,
        keys: [key],
        depth: 0,
        discount_count: 5,
        discount_pct_reviewed_count: done,
        discount_pct_user_count: 0,
        optimization_goals: [],
      });
    const groups = [group('done', 5), group('part', 2), group('todo', 0), group('also done', 5)];
    expect(putUnreviewedFirst(groups).map(({ key }) => key)).toEqual(['part', 'todo', 'done', 'also done']);
  });
});

describe('sums and references', () => {
  const row = (id: string, pct: number, sales: number): GridRow<Group, Line> => ({
    kind: 'line',
    id,
    depth: 0,
    parent: '',
    line: {
      _id: id,
      item_group_id: id,
      discount_pct: pct,
      phase_forecast: { sales, profit: 10, stock: 5 },
      forecast: { sales: 2 * sales, profit_after_leftovers: 7, stock: 1 },
    },
  });
  const columns = gridColumns(request);
  const discount = columns.findIndex(({ id }) => id === 'editionDiscount');

  it('adds up a block of discounts with what its products sell', () => {
    const range = { top: 0, bottom: 2, left: discount, right: discount };
    expect(
      rangeSums([row('a', 30, 100), row('b', 40, 200), row('c', 50, 300)], columns, range, 'phase'),
    ).toMatchObject({
      cells: 3,
      kind: 'discount',
      average: 40,
      minimum: 30,
      maximum: 50,
      sales: 600,
      stock: 15,
      merit: 21,
    });
    const all = [row('a', 30, 100), row('b', 40, 200)];
    expect(rangeSums(all, columns, { ...range, bottom: 1 }, 'end')).toMatchObject({ sales: 600, stock: 2 });
    expect(
      rangeSums([row('a', 30, 100)], columns, { top: 0, bottom: 0, left: discount, right: discount }, 'end'),
    ).toBeNull();
  });

  it('figures are read against doing nothing, last year and their own maximum; an unknown year is left out', () => {
    const measured = { sales_qty: 10, sales: 500, profit: 200, profit_after_leftovers: 180, stock: 90 };
    const best = { sales_qty: 20, sales: 800, profit: 260, profit_after_leftovers: 250, stock: 80 };
    const standings = {
      nothing: { ...measured, discount_budget: 0 },
      best,
      last_year: { sales_qty: 12, sales: 520, profit: 210, discount_budget: 40 },
    };
    const end = { ...standings, best: { ...best, sales: 900 }, last_year: null };
    const references: GroupReferences = { keys: [], phase: standings, end };
    const labels = (
      horizon: 'phase' | 'end',
      measure: 'sales' | 'stock' | 'discount_budget' | 'profit_after_leftovers',
    ) => referenceMarks(references, horizon, measure).map(({ label, value }) => `${label} ${value}`);
    expect(labels('phase', 'sales')).toEqual(['Ne rien faire 500', 'N−1 520', 'Max CA 800']);
    expect(labels('phase', 'stock')).toEqual(['Ne rien faire 90', 'Min stock 80']);
    expect(labels('phase', 'discount_budget')).toEqual(['Ne rien faire 0', 'N−1 40']);
    expect(labels('end', 'sales')).toEqual(['Ne rien faire 500', 'Max CA 900']);
    expect(labels('end', 'profit_after_leftovers')).toEqual(['Ne rien faire 180', 'Max marge 250']);
    expect(referenceMarks(null, 'end', 'sales')).toEqual([]);
  });
});
