import { describe, expect, it } from 'vitest';
import { COLUMNS } from './columns.ts';
import { addColumns, moveColumn } from './order.ts';
import { queriedColumns } from './queried.ts';
import { visibleColumns } from './visibility.ts';

const CONTEXT = {
  project: {
    ...{ data_date: '2026-01-20', phases: [{ start_date: '2026-01-07' }], end_date: '2026-02-01' },
    working_phase: 0,
  },
  today: '2026-01-20',
};
const VIEW = ['stockTotal', 'stockDistribution', 'coverageScore', 'avgSalesQty7d'];
const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);
const sectionsOf = (columns: readonly string[]) => [
  ...new Set(columns.map((id) => COLUMNS.find((column) => column.id === id)?.section)),
];

describe('the sections of a view’s columns', () => {
  it('are in one part each, also in a view that was saved with them apart', () => {
    const shown = visibleColumns(['stockTotal', 'coverageScore', 'stockDistribution'], CONTEXT).scrolling;
    expect(ids(shown)).toEqual(['stockTotal', 'stockDistribution', 'coverageScore']);
  });

  it('take a column that is ticked again where it belongs, not at the far right', () => {
    const without = VIEW.filter((id) => id !== 'stockDistribution');
    expect(addColumns(without, ['stockDistribution'])).toEqual(VIEW);
    expect(addColumns(['coverageScore', 'avgSalesQty7d'], ['stockTotal'])[0]).toBe('stockTotal');
  });

  it('stay in their order when a whole section is shown', () => {
    const coverage = ids(COLUMNS.filter(({ section }) => section === 'coverage'));
    const shown = addColumns(VIEW, coverage);
    expect(sectionsOf(shown)).toEqual(sectionsOf(VIEW));
    expect(shown).toEqual(expect.arrayContaining(coverage));
  });

  it('[COL-44] keep a column that is dragged beyond them at their nearest end', () => {
    expect(moveColumn(VIEW, 'stockDistribution', 'stockTotal').slice(0, 2)).toEqual([
      ...['stockDistribution', 'stockTotal'],
    ]);
    expect(moveColumn(VIEW, 'stockTotal', 'avgSalesQty7d')).toEqual([
      ...['stockDistribution', 'stockTotal', 'coverageScore', 'avgSalesQty7d'],
    ]);
    expect(moveColumn(VIEW, 'avgSalesQty7d', 'stockTotal')).toEqual(VIEW);
    expect(moveColumn(VIEW, 'stockTotal', null).indexOf('stockTotal')).toBe(1);
  });
});

describe('the columns of what a query looks at', () => {
  it('are those that show its fields, once each', () => {
    const set = (field: string) => ({ field, operator: 'is_set' as const });
    const nested = { combinator: 'or' as const, rules: [set('announcement'), set('announced_pct')] };
    expect(queriedColumns({ combinator: 'and', rules: [set('price_rise'), nested] })).toEqual([
      'priceRise',
      'announcedPct',
    ]);
    expect(queriedColumns({ combinator: 'and', rules: [set('changed_since_review')] })).toEqual([]);
  });
});
