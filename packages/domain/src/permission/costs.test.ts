import { describe, expect, it } from 'vitest';
import { FIELDS } from '../catalogue/fields.ts';
import { tellsCosts, withoutCosts } from './costs.ts';

describe('what tells costs', () => {
  it('is what the catalogue says of its fields, ranks among them', () => {
    const differ = FIELDS.filter(({ id, needs }) => tellsCosts(id) !== (needs === 'costs')).map(
      ({ id }) => id,
    );
    expect(differ).toEqual([]);
  });

  it('is every figure that a marked one is worked out with, so that none is found again by a ratio', () => {
    const marked = new Set(FIELDS.filter(({ needs }) => needs).map(({ id }) => id));
    for (const { id, needs, aggregation, rank_of } of FIELDS.filter((field) => !field.needs)) {
      expect(needs).toBeUndefined();
      const parts = JSON.stringify([aggregation, rank_of]);
      for (const name of marked) expect(parts, id).not.toContain(`"${name}"`);
    }
  });

  it('goes out of an answer wherever it is, and nothing else does', () => {
    const at = new Date();
    const line = { price: 50, cost: 7.77, forecast: { sales: 10, profit: 3 }, curve: [1, 2], at };
    expect(withoutCosts({ data: [line], loss: { warnings: [] }, gap: 0.1, never_below_cost: true })).toEqual({
      data: [{ price: 50, forecast: { sales: 10 }, curve: [1, 2], at }],
      never_below_cost: true,
    });
    expect(tellsCosts('review_lost_pct')).toBe(false);
  });
});
