import type { SerieSums } from '@palier/analytics';
import { SERIE_METRICS } from '@palier/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToTree, emptyNode, measuresOf, presentNode, withoutCosts } from './measures.ts';

const amount = fc.option(fc.integer({ min: 0, max: 1000 }));
const sums = fc.record<SerieSums>({
  ...{ sales_qty: amount, sales: amount, list_sales: amount, discount_budget: amount, profit: amount },
  ...{ season_sales_qty: amount, sold_qty: amount, stock_qty: amount, stock_cost_value: amount },
  ...{ stock_retail_value: amount, face_sum: amount, face_weight: amount },
  ...{ line_count: fc.integer({ min: 1, max: 9 }), unknown_count: fc.nat({ max: 9 }) },
});
const key = fc.option(fc.constantFrom('Robes', 'Jupes', 'Pulls'));
const EUR = { catalog_currency: 'EUR', accounting_currency: 'EUR' };

describe('[SERIES-02] the tree of a report', () => {
  it('[ENT-22] has the sums of its lines at every node, for every series', () => {
    const group = fc.record({ keys: fc.tuple(key, key), place: fc.nat({ max: 2 }), sums });
    fc.assert(
      fc.property(fc.array(group, { maxLength: 30 }), (groups) => {
        const root = emptyNode();
        for (const one of groups) addToTree(root, one.keys, one.place, { sums: one.sums, ...EUR });
        const tree = presentNode(root, 2, (cell) => measuresOf(cell, 7), 3);
        const naive = (
          name: keyof SerieSums,
          place: number,
          keys: readonly (string | null)[],
        ): number | null => {
          const own = groups.filter(
            (one) => one.place === place && keys.every((value, at) => one.keys[at] === value),
          );
          const known = own.flatMap((one) => one.sums[name] ?? []);
          return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null;
        };
        const check = (node: typeof tree, keys: (string | null)[]): void => {
          node.series.forEach((measures, place) => {
            expect(measures.sales_qty).toBe(naive('sales_qty', place, keys));
            expect(measures.sales).toBe(naive('sales', place, keys));
            expect(measures.item_group_count).toBe(naive('line_count', place, keys));
            const [sold, left] = [naive('sold_qty', place, keys), naive('stock_qty', place, keys)];
            if (sold === null || left === null) expect(measures.sell_through_pct).toBeNull();
            else if (sold + left > 0)
              expect(measures.sell_through_pct).toBeCloseTo((100 * sold) / (sold + left), 9);
          });
          for (const child of node.data ?? []) check(child, [...keys, child.key]);
        };
        check(tree, []);
        // Two dimensions are two levels, and every group is somewhere.
        const leaves = (tree.data ?? []).flatMap((child) =>
          (child.data ?? []).map((leaf) => [child.key, leaf.key]),
        );
        const wanted = new Set(groups.map((one) => JSON.stringify(one.keys)));
        expect(new Set(leaves.map((leaf) => JSON.stringify(leaf)))).toEqual(wanted);
      }),
    );
  });

  it('[SERIES-07] every measure of the chooser is there', () => {
    expect(Object.keys(measuresOf(undefined, null)).sort()).toEqual(SERIE_METRICS.map(({ id }) => id).sort());
  });

  it('costs and margins are not there at all for who may not see them', () => {
    const shown = Object.keys(withoutCosts(measuresOf(undefined, null)));
    const ids = SERIE_METRICS.map(({ id }) => id);
    expect(ids.filter((id) => !shown.includes(id))).toEqual(['profit', 'stock_cost_value']);
  });

  it('amounts of two currencies are never added; units are', () => {
    const root = emptyNode();
    const one = fc.sample(sums, { numRuns: 1, seed: 1 })[0];
    if (!one) throw new Error('no sample');
    const own = { ...one, sales_qty: 3, sales: 10, profit: 4 };
    addToTree(root, ['Robes'], 0, { sums: own, ...EUR });
    addToTree(root, ['Jupes'], 0, { sums: own, catalog_currency: 'CHF', accounting_currency: 'EUR' });
    const tree = presentNode(root, 1, (cell) => measuresOf(cell, 7), 1);
    expect(tree.series[0]).toMatchObject({ sales_qty: 6, sales: null, profit: 8, sales_discount_pct: null });
    expect(tree.data?.map(({ series }) => series[0]?.sales)).toEqual([10, 10]);
  });
});
