import { describe, expect, it } from 'vitest';
import { fieldById } from '../catalogue/fields.ts';
import { addDays, daysBetween, formatDate, formatDateRange, formatShortDate, parseDay } from './date.ts';
import { formatFieldValue } from './field.ts';
import { groupLabel } from './group-label.ts';
import { formatText } from './missing.ts';
import {
  formatCompactMoney,
  formatMoney,
  formatMoneyDelta,
  formatPrices,
  formatWholeMoney,
} from './money.ts';
import { boundTo, compactBound, formatCompact, formatDelta, formatNumber, formatQuantity } from './number.ts';
import {
  formatAlignedPercent,
  formatCoefficient,
  formatPercent,
  formatPercentDelta,
  formatPoints,
} from './percent.ts';
import { formatter } from './specifier.ts';

const N = '\u202f';

describe('numbers', () => {
  it('[GEN-02] are French: narrow space between thousands, decimal comma, true minus', () => {
    expect(formatNumber(1234.5)).toBe(`1${N}234,5`);
    expect(formatQuantity(1234567)).toBe(`1${N}234${N}567`);
    expect(formatNumber(-0.5)).toBe('−0,5');
    expect(formatQuantity(-0.2)).toBe('0');
  });

  it('are shortened in summaries', () => {
    expect(formatCompact(950)).toBe('950');
    expect(formatCompact(12_345)).toBe(`12,3${N}k`);
    expect(formatCompact(999_700)).toBe(`999,7${N}k`);
    expect(formatCompact(999_960)).toBe(`1,00${N}M`);
    expect(formatCompact(-3_210_000)).toBe(`−3,21${N}M`);
    expect(formatCompact(999.6)).toBe(`1,0${N}k`);
    expect([38_010, 112_432, 130_000].map(formatCompact)).toEqual([`38,0${N}k`, `112,4${N}k`, `130${N}k`]);
  });

  it('carry a sign when they are changes', () => {
    expect(formatDelta(12)).toBe('+12');
    expect(formatDelta(-3)).toBe('−3');
    expect(formatDelta(0)).toBe('0');
    expect(formatDelta(-0.3)).toBe('0');
    expect(formatPoints(20)).toBe(`+20${N}pts`);
    expect(formatPoints(-1)).toBe(`−1${N}pt`);
    expect(formatPoints(1.7)).toBe(`+2${N}pts`);
    expect(formatPercentDelta(12.5)).toBe(`+12,5${N}%`);
  });

  it('have a narrow space before %', () => {
    expect(formatPercent(12.5)).toBe(`12,5${N}%`);
    expect(formatPercent(20)).toBe(`20${N}%`);
    expect([60, 64.8, null].map(formatAlignedPercent)).toEqual([`60,0${N}%`, `64,8${N}%`, '-']);
    expect(formatCoefficient(1.5)).toBe('×1,50');
  });
});

describe('money', () => {
  it('[FMT-03] is in French with €, ¥, $ and £ after the number', () => {
    expect(formatMoney(1234.5, 'EUR')).toBe(`1${N}234,50${N}€`);
    expect(formatMoney(1234.5, 'JPY')).toBe(`1${N}235${N}¥`);
    expect(formatMoney(1234.5, 'USD')).toBe(`1${N}234,50${N}$`);
    expect(formatMoney(1234.5, 'GBP')).toBe(`1${N}234,50${N}£`);
    expect(formatMoney(10, 'CHF')).toBe(`10,00${N}CHF`);
  });

  it('is whole in tables, in k€ and M€ in summaries, signed when it is a change', () => {
    expect(formatWholeMoney(1234.5, 'EUR')).toBe(`1${N}235${N}€`);
    expect(formatCompactMoney(12_345, 'EUR')).toBe(`12,3${N}k€`);
    expect(formatCompactMoney(-3_210_000, 'EUR')).toBe(`−3,21${N}M€`);
    expect(formatCompactMoney(120, 'EUR')).toBe(`120${N}€`);
    expect(formatCompactMoney(12_345, 'EUR', true)).toBe(`+12,3${N}k€`);
    expect(formatMoneyDelta(-50, 'EUR')).toBe(`−50${N}€`);
  });

  it('is rounded to the side that is enough where it says what would be', () => {
    const up = (value: number) => formatCompactMoney(compactBound(value, 'up'), 'EUR');
    expect([up(5_940), up(5_999), up(12_300), up(0.2)]).toEqual([
      `6${N}k€`,
      `6${N}k€`,
      `12,3${N}k€`,
      `1${N}€`,
    ]);
    expect([up(1_234_001), up(5_900 * (1 + 1e-12))]).toEqual([`1,24${N}M€`, `5,9${N}k€`]);
    expect(formatCompactMoney(compactBound(-5_940, 'down'), 'EUR')).toBe(`−6${N}k€`);
    expect(compactBound(5_990, 'down')).toBe(5_900);
    expect([boundTo(33.38, 1, 'down'), boundTo(33.32, 1, 'up')]).toEqual([33.3, 33.4]);
  });

  it('[COL-07] shows several prices by their bounds', () => {
    expect(formatPrices([15, 10, 12], 'EUR')).toBe(`10,00 – 15,00${N}€`);
    expect(formatPrices([10, 10], 'EUR')).toBe(`10,00${N}€`);
    expect(formatPrices(10, 'EUR')).toBe(`10,00${N}€`);
    expect(formatPrices([], 'EUR')).toBe('-');
  });
});

