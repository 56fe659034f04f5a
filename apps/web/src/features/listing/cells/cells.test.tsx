import { COLUMNS, type ColumnDefinition } from '@palier/domain';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { french } from '../../../lib/french.ts';
import { newGroup } from '../../../test/new-group.ts';
import type { GridRow } from '../../../ui/grid/types.ts';
import { toGridColumn } from '../rows/grid-columns.ts';
import type { Group, Line } from '../rows/row.ts';
import type { CellContext } from './context.ts';
import { boundsText } from './discount-text.ts';
import { renderListingCell, renderTotalCell } from './render.tsx';
import { cumulate, sparkPath } from './sparkline.tsx';

const actions = {
  toggle: vi.fn(),
  retry: vi.fn(),
  reviewLine: vi.fn(),
  reviewGroup: vi.fn(),
  include: vi.fn(),
  includeGroup: vi.fn(),
  editGroup: vi.fn(),
  openGoal: vi.fn(),
  openProduct: vi.fn(),
  openHistory: vi.fn(),
};
const context: CellContext = {
  compact: false,
  mode: 'discount',
  validation: false,
  levels: [0, 10, 20, 30, 40, 50, 60],
  has_optimizations: true,
  catalog_currency: 'EUR',
  accounting_currency: 'EUR',
  grouping: ['brand'],
  featured: [],
  coverage_stat: 'q2',
  scenarios: [],
  objective: null,
  total_stock: 1000,
  data_date: '2026-07-06',
  phase_starts: ['2026-06-24'],
  lengths: null,
  working_phase: 1,
  work_locked: false,
  open_product: null,
  references: () => null,
  actions,
};
const line: Line & Record<string, unknown> = {
  _id: 'l1',
  item_group_id: 'AU-1',
  title: 'Robe midi Isaure',
  brand: 'Aurelle',
  price: [10, 15],
  on_sale_date: '2026-02-12',
  discount_pct: 40,
  discount_pct_user: 40,
  discount_pct_min: 20,
  discount_pct_max: 40,
  previous_discount_pcts: [20],
  discount_pct_incr: 20,
  stock_qty: 412,
  phase_forecast: { sales_qty: 21, sales: 1234.5 },
  stock_coverage: { weeks: 22.1, cv_score: 'C' },
};
const group: Group = newGroup({
  key: '',
  keys: [null],
  depth: 0,
  discount_count: 12,
  discount_pct_reviewed_count: 5,
  discount_pct_user_count: 2,
  optimization_goals: ['profit'],
  min_price: 10,
  max_price: 15,
  stock_qty: 250,
  discount_pct_distribution: [{ discount_pct: 40, discount_count: 12, sum_stock_qty: 250 }],
});
const node = {
  id: '',
  depth: 0,
  parent: '',
  group,
  open: false,
  status: 'loaded',
  error: null,
  children: [],
  leaf: true,
  cursor: null,
  total: 12,
  more: 'idle',
} as const;
const lineRow: GridRow<Group, Line> = { kind: 'line', id: 'l1', depth: 1, parent: '', line };
const groupRow: GridRow<Group, Line> = { kind: 'group', id: 'g', depth: 0, parent: '', node };
const column = (id: string): ColumnDefinition =>
  COLUMNS.find((candidate) => candidate.id === id) as ColumnDefinition;

function draw(row: GridRow<Group, Line>, id: string, at = context): string {
  const { container, unmount } = render(
    renderListingCell(row, toGridColumn(column(id), { currencies: at }), at),
  );
  const text = (container.textContent ?? '').replace(/\s/g, ' ');
  unmount();
  return text;
}

