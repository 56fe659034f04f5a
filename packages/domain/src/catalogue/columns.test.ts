import { describe, expect, it } from 'vitest';
import { clampColumnWidth, DEFAULT_COLUMN_WIDTH, defineColumn } from './column.ts';
import { COLUMNS, DEFAULT_DASHBOARD_COLUMNS, findColumn } from './columns.ts';
import { findField } from './fields.ts';
import { SECTION_IDS, SECTION_LABELS, type SectionId, sectionLabel } from './section.ts';
import {
  type ColumnContext,
  choosableColumns,
  EDITION_MODES,
  isColumnAvailable,
  visibleColumns,
} from './visibility.ts';

const CONTEXT: ColumnContext = {
  project: {
    phases: [{ start_date: '2026-01-07' }],
    end_date: '2026-02-04',
    data_date: '2026-01-20',
    has_optimizations: true,
  },
  today: '2026-01-20',
};

const column = (id: string) => {
  const found = findColumn(id);
  if (!found) throw new Error(`no column ${id}`);
  return found;
};
const inSection = (section: SectionId) => COLUMNS.filter((entry) => entry.section === section);
const ids = (section: SectionId) => inSection(section).map(({ id }) => id);
const fields = (section: SectionId) => inSection(section).map((entry) => entry.fields[0]);

describe('the sections of columns', () => {
  it('[COL-01] are thirteen, with these labels in this order', () => {
    const shown = [...new Set(choosableColumns(CONTEXT).map(({ section }) => sectionLabel(section)))];
    const labels = [
      'Produit',
      'Stock',
      'Couverture',
      'Ventes',
      'Ventes (Qté)',
      'Ventes (CA)',
      'Ventes (Taux dem.)',
      'Atterrissage (avant démarque)',
      'Prévision (toutes démarques)',
      'Prévision (démarque travaillée)',
      'Démarque',
      'Performance (toutes démarques)',
      'Performance (démarque en cours)',
    ];
    expect(SECTION_IDS.map(sectionLabel)).toEqual(labels);
    expect(shown).toEqual(labels);
  });

  it('[COL-02] have these labels by key', () => {
    expect(SECTION_LABELS).toMatchObject({
      product: 'Produit',
      stock: 'Stock',
      coverage: 'Couverture',
      sales: 'Ventes',
      upcoming: 'Atterrissage (avant démarque)',
      forecast: 'Prévision (toutes démarques)',
      phase_forecast: 'Prévision (démarque travaillée)',
      discount: 'Démarque',
      results: 'Performance (toutes démarques)',
      results_this_phase: 'Performance (démarque en cours)',
    });
  });
});

