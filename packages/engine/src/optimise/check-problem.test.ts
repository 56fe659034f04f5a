import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { optimise } from './optimise.ts';
import type { Constraint, MarkdownProblem } from './types.ts';

const problemWith = (change: (problem: MarkdownProblem) => void): MarkdownProblem => {
  const problem = randomProblem(seededRandom(3), 5, 4, 2);
  change(problem);
  return problem;
};

describe('a problem that makes no sense is refused, naming the item', () => {
  it.each(['price', 'base_price', 'cost', 'stock', 'residual_value', 'dispersion'] as const)(
    'a %s that is not a number',
    (name) => {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
        if (name === 'dispersion' && value === Number.POSITIVE_INFINITY) continue;
        const problem = problemWith((one) => {
          one[name][3] = value;
        });
        expect(() => optimise(problem)).toThrow(RangeError);
        expect(() => optimise(problem)).toThrow(new RegExp(`${name} of item 3 is`));
      }
    },
  );

  it('a mean that is not a number', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -2]) {
      const problem = problemWith((one) => {
        one.phase_mean[2 * 8 + 5] = value;
      });
      expect(() => optimise(problem)).toThrow(/a mean of item 2 is/);
    }
  });

  it('a bound of a rule that is not a number', () => {
    const rules: Constraint[] = [
      { kind: 'budget', max_amount: Number.NaN },
      { kind: 'budget', max_amount: Number.POSITIVE_INFINITY },
      { kind: 'min_profit', min_amount: Number.NEGATIVE_INFINITY },
      { kind: 'sell_through', min_share: Number.NaN, hard: true },
      { kind: 'count_quota', level: 0, min_share: 0, max_share: Number.NaN },
      { kind: 'count_quota', level: 9, min_share: 0, max_share: 1 },
      { kind: 'budget', max_amount: 5, project: 2 },
    ];
    for (const rule of rules)
      expect(() =>
        optimise(
          problemWith((one) => {
            one.constraints = [rule];
          }),
        ),
      ).toThrow(/rule 0/);
  });

  it('a fixed level outside the shields, below the previous one, or without a price', () => {
    const fixed = (change: (problem: MarkdownProblem) => void) => () =>
      optimise(
        problemWith((one) => {
          one.fixed_level[1] = 2;
          change(one);
        }),
      );
    expect(fixed((one) => one.max_level.fill(1))).toThrow(
      /fixed level 2 of item 1 is outside its levels, 0 to 1/,
    );
    expect(fixed((one) => one.min_level.fill(3))).toThrow(/fixed level 2 of item 1/);
    expect(fixed((one) => one.previous_level.fill(3))).toThrow(/fixed level 2 of item 1/);
    expect(
      fixed((one) => {
        one.level_price = new Float64Array(20).fill(9);
        one.level_price[4 + 2] = Number.NaN;
      }),
    ).toThrow(/fixed level 2 of item 1 is not offered/);
    expect(fixed(() => undefined)).not.toThrow();
  });
});