it('a row that passes too fast to be read says its name, price, figures and discount, and draws nothing', () => {
  const drawn = [lineRow, groupRow]
    .flatMap((row) => COLUMNS.map(({ id }) => ({ row, id })))
    .map(({ row, id }) => {
      const { container, unmount } = render(
        renderListingCell(row, toGridColumn(column(id), { currencies: context }), context, true),
      );
      const marks = container.querySelectorAll('svg, img, [data-part=picture]').length;
      const text = (container.textContent ?? '').replace(/\s/g, ' ');
      unmount();
      return { id, marks, text };
    });
  const textOf = (id: string) => drawn.find((one) => one.id === id)?.text;
  // A group keeps the button that opens it, and the mark of its review.
  expect(drawn.filter(({ marks }) => marks > 0).map(({ id }) => id)).toEqual(['product']);
  expect(textOf('product')).toContain('Robe midi Isaure');
  expect(textOf('editionDiscount')).toBe('40 %');
  expect(textOf('stockTotal')).toBe(draw(lineRow, 'stockTotal'));
  // Of what has two lines, the first.
  for (const id of ['price', 'onSaleDate']) {
    expect(textOf(id)).toMatch(/\d/);
    expect(draw(lineRow, id).startsWith(textOf(id) ?? '-')).toBe(true);
  }
});

it('[COL-10] what a site holds of its own is neither a shop’s nor nowhere', () => {
  const held = {
    in_store_stock_qty: 48,
    warehouse_stock_qty: 0,
    stock_qty_on_order: 0,
    stock_qty_on_hand: 60,
  };
  const own = { ...lineRow, line: { ...line, ...held } };
  expect(draw(own, 'stockDistribution')).toBe('48 · 0 · 0 · 12 en ligne');
  const whole = { ...groupRow, node: { ...node, group: { ...group, ...held } } };
  expect(draw(whole, 'stockDistribution')).toBe('mag. 80 % · entr. 0 %en ligne 20 %');
});

it('of an operation that is over, the last phase is no step before itself; its history has all of them', () => {
  const over = { ...context, working_phase: null };
  const row = { ...lineRow, line: { ...line, previous_discount_pcts: [10, 20, 40] } };
  expect(draw(row, 'discountState', over)).toMatch(/^102040Bornes/);
  const state = toGridColumn(column('discountState'), { currencies: over });
  const { unmount } = render(renderListingCell(row, state, over));
  screen.getByRole('button').click();
  unmount();
  expect(actions.openHistory).toHaveBeenCalledWith(row.line);
});

it('the word beside a discount is « Optimisée » where an optimisation proposed one alone, in a project that has some', () => {
  const drawn = (discount_pct_opti: number | null): string => {
    const auto = { ...line, discount_pct_user: null, discount_kind: 'optimised', discount_pct_opti };
    return draw({ ...lineRow, line: auto } as GridRow<Group, Line>, 'discountState');
  };
  expect(drawn(40)).toContain('optimum 40');
  expect(drawn(null)).toContain('Automatique');
  expect(drawn(null)).not.toContain('Optimisée');
});

it('a project that is closed has no goal to choose, and says the one that is there', () => {
  const closed = { ...context, work_locked: true, working_phase: null };
  for (const [row, id] of [
    [lineRow, 'optimizationGoal'],
    [groupRow, 'optimizationGoal'],
    [groupRow, 'product'],
  ] as const) {
    const grid = toGridColumn(column(id), { currencies: closed });
    const { container, unmount } = render(renderListingCell(row, grid, closed));
    expect(screen.queryByRole('button', { name: /objectif|Choisir/ })).toBeNull();
    if (row === groupRow) expect(container.textContent).toMatch(/marge|profit/i);
    unmount();
  }
});