describe('the columns', () => {
  it('[COL-03, COL-04, COL-05, COL-06, COL-07, COL-08] of section Produit are product, image, price, tags, on-sale date and boost', () => {
    expect(ids('product')).toEqual(['product', 'img', 'price', 'tags', 'onSaleDate', 'salesBoost']);
    expect(column('price')).toMatchObject({ product_view: 'price', group_view: 'price_range' });
  });

  it('[COL-09, COL-10, COL-11, COL-12, COL-13] of section Stock are six, two of them values', () => {
    expect(ids('stock')).toEqual([
      'stockTotal',
      'stockDistribution',
      'stockCostValue',
      'stockRetailValue',
      'inStoreItems',
      'availability',
    ]);
    expect(column('stockTotal').sort_field).toBe('stock_qty');
  });

  it('[COL-14, COL-15] of section Couverture are total and stores, each with its score', () => {
    expect(column('coverageScore').fields).toEqual(['stock_coverage.weeks', 'stock_coverage.cv_score']);
    expect(column('coverageStoreScore').fields).toHaveLength(6);
  });

  it('[COL-16, COL-17, COL-18, COL-19, COL-24] of section Ventes are histories, weekly averages, throughput and sell-through', () => {
    expect(ids('sales')).toEqual([
      'salesHistory',
      'salesHistoryCumulative',
      'avgSalesQty7d',
      'avgSalesQty30d',
      'storeThroughput',
      'seasonSellThrough',
    ]);
  });

  it('[COL-20, COL-21, COL-22, COL-23] of the three sub-sections are the twelve rolling windows and the season', () => {
    const windows = ['7d', '14d', '30d', '90d', '180d', '360d', '1w', '2w', '4w', '13w', '26w', '52w'];
    expect(ids('sales_qty')).toEqual([...windows.map((window) => `salesQty${window}`), 'seasonSalesQty']);
    expect(ids('sales_value')).toEqual([...windows.map((window) => `sales${window}`), 'seasonSales']);
    expect(ids('sales_discount_pct')).toEqual([
      ...windows.map((window) => `salesDiscountPct${window}`),
      'seasonSalesDiscountPct',
    ]);
    expect(column('salesQty30d').fields).toEqual(['sales_qty_last_30_days']);
    expect(column('sales4w').fields).toEqual(['sales_last_4_weeks']);
    expect(column('salesDiscountPct7d').fields).toEqual(['sales_discount_pct_last_7_days']);
  });

  it('[COL-25, COL-26, COL-27, COL-28] of landing, forecasts and results read their field families', () => {
    const measures = [
      'sales_qty',
      'sales',
      'profit',
      'cogs',
      'stock',
      'sell_through_pct',
      'sales_discount_pct',
    ];
    expect(fields('upcoming')).toEqual(measures.map((measure) => `upcoming_${measure}`));
    // To the end, the margin after leftovers stands beside the margin, and the budget after all.
    const end = measures.toSpliced(3, 0, 'profit_after_leftovers');
    expect(fields('forecast')).toEqual([...end, 'discount_budget'].map((measure) => `forecast.${measure}`));
    expect(fields('phase_forecast').slice(0, 7)).toEqual(
      measures.map((measure) => `phase_forecast.${measure}`),
    );
    expect(fields('results')).toEqual(
      measures.filter((measure) => measure !== 'stock').map((measure) => `operation_${measure}`),
    );
  });

  it('[COL-29] of the ongoing phase show what is sold against what was forecast, and how far it is', () => {
    const read = new Set(inSection('results_this_phase').flatMap((entry) => entry.fields));
    for (const field of [
      'phase_sales_qty',
      'ongoing_phase_forecast.sales_qty',
      'ongoing_phase_completion.sales_qty',
    ])
      expect(read.has(field), field).toBe(true);
  });

  it('[COL-30, COL-31, COL-32, COL-33, COL-34, COL-35, COL-36, COL-37] of section Démarque are eight, the price made, its rise, and two of the law', () => {
    expect(ids('discount')).toEqual([
      'discountIncrement',
      'discountDistribution',
      'discountShareTotal',
      'discountShareStore',
      'discountState',
      'labelPrice',
      'priceRise',
      'priorPrice',
      'announcedPct',
      'optimizationGoal',
      'editionInclusion',
      'editionDiscount',
    ]);
  });

  it('[COL-38] each have a group view and a product view, and read known fields', () => {
    expect(new Set(COLUMNS.map(({ id }) => id)).size).toBe(COLUMNS.length);
    for (const entry of COLUMNS) {
      expect(entry.group_view, entry.id).toBeTruthy();
      expect(entry.product_view, entry.id).not.toBe('empty');
      for (const field of [...entry.fields, entry.sort_field])
        if (field !== null) expect(findField(field), `${entry.id} → ${field}`).toBeDefined();
    }
  });

  it('[COL-39] are 60 to 420 px wide, 200 when nothing is said', () => {
    for (const { id, width } of COLUMNS) {
      expect(width, id).toBeGreaterThanOrEqual(60);
      expect(width, id).toBeLessThanOrEqual(420);
    }
    const plain = defineColumn({ id: 'x', section: 'stock', label: 'X', product_view: 'number', fields: [] });
    expect(plain.width).toBe(200);
    expect(DEFAULT_COLUMN_WIDTH).toBe(200);
    expect(plain.sort_field).toBeNull();
  });

  it('[COL-40] never leave these bounds when they are resized', () => {
    expect([1000, 10, 150.4].map(clampColumnWidth)).toEqual([420, 60, 150]);
  });

  it('[COL-41] explain coverage by its 75 %', () => {
    expect(column('coverageScore').tooltip).toContain('75 %');
  });

  it('[COL-42] product, discountState and the two edition columns are not offered by the chooser', () => {
    const readOnly = COLUMNS.filter((entry) => entry.read_only).map(({ id }) => id);
    expect(readOnly.sort()).toEqual(['discountState', 'editionDiscount', 'editionInclusion', 'product']);
    const offered = choosableColumns({ ...CONTEXT, edition_mode: 'discount' }).map(({ id }) => id);
    expect(offered.filter((id) => readOnly.includes(id))).toEqual([]);
  });

  it('[COL-43] [COL-44] beside the product are these ten, in this order, the first six at the left', () => {
    const shown = (edition_mode: ColumnContext['edition_mode']) =>
      visibleColumns(['optimizationGoal', 'salesBoost', 'onSaleDate', 'tags', 'price', 'img'], {
        ...CONTEXT,
        ...(edition_mode && { edition_mode }),
      });
    const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);
    const { fixed, scrolling, pinned } = shown('discount');
    expect(ids(fixed)).toEqual(['product', 'img', 'price', 'tags', 'onSaleDate', 'salesBoost']);
    expect(ids(scrolling)).toEqual(['optimizationGoal', 'discountState']);
    expect(ids(pinned)).toEqual(['editionDiscount']);
    expect(ids(shown('inclusion').pinned)).toEqual(['discountState', 'editionInclusion']);
    const among = new Set([...ids([...fixed, ...scrolling, ...pinned]), 'editionInclusion']);
    expect(ids(COLUMNS).filter((id) => among.has(id))).toEqual([
      ...['product', 'img', 'price', 'tags', 'onSaleDate', 'salesBoost'],
      ...['discountState', 'optimizationGoal', 'editionInclusion', 'editionDiscount'],
    ]);
  });

  it('[COL-47] shown by default are these ten', () => {
    expect(DEFAULT_DASHBOARD_COLUMNS).toEqual([
      'img',
      'price',
      'stockTotal',
      'stockDistribution',
      'coverageScore',
      'coverageStoreScore',
      'salesHistory',
      'avgSalesQty7d',
      'avgSalesQty30d',
      'discountDistribution',
    ]);
    for (const id of DEFAULT_DASHBOARD_COLUMNS) expect(findColumn(id), id).toBeDefined();
  });
});

