import type { FieldDescription } from '@palier/contract';
import type { QueryTree } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { fieldGroups, groupableFields, offeredFields } from './filter-fields.ts';

const field = (id: string, section: string, more: Partial<FieldDescription> = {}) =>
  ({ id, section, label: id, type: 'number', filterable: true, ...more }) as FieldDescription;

const FIELDS = [
  field('stock_qty', 'stock'),
  field('stock_coverage.weeks', 'coverage', { lazy: true }),
  field('stock_qty_rank', 'stock', { lazy: true }),
  field('daily_sales_qty_history', 'sales', { lazy: true, filterable: false }),
  field('brand', 'product', { type: 'string' }),
];
const ids = (fields: readonly FieldDescription[]) => fields.map(({ id }) => id);

describe('the fields that a filter is built on', () => {
  it('[LIST-26] are all that the server filters by: the cover as well as the stock', () => {
    expect(ids(offeredFields(FIELDS, [], null))).toEqual([
      'stock_qty',
      'stock_coverage.weeks',
      'stock_qty_rank',
      'brand',
    ]);
  });

  it('leave out what the retailer does not have, but keep what the filter at hand reads', () => {
    const filter: QueryTree = {
      combinator: 'and',
      rules: [{ combinator: 'or', rules: [{ field: 'stock_coverage.weeks', operator: 'gt', value: 12 }] }],
    };
    const missing = ['stock_coverage.weeks', 'brand'];
    expect(ids(offeredFields(FIELDS, missing, null))).toEqual(['stock_qty', 'stock_qty_rank']);
    expect(ids(offeredFields(FIELDS, missing, filter))).toContain('stock_coverage.weeks');
  });

  it('leave out what is written for machines, for filters and for groups', () => {
    const codes = ['attributes.couleur_hex', 'attributes.matiere'].map((id) =>
      field(id, 'product', { type: 'string', groupable: true }),
    );
    expect(ids(offeredFields(codes, [], null))).toEqual(['attributes.matiere']);
    expect(ids(groupableFields(codes))).toEqual(['attributes.matiere']);
  });

  it('stand by section, deciles last', () => {
    expect(
      fieldGroups(offeredFields(FIELDS, [], null)).map(({ label, fields }) => [label, ids(fields)]),
    ).toEqual([
      ['Produit', ['brand']],
      ['Stock', ['stock_qty']],
      ['Couverture', ['stock_coverage.weeks']],
      ['Déciles', ['stock_qty_rank']],
    ]);
  });
});
