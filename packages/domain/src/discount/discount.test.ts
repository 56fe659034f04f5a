import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEditEqual } from '../decision/decision.ts';
import { allowedLevels, discountFault } from './edit.ts';
import { discountLabel, discountLevels, nearestLevel } from './levels.ts';
import {
  clampToShields,
  discountKind,
  discountKindLabel,
  effectiveBound,
  effectiveDiscount,
  isDiscountOptimal,
  standingDiscount,
  workedDiscount,
} from './resolution.ts';
import { discountIncrement, discountsBefore } from './steps.ts';

const LEVELS = [0, 10, 20, 30, 40, 50, 60];

describe('the discounts offered', () => {
  it('[VALID-01] are « Pas de démarque » and every multiple of 10 up to the range’s maximum', () => {
    expect(discountLevels({ discount_pct_range: [20, 30, 40, 50, 60] })).toEqual(LEVELS);
    expect(discountLevels({ discount_pct_range: [25] })).toEqual([0, 10, 20]);
    expect(discountLevels({ discount_pct_range: [] })).toEqual([0]);
    expect(discountLabel(0)).toBe('Pas de démarque');
    expect(discountLabel(20)).toBe('−20\u202f%');
  });

  it('go by 5 when the project says so', () => {
    expect(discountLevels({ discount_pct_range: [15], discount_step: 5 })).toEqual([0, 5, 10, 15]);
  });

  it('are brought to the nearest one, the lower of two', () => {
    expect([-40, 4, 5, 6, 34, 35, 36, 90].map((points) => nearestLevel(points, LEVELS))).toEqual([
      0, 0, 0, 10, 30, 30, 40, 60,
    ]);
    expect(nearestLevel(30, [])).toBe(0);
  });
});

describe('the discount that a price stands at during a phase', () => {
  it('is the one decided, 0 included; else the markdown that it had; else there is none', () => {
    const line = { included: true, discount_pct: 40, previous_discount_pct: 20 };
    expect(standingDiscount(line)).toEqual({ discount_pct: 40, carried: false });
    expect(standingDiscount({ ...line, discount_pct: 0, previous_discount_pct: null })).toEqual({
      discount_pct: 0,
      carried: false,
    });
    for (const undecided of [{ included: false }, { discount_pct: null }]) {
      expect(standingDiscount({ ...line, ...undecided })).toEqual({ discount_pct: 20, carried: true });
      for (const previous_discount_pct of [null, 0])
        expect(standingDiscount({ ...line, ...undecided, previous_discount_pct })).toBeNull();
    }
  });

  it('in the forecast is the same, 0 where it has none', () => {
    const line = { discount_pct_auto: 40, discount_pct_max: 30, previous_discount_pcts: [10, 20] };
    expect(workedDiscount(line)).toBe(30);
    expect(workedDiscount({ ...line, included: false })).toBe(20);
    expect(workedDiscount({ ...line, discount_pct_auto: null })).toBe(20);
    expect(workedDiscount({ included: false, discount_pct_user: 50 })).toBe(0);
    expect(workedDiscount({})).toBe(0);
  });

  it('before a phase has one discount for each phase, whenever the line came', () => {
    expect(discountsBefore({ previous_discount_pcts: [20] }, 2)).toEqual([20, 0]);
    expect(discountsBefore({ previous_discount_pcts: [20, 30, 40] }, 2)).toEqual([20, 30]);
    expect(discountsBefore({}, 1)).toEqual([0]);
  });
});

