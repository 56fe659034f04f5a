import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DASHBOARD_COLUMNS } from '../catalogue/columns.ts';
import {
  applyView,
  canEditView,
  DEFAULT_VIEW_NAME,
  defaultView,
  defaultViewParameters,
  featuredFields,
  firstViewParameters,
  isViewModified,
  mayChangeReach,
  NEW_VIEW,
  ownParameters,
  sameParameters,
  VIEW_PARAMETER_KEYS,
  type ViewParameters,
} from './view.ts';

const WORKING: ViewParameters = {
  ...defaultViewParameters(),
  groupBy: ['brand'],
  sort: { field: 'stock_qty', order: 'desc' },
  searchQuery: { combinator: 'and', rules: [{ field: 'price', operator: 'gt', value: 50 }] },
};

describe('the default view', () => {
  it('[VIEW-04] is « Tous les produits », median coverage, included products, 0 % shown', () => {
    expect(DEFAULT_VIEW_NAME).toBe('Tous les produits');
    expect(defaultViewParameters()).toMatchObject({
      coverageStat: 'q2',
      included: true,
      hideZeroPercent: false,
    });
  });

  it('[VIEW-07] takes its columns from the settings, else the built-in ones', () => {
    expect(defaultViewParameters({ dashboard_columns: ['img', 'price'] }).columns).toEqual(['img', 'price']);
    expect(defaultViewParameters({ dashboard_columns: [] }).columns).toEqual(DEFAULT_DASHBOARD_COLUMNS);
    const bare = { is_partial: false, parameters: { columns: [] } };
    expect(applyView(WORKING, bare, { dashboard_columns: ['img', 'price'] }).columns).toEqual([
      'img',
      'price',
    ]);
  });

  it('[VIEW-07] of « Tous les produits » follow the settings, and what is kept of a listing is what differs', () => {
    const settings = { dashboard_columns: ['img', 'price'] };
    const first = { is_partial: false, parameters: firstViewParameters() };
    const before = applyView(WORKING, first);
    expect(before).toEqual(defaultViewParameters());
    expect(ownParameters(before, defaultViewParameters())).toEqual({});
    expect(ownParameters({ ...before, groupBy: ['brand'] }, defaultViewParameters())).toEqual({
      groupBy: ['brand'],
    });
    expect(applyView(WORKING, first, settings).columns).toEqual(['img', 'price']);
  });

  it('[VALID-09] of a new view are « New View » and not shared', () => {
    expect(NEW_VIEW).toEqual({ name: 'New View', shared: false });
  });

  it('[ENT-16] has the nine parameters', () => {
    expect(Object.keys(defaultViewParameters()).sort()).toEqual([...VIEW_PARAMETER_KEYS].sort());
    expect(VIEW_PARAMETER_KEYS).toHaveLength(9);
  });
});

describe('applying a view', () => {
  it('[VIEW-03] that is partial changes only what it holds', () => {
    const applied = applyView(WORKING, { is_partial: true, parameters: { columns: ['price'] } });
    expect(applied).toEqual({ ...WORKING, columns: ['price'] });
  });

  it('that is whole sets everything, the rest to its default', () => {
    const applied = applyView(WORKING, { is_partial: false, parameters: { groupBy: ['color'] } });
    expect(applied).toEqual({ ...defaultViewParameters(), groupBy: ['color'] });
  });

  it('[VIEW-06] features the view’s fields, else the settings’', () => {
    expect(featuredFields({ featuredFields: [] }, { featured_fields: ['brand'] })).toEqual(['brand']);
    expect(featuredFields({ featuredFields: ['color'] }, { featured_fields: ['brand'] })).toEqual(['color']);
    expect(featuredFields({ featuredFields: [] }, {})).toEqual([]);
  });
});

describe('a modified view', () => {
  const view = { is_partial: false, parameters: WORKING };

  it('[COL-48] is one whose columns, or anything else, were changed', () => {
    expect(isViewModified(WORKING, view)).toBe(false);
    expect(isViewModified({ ...WORKING, columns: ['img'] }, view)).toBe(true);
    expect(isViewModified({ ...WORKING, customColumnWidths: { price: 90 } }, view)).toBe(true);
    expect(isViewModified({ ...WORKING, sort: { order: 'desc', field: 'stock_qty' } }, view)).toBe(false);
  });

  it('that is partial is judged on what it holds alone', () => {
    const partial = { is_partial: true, parameters: { columns: WORKING.columns } };
    expect(isViewModified({ ...WORKING, groupBy: [] }, partial)).toBe(false);
    expect(isViewModified({ ...WORKING, columns: ['img'] }, partial)).toBe(true);
  });

  it('is never one that has just been applied', () => {
    const names = fc.array(fc.constantFrom('brand', 'color', 'price'), { maxLength: 3 });
    const parameters = fc.record(
      {
        groupBy: names,
        included: fc.boolean(),
        coverageStat: fc.constantFrom('q1' as const, 'q2' as const, 'q3' as const),
        columns: names,
        customColumnWidths: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: 60, max: 420 })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(parameters, fc.boolean(), (held, is_partial) => {
        const applied = applyView(WORKING, { is_partial, parameters: held });
        expect(isViewModified(applied, { is_partial, parameters: held })).toBe(false);
        expect(sameParameters(applied, structuredClone(applied))).toBe(true);
      }),
    );
  });
});

describe('the right to edit a view', () => {
  const claire = { user_id: 'claire', canEditSharedViews: true };
  const marion = { user_id: 'marion', canEditSharedViews: false };

  it('[PERM-02] is its author’s for shared views, and a permission for the others', () => {
    expect(canEditView({ shared: true, author_id: 'claire' }, marion)).toBe(false);
    expect(canEditView({ shared: true, author_id: 'marion' }, marion)).toBe(true);
    expect(canEditView({ shared: true, author_id: 'marion' }, claire)).toBe(true);
  });

  it('[PERM-02] takes the permission to share a view, or to choose what opens first for all', () => {
    const own = { shared: false, is_default: false };
    const shared = { shared: true, is_default: false };
    const first = { shared: true, is_default: true };
    const refused = [
      [null, shared],
      [own, shared],
      [shared, first],
      [first, shared],
      [first, { shared: false, is_default: true }],
      [first, null],
    ] as const;
    for (const [before, after] of refused) {
      expect(mayChangeReach(before, after, marion), JSON.stringify([before, after])).toBe(false);
      expect(mayChangeReach(before, after, claire)).toBe(true);
    }
    expect(mayChangeReach(own, { shared: false, is_default: true }, marion)).toBe(true);
    expect(mayChangeReach(shared, shared, marion)).toBe(true);
  });

  it('opens first one’s own default, else that of all', () => {
    const all = { shared: true, is_default: true };
    const own = { shared: false, is_default: true };
    expect(defaultView([all, own])).toBe(own);
    expect(defaultView([{ shared: true, is_default: false }, all])).toBe(all);
  });

  it('[PERM-03] is the author’s alone for personal ones', () => {
    expect(canEditView({ shared: false, author_id: 'marion' }, marion)).toBe(true);
    expect(canEditView({ shared: false, author_id: 'marion' }, claire)).toBe(false);
  });
});