describe('the columns of a project', () => {
  const available = (id: string, project: Partial<ColumnContext['project']>) =>
    isColumnAvailable(column(id), { ...CONTEXT, project: { ...CONTEXT.project, ...project } });

  it('[COL-45] have no optimisation column before its start, or without optimisations', () => {
    expect(available('optimizationGoal', {})).toBe(true);
    expect(available('optimizationGoal', { has_optimizations: false })).toBe(false);
    expect(available('optimizationGoal', { data_date: '2026-01-06' })).toBe(false);
  });

  it('[COL-46] have the boost unless third-party forecasts are refused', () => {
    expect(available('salesBoost', { use_third_party_forecast: true })).toBe(true);
    expect(available('salesBoost', {})).toBe(true);
    expect(available('salesBoost', { use_third_party_forecast: false })).toBe(false);
  });

  it('[STATE-18] follow the edition modes none, inclusion, discount and namedView', () => {
    expect(EDITION_MODES).toEqual(['none', 'inclusion', 'discount', 'namedView']);
  });

  it('[STATE-19] gain the edition column of the mode, and lose it with the mode', () => {
    const pinned = (edition_mode?: ColumnContext['edition_mode']) =>
      visibleColumns([], edition_mode ? { ...CONTEXT, edition_mode } : CONTEXT).pinned.map(({ id }) => id);
    expect(pinned()).toEqual(['discountState']);
    expect(pinned('inclusion')).toEqual(['discountState', 'editionInclusion']);
    expect(pinned('discount')).toEqual(['editionDiscount']);
    expect(pinned('namedView')).toEqual(['discountState']);
  });

  it('[STATE-19] have the plan’s effect beside the discounts being edited, once, the history scrolling', () => {
    const context = { ...CONTEXT, edition_mode: 'discount' } as const;
    const shown = (horizon?: 'phase' | 'end') =>
      visibleColumns(['stockTotal', 'forecastSales'], horizon ? { ...context, horizon } : context);
    const toEnd = ['forecastSalesQty', 'forecastSales', 'forecastProfitAfterLeftovers', 'forecastStock'];
    expect(shown().effect.map(({ id }) => id)).toEqual(toEnd);
    expect(shown().scrolling.map(({ id }) => id)).toEqual(['stockTotal', 'discountState']);
    expect(shown('phase').effect.map(({ id }) => id)).toEqual([
      ...[
        'phaseForecastSalesQty',
        'phaseForecastSales',
        'forecastProfitAfterLeftovers',
        'phaseForecastStock',
      ],
    ]);
    expect(visibleColumns(['forecastSales'], CONTEXT)).toMatchObject({ effect: [] });
  });

  it('[FIELD-13] lack those of withheld fields', () => {
    const offered = choosableColumns({ ...CONTEXT, unavailable_fields: ['price'] }).map(({ id }) => id);
    expect(offered).not.toContain('price');
    expect(offered).toContain('img');
  });

  it('[COL-48] are those of the view, in its order, the fixed ones first in theirs', () => {
    const shown = visibleColumns(['salesQty7d', 'price', 'stockTotal', 'img', 'nope', 'stockTotal'], CONTEXT);
    expect(shown.fixed.map(({ id }) => id)).toEqual(['product', 'img', 'price']);
    expect(shown.scrolling.map(({ id }) => id)).toEqual(['salesQty7d', 'stockTotal']);
  });

  it('[VIEW-05] sort shops’ coverage by the statistic that the view shows', () => {
    const sortOf = (coverage_stat?: 'q1' | 'q2' | 'q3') =>
      visibleColumns(['coverageStoreScore', 'stockTotal'], {
        ...CONTEXT,
        ...(coverage_stat && { coverage_stat }),
      }).scrolling.map(({ sort_field }) => sort_field);
    expect(sortOf()).toEqual(['stock_coverage.stores_q2_weeks', 'stock_qty']);
    expect(sortOf('q1')).toEqual(['stock_coverage.stores_q1_weeks', 'stock_qty']);
    expect(sortOf('q3')).toEqual(['stock_coverage.stores_q3_weeks', 'stock_qty']);
  });
});