describe('the discount in force', () => {
  it('is the user’s choice, else the automatic value inside its shields', () => {
    expect(effectiveDiscount({ discount_pct_user: 0, discount_pct_auto: 30 })).toBe(0);
    expect(effectiveDiscount({ discount_pct_auto: 30, discount_pct_min: 40 })).toBe(40);
    expect(effectiveDiscount({ discount_pct_auto: 30, discount_pct_max: 20 })).toBe(20);
    expect(effectiveDiscount({ discount_pct_auto: 30 })).toBe(30);
    expect(effectiveDiscount({ discount_pct_min: 10 })).toBeNull();
  });

  it('[STATE-21] is of kind user when the user set it, 0 included', () => {
    expect(discountKind({ discount_pct_user: 0, discount_pct_auto: 30 }, false)).toBe('user');
    expect(discountKind({ discount_pct_user: 0, discount_pct_auto: 30 }, true)).toBe('user');
  });

  it('[STATE-22] is optimised when the project has optimisations or a shield moved it', () => {
    expect(discountKind({ discount_pct_auto: 30 }, true)).toBe('optimised');
    expect(effectiveBound({ discount_pct_auto: 30, discount_pct_min: 40 })).toBe(40);
    expect(discountKind({ discount_pct_auto: 30, discount_pct_min: 40 }, false)).toBe('optimised');
    expect(discountKind({ discount_pct_auto: 30, discount_pct_max: 20 }, false)).toBe('optimised');
  });

  it('is called optimised on the screen where an optimisation proposed something for the line alone', () => {
    const label = (line: { discount_pct_opti?: number | null }) => discountKindLabel('optimised', line);
    expect([label({ discount_pct_opti: 30 }), label({}), label({ discount_pct_opti: null })]).toEqual([
      ...['Optimisée', 'Optimisée', 'Automatique'],
    ]);
    expect(discountKindLabel('user', { discount_pct_opti: null })).toBe('Choisie');
  });

  it('[STATE-23] is auto when it is used as it is, and nothing without a value', () => {
    expect(discountKind({ discount_pct_auto: 30, discount_pct_min: 30, discount_pct_max: 50 }, false)).toBe(
      'auto',
    );
    expect(discountKind({}, false)).toBeNull();
    expect(discountKind({}, true)).toBeNull();
  });

  it('is at its optimum when it is what the optimiser proposed, shields applied', () => {
    const proposed = { discount_pct_opti: 40, discount_pct_auto: 40 };
    expect(isDiscountOptimal(proposed)).toBe(true);
    expect(isDiscountOptimal({ ...proposed, discount_pct_max: 30 })).toBe(false);
    expect(isDiscountOptimal({ ...proposed, discount_pct_user: 40, discount_pct_auto: 20 })).toBe(true);
    expect(isDiscountOptimal({ ...proposed, discount_pct_user: 30 })).toBe(false);
    expect(isDiscountOptimal({ discount_pct_auto: 40 })).toBe(false);
    expect(isDiscountOptimal({ discount_pct_opti: 0, discount_pct_auto: 0 })).toBe(true);
  });

  it('never leaves its shields', () => {
    const level = fc.constantFrom(...LEVELS);
    fc.assert(
      fc.property(level, level, level, (auto, one, other) => {
        const line = {
          discount_pct_auto: auto,
          discount_pct_min: Math.min(one, other),
          discount_pct_max: Math.max(one, other),
        };
        const value = clampToShields(auto, line);
        expect(value).toBeGreaterThanOrEqual(line.discount_pct_min);
        expect(value).toBeLessThanOrEqual(line.discount_pct_max);
        expect(effectiveBound(line)).toBe(value === auto ? null : value);
      }),
    );
  });
});

describe('the steps of a line', () => {
  const line = { discount_pct: 40, previous_discount_pcts: [20], project_phase: 1 };

  it('[COL-30] tell the points added to the previous markdown', () => {
    expect(discountIncrement(line)).toBe(20);
    expect(discountIncrement({ discount_pct: 30 })).toBe(30);
    expect(discountIncrement({ previous_discount_pcts: [20] })).toBeNull();
  });
});

describe('an edit', () => {
  it('tells 0 from no choice, and takes a line as included until it is said not to be', () => {
    expect(isEditEqual({ discount_pct_user: 0 }, {})).toBe(false);
    expect(isEditEqual({ discount_pct_user: null }, {})).toBe(true);
    expect(isEditEqual({ included: true }, {})).toBe(true);
    expect(isEditEqual({ included: false }, {})).toBe(false);
    expect(isEditEqual({ optimization_goal: 'profit' }, { optimization_goal: 'sales' })).toBe(false);
    expect(isEditEqual({ comment: 'seul' }, {})).toBe(true);
  });

  it('is refused outside the levels and the shields, and below the previous discount', () => {
    const line = { discount_pct_min: 20, discount_pct_max: 50, previous_discount_pcts: [30] };
    expect(discountFault(35, line, LEVELS)).toBe('not_a_level');
    expect(discountFault(20, line, LEVELS)).toBe('below_previous');
    expect(discountFault(60, line, LEVELS)).toBe('above_shield');
    expect(discountFault(10, { discount_pct_min: 20 }, LEVELS)).toBe('below_shield');
    expect(discountFault(30, line, LEVELS)).toBeNull();
    expect(discountFault(null, line, LEVELS)).toBeNull();
    expect(allowedLevels(line, LEVELS)).toEqual([30, 40, 50]);
  });
});
