import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveDiscount } from '../discount/resolution.ts';
import { type FramedLine, frameLine, LADDER, type RuleStatement } from './framing.ts';
import { discountOf, parseRange, type RuleDiscount, rangeKey, ruleFaults } from './specification.ts';

const LEVELS = [0, 10, 20, 30, 40, 50, 60];
const line = (over: Partial<FramedLine> = {}): FramedLine => ({ base_discount_pct_auto: null, ...over });
const rules = (...discounts: RuleDiscount[]): RuleStatement[] =>
  discounts.map((discount, index) => ({ rule_id: `r${index + 1}`, discount }));
const span = (min: number | null, max: number | null) => ({ min, max });

describe('the rules that take a line', () => {
  it('frame it: a minimum, a maximum, and a discount given inside them', () => {
    const framed = frameLine(line(), rules(span(20, null), span(null, 40), 50), LEVELS);
    expect(framed).toEqual({
      discount_pct_min: 20,
      discount_pct_max: 40,
      discount_pct_auto: 40,
      discount_pct_user: null,
      applied_discount_rule_ids: ['r1', 'r2', 'r3'],
      overruled: { r3: 'r2' },
      decided_by: 'r2',
    });
  });

  it('the highest wins: a lower one is brought as near as it may', () => {
    const framed = frameLine(
      line({ base_discount_pct_auto: 30 }),
      rules(span(null, 30), span(40, 60)),
      LEVELS,
    );
    expect(framed).toMatchObject({ discount_pct_min: 30, discount_pct_max: 30, overruled: { r2: 'r1' } });
    const other = frameLine(line(), rules(span(40, 60), span(null, 30)), LEVELS);
    expect(other).toMatchObject({ discount_pct_min: 40, discount_pct_max: 40, overruled: { r2: 'r1' } });
    expect(frameLine(line(), rules(20, 50), LEVELS)).toMatchObject({
      discount_pct_auto: 20,
      overruled: { r2: 'r1' },
    });
  });

  it('a discount given from above is not narrowed away by a lower rule', () => {
    expect(frameLine(line(), rules(50, span(null, 30)), LEVELS)).toMatchObject({
      ...{ discount_pct_auto: 50, discount_pct_max: 50, overruled: { r2: 'r1' }, decided_by: 'r1' },
    });
    expect(frameLine(line(), rules(20, span(40, null)), LEVELS)).toMatchObject({
      ...{ discount_pct_auto: 20, discount_pct_min: 20, overruled: { r2: 'r1' }, decided_by: 'r1' },
    });
  });

  it('say which of them the discount comes from', () => {
    const by = (found: Partial<FramedLine>, ...discounts: RuleDiscount[]) =>
      frameLine(line(found), rules(...discounts), LEVELS).decided_by;
    expect(by({ discount_pct_user: 60 }, span(null, 40), span(10, null))).toBe('r1');
    expect(by({ discount_pct_user: 30 }, span(null, 40), 20)).toBeNull();
    expect(by({ base_discount_pct_auto: 0 }, span(null, 40), span(10, null))).toBe('r2');
    expect(by({ previous_discount_pcts: [30] }, 10)).toBeNull();
  });

  it('never bring a price back up', () => {
    const sold = line({ previous_discount_pcts: [30] });
    expect(frameLine(sold, rules(span(null, 20)), LEVELS)).toMatchObject({
      discount_pct_max: 30,
      overruled: { r1: LADDER },
    });
    expect(frameLine(sold, rules(10), LEVELS)).toMatchObject({
      discount_pct_auto: 30,
      overruled: { r1: LADDER },
    });
  });

  it('speak in levels of the project', () => {
    expect(frameLine(line(), rules(span(25, 45)), LEVELS)).toMatchObject({
      discount_pct_min: 30,
      discount_pct_max: 40,
    });
    expect(frameLine(line(), rules(span(42, 48)), LEVELS)).toMatchObject({
      discount_pct_min: 40,
      discount_pct_max: 40,
    });
    expect(frameLine(line(), rules(80), LEVELS).discount_pct_auto).toBe(60);
  });

  it('bring a choice by hand inside the shields', () => {
    expect(frameLine(line({ discount_pct_user: 10 }), rules(span(20, 30)), LEVELS).discount_pct_user).toBe(
      20,
    );
    expect(frameLine(line({ discount_pct_user: 25 }), [], LEVELS).discount_pct_user).toBe(25);
  });

  it('that are none leave the automatic discount as it was, without shields', () => {
    expect(frameLine(line({ base_discount_pct_auto: 20 }), [], LEVELS)).toEqual({
      discount_pct_min: null,
      discount_pct_max: null,
      discount_pct_auto: 20,
      discount_pct_user: null,
      applied_discount_rule_ids: [],
      overruled: {},
      decided_by: null,
    });
  });
});

const points = fc.integer({ min: 0, max: 100 });
const end = fc.option(points, { nil: null });
const anyDiscount: fc.Arbitrary<RuleDiscount> = fc.oneof(
  points,
  fc.tuple(end, end).map(([a, b]) => (a !== null && b !== null && a > b ? span(b, a) : span(a, b))),
);
const anyLine = fc.record({
  base_discount_pct_auto: fc.option(fc.constantFrom(...LEVELS), { nil: null }),
  discount_pct_user: fc.option(fc.constantFrom(...LEVELS), { nil: null }),
  previous_discount_pcts: fc.array(fc.constantFrom(...LEVELS), { maxLength: 2 }),
});