describe('dates', () => {
  it('are counted in whole days, whatever the month and the clocks', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
    expect(daysBetween('2026-02-30', '2026-03-01')).toBeNaN();
    expect(addDays('2026-02-28', daysBetween('2026-02-28', '2028-03-01'))).toBe('2028-03-01');
  });

  it('[GEN-02, COL-06] are day, month, year', () => {
    expect(formatDate('2026-01-08')).toBe('08/01/2026');
    expect(formatDate('2026-01-08T10:00:00Z')).toBe('08/01/2026');
    expect(formatShortDate('2026-07-01')).toBe('1er juil.');
    expect(formatShortDate('2026-07-14', true)).toBe('14 juil. 2026');
  });

  it('name the month once in a range', () => {
    expect(formatDateRange('2026-07-08', '2026-07-14')).toBe('8 → 14 juil.');
    expect(formatDateRange('2026-06-28', '2026-07-04')).toBe('28 juin → 4 juil.');
    expect(formatDateRange('2025-12-30', '2026-01-06')).toBe('30 déc. 2025 → 6 janv. 2026');
    expect(formatDateRange('2026-07-08', '2026-07-08')).toBe('8 juil.');
    expect(formatDateRange(null, '2026-07-08')).toBe('- → 8 juil.');
    expect(formatDateRange(null, undefined)).toBe('-');
  });

  it('that do not exist are missing', () => {
    expect(parseDay('2026-02-30')).toBeNull();
    expect(formatDate('demain')).toBe('-');
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
    expect(() => addDays('x', 1)).toThrow(RangeError);
  });
});

describe('missing values', () => {
  it('[FMT-01] are shown as -', () => {
    for (const text of [null, undefined, '', ' ']) expect(formatText(text)).toBe('-');
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      for (const format of [
        formatNumber,
        formatQuantity,
        formatCompact,
        formatDelta,
        formatPercent,
        formatPoints,
        formatAlignedPercent,
        formatCoefficient,
        formatPercentDelta,
      ])
        expect(format(value)).toBe('-');
      for (const format of [formatMoney, formatWholeMoney, formatCompactMoney, formatMoneyDelta])
        expect(format(value, 'EUR')).toBe('-');
    }
  });

  it('[FMT-02] of a grouping key are « (non renseigné) »', () => {
    expect(groupLabel(null)).toBe('(non renseigné)');
    expect(groupLabel('')).toBe('(non renseigné)');
    expect(groupLabel('Lune', fieldById('brand'))).toBe('Lune');
  });
});

describe('the values of fields', () => {
  it('[FIELD-02, FIELD-03] take the currency of their field', () => {
    const currencies = { catalog_currency: 'USD', accounting_currency: 'EUR' };
    expect(formatFieldValue(10, fieldById('price'), currencies)).toBe(`10,00${N}$`);
    expect(formatFieldValue(10, fieldById('base_price'), currencies)).toBe(`10,00${N}€`);
    expect(formatFieldValue([10, 12], fieldById('price'))).toBe(`10,00 – 12,00${N}€`);
  });

  it('are shown by their type', () => {
    expect(formatFieldValue('2026-01-08', fieldById('on_sale_date'))).toBe('08/01/2026');
    expect(formatFieldValue(true, fieldById('included'))).toBe('Oui');
    expect(formatFieldValue(['S', 'M'], fieldById('size'))).toBe('S, M');
    expect(formatFieldValue([], fieldById('size'))).toBe('-');
    expect(formatFieldValue(12.4, fieldById('discount_pct'))).toBe(`12,4${N}%`);
    expect(formatFieldValue(12.4, fieldById('stock_qty'))).toBe('12');
    expect(formatFieldValue(Number.NaN, fieldById('stock_qty'))).toBe('-');
    expect(formatFieldValue(undefined, fieldById('stock_qty'))).toBe('-');
  });

  it('name groups of discounts, kinds, goals and yes or no', () => {
    expect(groupLabel('0', fieldById('discount_pct'))).toBe('Pas de démarque');
    expect(groupLabel('20', fieldById('previous_discount_pct'))).toBe(`−20${N}%`);
    expect(groupLabel('user', fieldById('discount_kind'))).toBe('Choisie');
    expect(
      groupLabel('s1', fieldById('optimization_goal'), { scenarios: [{ _id: 's1', name: 'Prudent' }] }),
    ).toBe('Prudent');
    expect(groupLabel('true', fieldById('included'))).toBe('Oui');
    expect(groupLabel('3', fieldById('stock_qty_rank'))).toBe('3');
    expect(groupLabel('libre')).toBe('libre');
  });
});

describe('a format specification', () => {
  it('makes French formatters', () => {
    expect(formatter(',d')(1234.5)).toBe(`1${N}235`);
    expect(formatter('d')(1234)).toBe('1234');
    expect(formatter(',.2f')(1234.5)).toBe(`1${N}234,50`);
    expect(formatter('.1%')(0.125)).toBe(`12,5${N}%`);
    expect(formatter('s')(12_345)).toBe(`12,3${N}k`);
    expect(formatter('.1f')(null)).toBe('-');
    expect(formatter('.0%')(null)).toBe('-');
  });

  it('[VALID-10] that is invalid throws « invalid format »', () => {
    expect(() => formatter('%%%zz')).toThrow(/^invalid format/);
    expect(() => formatter('')).toThrow(/^invalid format/);
  });
});
