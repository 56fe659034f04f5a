import { describe, expect, it } from 'vitest';
import { judgeLoss, type LossFigures, proposedFloors, sumLossFigures } from './loss.ts';
import { despiteLoss, lossSentence } from './loss-sentence.ts';

const figures = (changes: Partial<LossFigures> = {}): LossFigures => ({
  discount_count: 318,
  profit_after_leftovers: 130_000,
  nothing_profit_after_leftovers: 68_000,
  current_profit_after_leftovers: 127_200,
  below_cost_count: 8,
  current_below_cost_count: 8,
  added_below_cost_count: 0,
  ...changes,
});
const sentence = (changes: Partial<LossFigures>, of?: 'plan' | 'edit'): string =>
  lossSentence(judgeLoss(figures(changes)).warnings, 'EUR', of).replaceAll('\u202f', ' ');

describe('a plan that loses', () => {
  it('says nothing of a plan that gains', () => {
    expect(judgeLoss(figures()).warnings).toEqual([]);
    expect(sentence({})).toBe('');
  });

  it('says by how much it is under the plan in force and under doing nothing, and what goes under cost', () => {
    expect(
      sentence({ profit_after_leftovers: -31_300, below_cost_count: 169, added_below_cost_count: 169 }),
    ).toBe(
      '158,5 k€ de moins que le plan actuel ; 99,3 k€ de moins que ne rien faire ; 169 produits sous leur coût',
    );
    expect(sentence({ below_cost_count: 169, added_below_cost_count: 161 })).toBe(
      '169 produits sous leur coût, dont 161 de plus',
    );
    expect(sentence({ below_cost_count: 1, added_below_cost_count: 1 })).toBe('1 produit sous son coût');
    expect(sentence({ profit_after_leftovers: 100_000 }, 'edit')).toBe('27,2 k€ de moins qu’avant');
  });

  it('lets the plan in force be missed by the threshold, of a loss as of a gain', () => {
    const kinds = (changes: Partial<LossFigures>, threshold: number) =>
      judgeLoss(figures(changes), threshold).warnings.map(({ kind }) => kind);
    expect(kinds({ profit_after_leftovers: 124_656 }, 2)).toEqual([]);
    expect(kinds({ profit_after_leftovers: 124_655 }, 2)).toEqual(['below_current']);
    expect(kinds({ profit_after_leftovers: 127_199 }, 0)).toEqual(['below_current']);
    const losing = { nothing_profit_after_leftovers: -200, current_profit_after_leftovers: -100 };
    expect(kinds({ ...losing, profit_after_leftovers: -101 }, 2)).toEqual([]);
    expect(kinds({ ...losing, profit_after_leftovers: -103 }, 2)).toEqual(['below_current']);
  });

  it('does not take what rounding leaves for a loss', () => {
    const same = { nothing_profit_after_leftovers: 1000, current_profit_after_leftovers: 1000 };
    expect(judgeLoss(figures({ ...same, profit_after_leftovers: 999.6 }), 0).warnings).toEqual([]);
    expect(judgeLoss(figures({ ...same, profit_after_leftovers: 999.5 }), 0).warnings).toHaveLength(2);
  });

  it('adds up the figures of several projects, and proposes the best known merit as a floor', () => {
    const whole = sumLossFigures([figures(), figures({ profit_after_leftovers: -10_000 })]);
    expect(whole).toMatchObject({ discount_count: 636, profit_after_leftovers: 120_000 });
    expect(proposedFloors(whole).map(({ from }) => from)).toEqual(['current', 'nothing']);
    expect(proposedFloors(figures({ nothing_profit_after_leftovers: 200_000 }))[0]).toEqual({
      from: 'nothing',
      amount: 200_000,
    });
  });

  it('a plan that earns more is not applied « malgré la perte » for selling some products under their cost', () => {
    const below = { kind: 'below_cost', count: 2, added: 2 } as const;
    expect(despiteLoss([])).toBe('');
    expect(despiteLoss([below])).toBe('malgré les ventes sous le coût');
    expect(despiteLoss([{ kind: 'below_current', amount: 300 }, below])).toBe('malgré la perte');
  });
});