describe('the cells', () => {
  it('[COL-35] [EDIT-02] take a whole group in or out of the markdown with one switch', () => {
    const cell = (included_count: number) =>
      renderListingCell(
        { ...groupRow, node: { ...node, group: { ...group, included_count } } },
        toGridColumn(column('editionInclusion'), { currencies: context }),
        { ...context, mode: 'inclusion' },
      );
    const { rerender, unmount } = render(cell(12));
    const on = screen.getByRole('switch', { name: 'Exclure tout le groupe de la démarque', checked: true });
    on.click();
    expect(actions.includeGroup).toHaveBeenLastCalledWith({ ...group, included_count: 12 }, false);
    rerender(cell(5));
    screen.getByRole('switch', { name: 'Inclure tout le groupe dans la démarque', checked: false }).click();
    expect(actions.includeGroup).toHaveBeenLastCalledWith({ ...group, included_count: 5 }, true);
    unmount();
  });

  it('[COL-38] draw every column for a group and for a product', () => {
    const markup = (row: GridRow<Group, Line>, id: string, mode: CellContext['mode']): string => {
      const cell = renderListingCell(row, toGridColumn(column(id), { currencies: context }), {
        ...context,
        mode,
      });
      const { container, unmount } = render(cell);
      const { innerHTML } = container;
      unmount();
      return innerHTML;
    };
    for (const { id, group_view, product_view, edition = 'none' } of COLUMNS) {
      expect(markup(lineRow, id, edition) === '', `${id} of a product`).toBe(product_view === 'empty');
      expect(markup(groupRow, id, edition) === '', `${id} of a group`).toBe(group_view === 'empty');
    }
  });

  it('[COL-06] [COL-07] [COL-30] show dates, prices and increments the French way', () => {
    expect(draw(lineRow, 'onSaleDate')).toBe('12/02/202620 semaines');
    expect(draw(lineRow, 'price')).toContain('10,00 – 15,00');
    expect(draw(groupRow, 'price')).toContain('10,00 –15,00');
    expect(draw(lineRow, 'discountIncrement')).toBe('+20 pts');
  });

  it('[COL-09] [COL-14] [COL-32] show stock, its share and the coverage with its grade', () => {
    expect(draw(lineRow, 'stockTotal')).toBe('412');
    expect(draw(groupRow, 'stockTotal')).toBe('25025,0 %');
    expect(draw(lineRow, 'discountShareTotal')).toBe('41,20 %');
    expect(draw(lineRow, 'coverageScore')).toContain('22,1C');
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ['[COL-04] its name, code and brand', 'product', {}, 'Robe midi IsaureAU-1 · Aurelle'],
    ['[COL-05] its tags', 'tags', { tags: ['Nouveauté', 'Permanent'] }, 'NouveautéPermanent'],
    ['[COL-08] its boost', 'salesBoost', { sales_boost: 1.25 }, '×1,25'],
    [
      '[COL-10] its stock in shops, in the warehouse and on order',
      'stockDistribution',
      { in_store_stock_qty: 300, warehouse_stock_qty: 100, stock_qty_on_order: 12 },
      '300 · 100 · 12',
    ],
    ['[COL-11] its stock at cost', 'stockCostValue', { stock_cost_value: 4120 }, '4 120'],
    ['[COL-11] its stock at its price', 'stockRetailValue', { stock_retail_value: 8240.5 }, '8 241'],
    [
      '[COL-12] its sizes in shops among all',
      'inStoreItems',
      { in_store_items_count: 3, items_count: 4, in_store_items_pct: 75 },
      '3 / 475 %',
    ],
    ['[COL-13] how available it is', 'availability', { availability_pct: 87.5 }, '87,5 %'],
    [
      '[COL-15] [VIEW-05] the coverage of shops by the view’s statistic, with its grade',
      'coverageStoreScore',
      { stock_coverage: { stores_q1_weeks: 3, stores_q2_weeks: 6.5, stores_q2_cv_score: 'A' } },
      '6,5A',
    ],
    ['[COL-18] its weekly sales', 'avgSalesQty7d', { weekly_sales_qty_last_7_days: 14.25 }, '14,3'],
    ['[COL-19] what a shop sells a week', 'storeThroughput', { store_throughput: 1.5 }, '1,5'],
    ['[COL-20] what it sold', 'salesQty30d', { sales_qty_last_30_days: 1234 }, '1 234'],
    ['[COL-24] its sell-through', 'seasonSellThrough', { season_sell_through_pct: 61.2 }, '61,2 %'],
    ['[COL-25] its landing', 'upcomingStock', { upcoming_stock: 403 }, '403'],
    ['[COL-26] its forecast', 'forecastSales', { forecast: { sales: 5000 } }, '5 000'],
    ['[COL-27] that of the worked phase', 'phaseForecastSales', {}, '1 235'],
    ['[COL-28] what the operation sold', 'resultsSales', { operation_sales: 7000 }, '7 000'],
    ['[COL-33] its share in shops', 'discountShareStore', { in_store_stock_pct: 75 }, '75,0 %'],
    ['[COL-37] its goal', 'optimizationGoal', { optimization_goal: 'profit' }, 'Marge'],
  ])('show %s', (_, id, fields, text) => {
    expect(draw({ ...lineRow, line: { ...line, ...fields } } as GridRow<Group, Line>, id)).toBe(text);
  });

  it('[COL-37] open the goals of a product and of a group', () => {
    for (const row of [lineRow, groupRow]) {
      const grid = toGridColumn(column('optimizationGoal'), { currencies: context });
      const { unmount } = render(renderListingCell(row, grid, context));
      screen.getByRole('button').click();
      unmount();
    }
    expect(actions.openGoal).toHaveBeenCalledTimes(2);
  });

  it('[FMT-01] [FMT-02] show a dash for what is missing, and name an empty group', () => {
    expect(draw(lineRow, 'forecastSales')).toBe('-');
    expect(draw(groupRow, 'product')).toContain('(non renseigné)');
  });

  it('[STATE-24] show the discounts of the previous, the worked and the next phase', () => {
    const marked = (fields: Partial<Line>) => {
      const { container, unmount } = render(
        renderListingCell(
          { ...lineRow, line: { ...line, ...fields } } as GridRow<Group, Line>,
          toGridColumn(column('discountState'), { currencies: context }),
          context,
        ),
      );
      const steps = [...container.querySelectorAll('[data-part=step]')].map(({ textContent }) => textContent);
      unmount();
      return steps;
    };
    expect(marked({ next_discount_pcts: [50] })).toEqual(['20', '40', '50']);
    expect(marked({ previous_discount_pcts: [], next_discount_pcts: [50] })).toEqual(['40', '50']);
    expect(marked({ next_discount_pcts: [] })).toEqual(['20', '40']);
  });

  it('[COL-34] [EDIT-04] show previous and current discounts with the shields', () => {
    expect(draw(lineRow, 'discountState')).toContain('2040');
    expect(boundsText(line)).toBe('Bornes 20–40');
    expect(boundsText({ ...line, discount_pct_min: null, discount_pct_max: null })).toBe('Au moins 20');
    expect(boundsText({ ...line, discount_pct_min: 30, discount_pct_max: 30 })).toBe('Fixé à 30');
  });

  it('[COL-31] count a group’s products at each discount', () => {
    render(
      renderListingCell(
        groupRow,
        toGridColumn(column('discountDistribution'), { currencies: context }),
        context,
      ),
    );
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('40 % : 12');
  });

  it('count those without a discount with those at 0, and show a discount off the range, as Aperçu does', () => {
    const spread = [
      { discount_pct: 0, discount_count: 1, sum_stock_qty: 1 },
      { discount_pct: 45, discount_count: 4, sum_stock_qty: 1 },
      { discount_pct: null, discount_count: 2, sum_stock_qty: 1 },
    ];
    const row = { ...groupRow, node: { ...node, group: { ...group, discount_pct_distribution: spread } } };
    const shown = toGridColumn(column('discountDistribution'), { currencies: context });
    const { container } = render(renderListingCell(row as GridRow<Group, Line>, shown, context));
    const label = container.querySelector('[role=img]')?.getAttribute('aria-label');
    expect(label).toContain('0 % : 3');
    expect(label).toContain('45 % : 4');
  });

  it('[COL-35] switch the inclusion of a product', () => {
    render(
      renderListingCell(lineRow, toGridColumn(column('editionInclusion'), { currencies: context }), context),
    );
    screen.getByRole('switch').click();
    expect(actions.include).toHaveBeenCalledWith(line, false);
  });

  it('[COL-06] write a group’s first and last day on sale as they write a product’s', () => {
    const dated = (first: string, last: string): string => {
      const dates = { ...group, on_sale_date: [first, last] };
      return draw({ ...groupRow, node: { ...node, group: dates } } as GridRow<Group, Line>, 'onSaleDate');
    };
    expect(dated('2024-06-27', '2026-04-30')).toBe('27/06/2024 –30/04/2026');
    expect(dated('2026-02-12', '2026-04-30')).toBe('12/02/2026 –30/04/2026');
  });

  it('[COL-16] go on after the last day of sales with what is forecast, in words too', () => {
    const drawn = {
      ...line,
      daily_sales_qty_history: [1, 2, 3, 1, 2, 3, 1],
      phase_forecast: { sales_qty: 14 },
    };
    const ahead = { ...context, lengths: { upcoming: 0, phase: 7, rest: 0 } };
    const { container } = render(
      renderListingCell(
        { ...lineRow, line: drawn } as GridRow<Group, Line>,
        toGridColumn(column('salesHistory'), { currencies: context }),
        ahead,
      ),
    );
    expect(container.querySelector('[data-part=forecast]')?.getAttribute('d')?.match(/[ML]/g)).toHaveLength(
      7,
    );
    expect(container.firstElementChild?.getAttribute('aria-label')).toContain('14 en 7 jours, 2 par jour');
  });

  it('[COL-34] count a group’s lines by the origin of their discount', () => {
    const counted = { ...group, discount_kind_counts: { user: 9, optimised: 46, auto: 5 } };
    const text = draw(
      { ...groupRow, node: { ...node, group: counted } } as GridRow<Group, Line>,
      'editionDiscount',
    );
    expect(text).toContain('9465');
  });
});