describe('a framed line, whatever the rules', () => {
  it('has shields on levels, in order, that the previous discount respects', () => {
    fc.assert(
      fc.property(anyLine, fc.array(anyDiscount, { maxLength: 6 }), (found, discounts) => {
        const framed = frameLine(found, rules(...discounts), LEVELS);
        const { discount_pct_min: min, discount_pct_max: max } = framed;
        const previous = found.previous_discount_pcts.at(-1) ?? 0;
        if (min !== null) expect(LEVELS).toContain(min);
        if (max !== null) expect(LEVELS).toContain(max);
        if (min !== null && max !== null) expect(min).toBeLessThanOrEqual(max);
        if (min !== null) expect(min).toBeGreaterThanOrEqual(previous);
        if (max !== null) expect(max).toBeGreaterThanOrEqual(previous);
        const effective = effectiveDiscount(framed);
        if (effective !== null && min !== null) expect(effective).toBeGreaterThanOrEqual(min);
        if (effective !== null && max !== null) expect(effective).toBeLessThanOrEqual(max);
      }),
    );
  });

  it('[RULE-02] is decided by the highest: nothing wins over a rule but a higher one, or the previous discount', () => {
    fc.assert(
      fc.property(anyLine, fc.array(anyDiscount, { maxLength: 6 }), (found, discounts) => {
        const { overruled } = frameLine(found, rules(...discounts), LEVELS);
        for (const [rule, winner] of Object.entries(overruled))
          if (winner !== LADDER) expect(Number(winner.slice(1))).toBeLessThan(Number(rule.slice(1)));
      }),
    );
  });

  it('is only narrowed by one more rule at the end, and the same rules twice change nothing', () => {
    fc.assert(
      fc.property(anyLine, fc.array(anyDiscount, { maxLength: 5 }), anyDiscount, (found, discounts, last) => {
        const before = frameLine(found, rules(...discounts), LEVELS);
        const after = frameLine(found, rules(...discounts, last), LEVELS);
        expect(after.discount_pct_min ?? 0).toBeGreaterThanOrEqual(before.discount_pct_min ?? 0);
        expect(after.discount_pct_max ?? 100).toBeLessThanOrEqual(before.discount_pct_max ?? 100);
        const { decided_by: _, ...again } = frameLine({ ...found, ...before }, rules(...discounts), LEVELS);
        expect(before).toMatchObject(again);
      }),
    );
  });
});

describe('what a rule says of a product', () => {
  const by = { discount_spec_by: 'brand' };

  it('[RULE-03] follows the field’s value, its interval, or is the same for all', () => {
    const match = {
      ...by,
      discount_spec_map_type: 'match',
      discount_spec_map: { Lune: 30, '': 10 },
    } as const;
    expect(discountOf(match, 'Lune')).toBe(30);
    expect(discountOf(match, 'Éclat')).toBeNull();
    expect(discountOf(match, null)).toBe(10);
    expect(discountOf(match, ['Éclat', 'Lune'])).toBe(30);
    expect(discountOf(match, 'constructor')).toBeNull();
    const map = { '..10': span(null, 20), '10..20': 30, '20..': 50 };
    const range = { ...by, discount_spec_map_type: 'range', discount_spec_map: map } as const;
    expect([9.9, 10, 20, 1e9].map((value) => discountOf(range, value))).toEqual([span(null, 20), 30, 50, 50]);
    expect(discountOf(range, null)).toBeNull();
    const fixed = { discount_spec_map_type: 'fixed', discount_spec_map: { '*': 20 } } as const;
    expect(discountOf(fixed, undefined)).toBe(20);
    expect(discountOf({ ...by, discount_spec_map_type: 'match' }, 'Lune')).toBeNull();
  });

  it('is read from the keys of ranges as they are written', () => {
    const range = fc
      .tuple(fc.option(fc.integer(), { nil: null }), fc.option(fc.integer(), { nil: null }))
      .filter(([low, high]) => low === null || high === null || low < high);
    fc.assert(
      fc.property(range, ([low, high]) => {
        expect(parseRange(rangeKey({ low, high }))).toEqual({ low, high });
      }),
    );
    expect(parseRange('20..10')).toBeNull();
    expect(parseRange('a..b')).toBeNull();
    expect(parseRange('10')).toBeNull();
  });
});

describe('a rule that may not be kept', () => {
  it('[VALID-03] has a query that means nothing, or uses fields that rules may not', () => {
    const query = (field: string) => ({
      combinator: 'and' as const,
      rules: [{ field, operator: 'is_set' as const }],
    });
    expect(ruleFaults({ query: query('nope') })).toEqual(['invalid_query']);
    expect(ruleFaults({ query: query('discount_pct_user') })).toEqual(['invalid_query']);
    expect(ruleFaults({ query: query('brand') })).toEqual([]);
    expect(ruleFaults({ discount_spec_by: 'discount_pct' })).toEqual(['unknown_field']);
  });

  it('has ranges on a text, ranges that overlap, or discounts that cannot be', () => {
    const range = { discount_spec_by: 'price', discount_spec_map_type: 'range' } as const;
    expect(ruleFaults({ ...range, discount_spec_by: 'brand' })).toEqual(['field_not_numeric']);
    expect(ruleFaults({ ...range, discount_spec_map: { '0..10': 20, '5..': 30 } })).toEqual([
      'overlapping_ranges',
    ]);
    expect(ruleFaults({ ...range, discount_spec_map: { '10..20': 20, '..10': 30 } })).toEqual([]);
    expect(ruleFaults({ ...range, discount_spec_map: { '9..3': 20 } })).toEqual(['wrong_range']);
    const fixed = { discount_spec_map_type: 'fixed' } as const;
    expect(ruleFaults({ ...fixed, discount_spec_map: { '': 20 } })).toEqual(['wrong_key']);
    expect(ruleFaults({ ...fixed, discount_spec_map: {} })).toEqual([]);
    expect(ruleFaults({ discount_spec_map: { '*': span(40, 20) } })).toEqual(['wrong_discount']);
  });
});
