import { defaultViewParameters } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import {
  decodeState,
  encodeState,
  hasParameters,
  type ListingState,
  openGroupsOf,
  withOpenGroups,
} from './url-state.ts';

const base = defaultViewParameters();
const state = (more: Partial<ListingState> = {}): ListingState => ({
  view_id: null,
  parameters: base,
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

describe('the listing in the address', () => {
  it('leaves out what a plain listing already shows', () => {
    expect(encodeState(state(), base).toString()).toBe('');
    expect(hasParameters(new URLSearchParams('q=robe'))).toBe(false);
  });

  it('adds the columns that a link wants seen to those shown, and keeps them as its own', () => {
    const linked = decodeState(new URLSearchParams('filtre=-&avec=priceRise'), base);
    expect(base.columns).not.toContain('priceRise');
    expect(linked.parameters.columns.toSorted()).toEqual([...base.columns, 'priceRise'].toSorted());
    const next = encodeState(linked, base);
    expect(next.get('colonnes')).toBe(linked.parameters.columns.join(','));
    expect(next.get('avec')).toBeNull();
  });

  it('[LIST-24] [LIST-26] [LIST-27] shows the same listing to whoever opens the link', () => {
    const shown = state({
      view_id: 'v1',
      parameters: {
        ...base,
        groupBy: ['section', 'family'],
        included: false,
        hideZeroPercent: true,
        coverageStat: 'q3',
        sort: { field: 'phase_forecast.sales', order: 'desc' },
        columns: ['img', 'stockTotal'],
        featuredFields: ['brand'],
        customColumnWidths: { stockTotal: 120 },
        searchQuery: {
          combinator: 'and',
          rules: [
            { field: 'brand', operator: 'in', value: ['Aurelle', 'Novéa'] },
            { combinator: 'or', rules: [{ field: 'price', operator: 'gt', value: 50 }] },
          ],
        },
      },
      q: 'robe midi',
      mode: 'discount',
      validation: 'todo',
      activity_id: 'a1',
      product: 'l1',
      folded: ['stock', 'sales'],
      compact: true,
      open: '*Ab-_9',
    });
    const search = new URLSearchParams(encodeState(shown, base).toString());
    expect(decodeState(search, base)).toEqual(shown);
    expect(hasParameters(search)).toBe(true);
  });

  it('changes the open groups of an address and nothing else', () => {
    const search = '?vue=v1&filtre=%7B%7D&ouverts=AAAAA';
    expect(openGroupsOf(`?${withOpenGroups(search, '*')}`)).toBe('*');
    expect(withOpenGroups(search, null)).toBe('vue=v1&filtre=%7B%7D');
  });

  it('says an emptied grouping or filter apart from the base ones', () => {
    const grouped = { ...base, groupBy: ['section'], searchQuery: { combinator: 'and' as const, rules: [] } };
    const search = encodeState(
      state({ parameters: { ...grouped, groupBy: [], searchQuery: null } }),
      grouped,
    );
    expect(decodeState(search, grouped).parameters).toMatchObject({ groupBy: [], searchQuery: null });
  });

  it('opens a damaged link without what cannot be read', () => {
    const search = new URLSearchParams('filtre={"combi&tri=stock_qty&couverture=q9&mode=x');
    expect(decodeState(search, base)).toEqual(
      state({ parameters: { ...base, searchQuery: null, sort: null } }),
    );
  });

  it('drops a filter with an unknown operator', () => {
    const tree = { combinator: 'and', rules: [{ field: 'brand', operator: 'resembles', value: 'Novéa' }] };
    const search = new URLSearchParams({ filtre: JSON.stringify(tree) });
    expect(decodeState(search, base).parameters.searchQuery).toBeNull();
  });
});