it('[COL-16] [COL-17] a chart draws one point per day, and a cumulated curve that never goes down', () => {
  expect(sparkPath([1, 2, 3], 100, 20).match(/[ML]/g)).toHaveLength(3);
  expect(cumulate([1, 0, 3])).toEqual([1, 1, 4]);
});

it('[ENT-10] the state of a discount names its rules alike, whichever form the line carries them in', () => {
  const titleOf = (fields: Record<string, unknown>): string => {
    const grid = toGridColumn(column('discountState'), { currencies: context });
    const row = { ...lineRow, line: { ...line, ...fields } } as GridRow<Group, Line>;
    const { unmount } = render(renderListingCell(row, grid, context));
    const title = screen.getByRole('button').title;
    unmount();
    return title;
  };
  const rules = [
    { id: 'r1', name: 'Plafond' },
    { id: 'r2', name: 'Plancher' },
  ];
  const named = titleOf({ applied_discount_rules: rules });
  expect(named).toContain(french('« Plafond », « Plancher »'));
  const ids = { applied_discount_rules: undefined, applied_discount_rule_ids: ['r1', 'r2'] };
  expect(titleOf({ ...ids, discount_rules: rules.toReversed() })).toBe(named);
});

it('the group of products whose value is missing is acted on as any other, and never for everything listed', () => {
  const missing = { ...groupRow, id: '', node: { ...node, group: { ...group, included_count: 4 } } };
  const at = (id: string) => toGridColumn(column(id), { currencies: context });
  const press = (cell: ReactNode): void => {
    const { unmount } = render(cell);
    screen.getByRole('button').click();
    unmount();
  };
  cleanup();
  const inclusion = render(renderListingCell(missing, at('editionInclusion'), context));
  screen.getByRole('switch').click();
  inclusion.unmount();
  expect(actions.includeGroup).toHaveBeenCalledWith(missing.node.group, true);
  press(renderListingCell(missing, at('optimizationGoal'), context));
  expect(actions.openGoal).toHaveBeenLastCalledWith({ group: missing.node.group });
  const total = { ...group, keys: [] };
  press(renderTotalCell(total, at('optimizationGoal'), context));
  expect(actions.openGoal).toHaveBeenLastCalledWith({ group: total });
  const { unmount } = render(renderTotalCell(total, at('editionInclusion'), context));
  expect(screen.queryByRole('switch')).toBeNull();
  unmount();
});
