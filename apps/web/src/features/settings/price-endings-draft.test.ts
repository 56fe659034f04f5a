import { describe, expect, it } from 'vitest';
import {
  endingCurrency,
  endingExample,
  endingsTyped,
  endingTyped,
  isOtherRules,
  NEW_ENDING,
  typedEnding,
  typingFaults,
} from './price-endings-draft.ts';

describe('the rules of price endings as they are typed', () => {
  it('are read as they are written, and written as they are read', () => {
    const rule = endingTyped({ ...NEW_ENDING, to: '20', points: ',99 .95 ,9', distance: '2,5' });
    expect(rule).toEqual({
      ...{ price_list_id: null, from_price: 0, to_price: 20, rounding: 'nearest', max_distance_pct: 2.5 },
      points: { kind: 'endings', cents: [99, 95, 90] },
    });
    const ladder = endingTyped({ ...NEW_ENDING, list: 'B', kind: 'ladder', points: '9,99 € ; 12,99 15' });
    expect(ladder?.points).toEqual({ kind: 'ladder', prices: [9.99, 12.99, 15] });
    const pounds = {
      ...NEW_ENDING,
      from: '10 £',
      to: '£49.99',
      kind: 'ladder' as const,
      points: '12,99 £ 15 £',
    };
    expect(endingTyped(pounds)).toMatchObject({
      ...{ from_price: 10, to_price: 49.99, points: { kind: 'ladder', prices: [12.99, 15] } },
    });
    for (const one of [rule, ladder]) expect(one && endingTyped(typedEnding(one))).toEqual(one);
  });

  it('say at each field what cannot be read, then what is wrong between them', () => {
    const unread = { ...NEW_ENDING, from: '-3', to: 'vingt', points: 'neuf', distance: '1 %' };
    expect(Object.keys(typingFaults(unread))).toEqual(['from', 'to', 'points', 'distance']);
    expect(typingFaults({ ...NEW_ENDING, kind: 'ladder', points: 'x' }).points).toContain('9,99');
    expect(typingFaults({ ...NEW_ENDING, from: '', to: ' ', distance: '' })).toEqual({});
    expect(endingsTyped([NEW_ENDING, unread])).toEqual({
      rules: null,
      fault: 'La règle 2 est à compléter ou à corriger.',
    });
    expect(endingsTyped([NEW_ENDING, NEW_ENDING]).fault).toContain('se recouvrent');
    expect(endingsTyped([]).fault).toBeNull();
  });

  it('are nothing to save until one is another, in whatever order the server tells their fields', () => {
    const { points, rounding, ...rest } = {
      ...{ price_list_id: null, from_price: 0, to_price: 30, rounding: 'nearest' as const },
      ...{ max_distance_pct: null, points: { cents: [49, 99], kind: 'endings' as const } },
    };
    const before = [{ points, ...rest, rounding }];
    const typed = before.map(typedEnding);
    expect(isOtherRules(endingsTyped(typed).rules, before)).toBe(false);
    expect(isOtherRules(endingsTyped([]).rules, before)).toBe(true);
    const other = typed.map((one) => ({ ...one, points: ',99' }));
    expect(isOtherRules(endingsTyped(other).rules, before)).toBe(true);
  });

  it('are of the money of their price list, and of none where the lists have several', () => {
    const lists = [
      { id: 'fr', currency: 'EUR' as const },
      { id: 'uk', currency: 'GBP' as const },
    ];
    const example = (list: string, among: typeof lists): string => {
      const rule = endingTyped({ ...NEW_ENDING, list });
      return rule ? endingExample(rule, endingCurrency(list, among)).replaceAll('\u202f', ' ') : '';
    };
    expect(example('uk', lists)).toBe('49,99 £ à −30 % : 34,993 → 34,99 £');
    expect(example('', lists)).toBe('49,99 à −30 % : 34,993 → 34,99');
    expect(example('', lists.slice(1))).toBe('49,99 £ à −30 % : 34,993 → 34,99 £');
    expect(example('', [])).toBe('49,99 € à −30 % : 34,993 → 34,99 €');
  });

  it('show what they make of a price of their band', () => {
    const example = (part: object): string => {
      const rule = endingTyped({ ...NEW_ENDING, ...part });
      return rule ? endingExample(rule, 'EUR').replaceAll('\u202f', ' ') : '';
    };
    expect(example({})).toBe('49,99 € à −30 % : 34,993 → 34,99 €');
    expect(example({ points: ',50' })).toBe('49,99 € à −30 % : 34,993 → 34,50 €, soit 31 %');
    expect(example({ from: '100', points: ',00' })).toBe(
      '171,99 € à −30 % : 120,393 → 120,00 €, soit 30,2 %',
    );
  });
});
