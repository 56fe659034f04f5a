import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from './field.ts';
import { FIELDS, fieldById, fieldIdOf, fieldLabel, findField, LAZY_METRICS } from './fields.ts';
import { FORECAST_MEASURES } from './forecast-fields.ts';
import { SECTION_IDS } from './section.ts';
import { DAY_WINDOWS, WEEK_WINDOWS } from './windows.ts';

const types = (...ids: string[]) => ids.map((id) => fieldById(id).type);

function references({ aggregation, ranks, rank_of }: FieldDefinition): string[] {
  const own = [...ranks, ...(rank_of ? [rank_of.field] : [])];
  if (aggregation.kind === 'weighted_mean' || aggregation.kind === 'harmonic_mean')
    return [...own, aggregation.weight];
  if (aggregation.kind === 'ratio') return [...own, aggregation.numerator, aggregation.denominator];
  return own;
}

describe('the field catalogue', () => {
  it('[ENT-12] gives every field a French label, a section, a description, a type, its ranks and its place in rules', () => {
    expect(FIELDS.length).toBeGreaterThan(200);
    expect(new Set(FIELDS.map(({ id }) => id)).size).toBe(FIELDS.length);
    for (const field of FIELDS) {
      expect(field.label, field.id).toMatch(/\S/);
      expect(field.description, field.id).toMatch(/\.$/);
      expect(SECTION_IDS).toContain(field.section);
      expect(Array.isArray(field.ranks)).toBe(true);
      expect(typeof field.in_rulebook).toBe('boolean');
      expect(field.type === 'money', field.id).toBe(field.currency !== undefined);
    }
  });

  it('[FIELD-12] offers in rules only fields that a query can filter by', () => {
    const unusable = FIELDS.filter(({ in_rulebook, filterable }) => in_rulebook && !filterable);
    expect(unusable.map(({ id }) => id)).toEqual([]);
  });

  it('refers only to fields it has', () => {
    for (const field of FIELDS)
      for (const id of references(field)) expect(findField(id), `${field.id} → ${id}`).toBeDefined();
  });

  it('gives two offered fields two labels', () => {
    const labels = FIELDS.filter(({ technical }) => !technical).map(({ label }) => label);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });

  it('[FIELD-01] has the identity fields, item_id being the SKU', () => {
    for (const id of [
      'brand',
      'color',
      'size',
      'item_id',
      'item_group_id',
      'name',
      'title',
      'release_season',
      'last_season',
    ])
      expect(findField(id), id).toBeDefined();
    expect(fieldById('item_id').label).toContain('SKU');
  });

  it('[FIELD-02] has the price, tax included, in catalogue currency', () => {
    expect(fieldById('price')).toMatchObject({
      currency: 'catalog',
      description: expect.stringContaining('TTC'),
    });
  });

  it('[FIELD-03] has the base price, tax excluded, in accounting currency', () => {
    expect(fieldById('base_price')).toMatchObject({
      currency: 'accounting',
      description: expect.stringContaining('HT'),
    });
  });

  it('[FIELD-04] has the cost, a weighted average', () => {
    expect(fieldById('cost').description).toContain('oût moyen pondéré');
  });

  it('[FIELD-05] has margins: one in money, three in percent', () => {
    expect(types('margin', 'margin_pct', 'markup_pct', 'supplier_rebate_pct')).toEqual([
      'money',
      'percent',
      'percent',
      'percent',
    ]);
  });

  it('[FIELD-06] has variants in store, variants, ranking key and on-sale date', () => {
    expect(types('in_store_items_count', 'items_count', 'ranking_key', 'on_sale_date')).toEqual([
      'integer',
      'integer',
      'string',
      'date',
    ]);
  });

  it('[FIELD-07] has the stock fields, and coverage with its score', () => {
    for (const id of [
      'stock_qty',
      'stock_qty_on_order',
      'in_store_stock_qty',
      'stock_cost_value',
      'stock_retail_value',
    ])
      expect(fieldById(id).section, id).toBe('stock');
    expect(types(fieldIdOf('stock_coverage'), fieldIdOf('cv_score'))).toEqual(['number', 'score']);
    expect(fieldIdOf('brand')).toBe('brand');
  });

  it('[FIELD-08] has four measures over six day windows, six week windows, the season, the phase and the operation', () => {
    const windows = [
      ...DAY_WINDOWS.map((days) => (measure: string) => `${measure}_last_${days}_days`),
      ...WEEK_WINDOWS.map((weeks) => (measure: string) => `${measure}_last_${weeks}_weeks`),
      ...['season', 'phase', 'operation'].map((name) => (measure: string) => `${name}_${measure}`),
    ];
    const ids = ['sales', 'sales_qty', 'cogs', 'profit'].flatMap((measure) =>
      windows.map((id) => id(measure)),
    );
    expect(ids).toHaveLength(60);
    for (const id of ids) expect(findField(id), id).toBeDefined();
  });

  it('[FIELD-09] has the performance fields', () => {
    for (const id of [
      'sales_discount_pct',
      'sell_through_pct',
      'sales_growth_pct',
      'sales_growth_coef',
      'out_of_stock_rate',
      'selling_store_count',
    ])
      expect(findField(id), id).toBeDefined();
  });

  it('[FIELD-10] has the families of forecasts, completion and landing', () => {
    for (const family of ['forecast.', 'phase_forecast.', 'ongoing_phase_forecast.', 'upcoming_'])
      for (const measure of FORECAST_MEASURES)
        expect(findField(family + measure), family + measure).toBeDefined();
    expect(findField('ongoing_phase_completion.sales_qty')).toBeDefined();
  });

  it('[FIELD-11] ranks many metrics by decile, over all products and inside the ranking key', () => {
    const [global, group] = fieldById('stock_qty').ranks;
    expect(fieldById(global ?? '')).toMatchObject({
      type: 'integer',
      rank_of: { field: 'stock_qty', scope: 'global' },
    });
    expect(fieldById(group ?? '')).toMatchObject({
      type: 'integer',
      rank_of: { field: 'stock_qty', scope: 'group' },
    });
    expect(FIELDS.filter(({ ranks }) => ranks.length === 2).length).toBeGreaterThan(15);
  });

  it('[LIST-23] marks the three lazily loaded metrics', () => {
    const lazy = FIELDS.filter((field) => field.lazy && !field.rank_of).map(({ id }) => id.split('.')[0]);
    expect(new Set(lazy)).toEqual(new Set(LAZY_METRICS));
  });

  it('answers for ids it knows and says so for others', () => {
    expect(fieldLabel('brand')).toBe('Marque');
    expect(fieldLabel('matière')).toBe('matière');
    expect(() => fieldById('matière')).toThrow(RangeError);
  });
});
