import { describe, expect, it } from 'vitest';
import { bestLevel } from './level-effects.tsx';

/** What is sold earns most at no discount; what is left over tells otherwise. */
const of = (...gains: readonly number[]) =>
  gains.map((gain, index) => ({
    before: { profit: 100, profit_after_leftovers: 100 },
    after: { profit: 100 - index, profit_after_leftovers: 100 + gain },
  }));

describe('the discount of most « marge après invendus » for a group', () => {
  it('is marked when it gives more than what is decided', () => {
    expect(bestLevel(of(-20, 0, 12, 5))).toBe(2);
  });

  it('is not a discount that changes nothing', () => {
    expect(bestLevel(of(0, -20, -30))).toBe(-1);
  });

  it('is not said before all are known', () => {
    expect(bestLevel([...of(12), undefined])).toBe(-1);
  });
});
