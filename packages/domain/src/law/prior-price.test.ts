import { describe, expect, it } from 'vitest';
import { type PriceEvidence, priorPrice } from '../../test/prior-price.ts';
import { addDays } from '../format/date.ts';
import { discountedValue } from '../price/formula.ts';
import { announcedPct, chainStart } from './prior-price.ts';
import { LAW_RULE_KEYS, LAW_RULES, lawPolicy, standsOn } from './rules.ts';

const START = '2026-06-24';
const before = (days: number): string => addDays(START, -days);
const sold = (days: number, price: number) => ({ date: before(days), price });
const listed = (...rows: [days: number, price: number][]) => [
  rows.map(([days, price]) => ({ from_date: before(days), price })),
];
const evidence = (more: Partial<PriceEvidence>): PriceEvidence => ({
  ...{ listed: listed([200, 100]), paid: [], reduced: [], sales: [], on_sale_date: null },
  ...more,
});

describe('the prior price of a reduction', () => {
  it('is 80 where a list said 80 twelve days before, so that 30 % off 100 is announced at 12 %', () => {
    const found = priorPrice(evidence({ listed: listed([200, 100], [12, 80], [7, 100]) }), START);
    expect(found).toEqual({ state: 'known', price: 80, date: before(12), source: 'list', sales_count: null });
    expect(announcedPct(discountedValue(100, 30), found.price)).toBe(12);
  });

  it('is 80 where the till alone says so, and is then to be confirmed', () => {
    const sales = [12, 11, 10, 9, 8].map((days) => sold(days, 80));
    expect(priorPrice(evidence({ sales }), START)).toEqual({
      ...{ state: 'till', price: 80, date: before(12), source: 'till', sales_count: 5 },
    });
  });

  it('takes no lone low sale for a price practised, nor one of before or after the 30 days', () => {
    const sales = [
      sold(5, 60),
      sold(4, 60),
      sold(31, 70),
      sold(32, 70),
      sold(33, 70),
      sold(0, 50),
      sold(-1, 50),
    ];
    expect(priorPrice(evidence({ sales: [...sales, sold(0, 50)] }), START)).toMatchObject({
      state: 'known',
      price: 100,
    });
  });

  it('counts the thirtieth day before, and the last', () => {
    expect(priorPrice(evidence({ listed: listed([31, 50], [30, 90]) }), START).price).toBe(90);
    expect(priorPrice(evidence({ listed: listed([30, 50], [29, 90]) }), START).price).toBe(50);
    expect(priorPrice(evidence({ listed: listed([200, 90], [1, 50]) }), START).price).toBe(50);
    expect(priorPrice(evidence({ listed: listed([200, 90], [0, 50]) }), START).price).toBe(90);
  });

  it('is a price of the sales, until its list has a new one', () => {
    const sold = { reduced: [listed([40, 60])] };
    expect(priorPrice(evidence(sold), START)).toMatchObject({ price: 60, source: 'paid', state: 'known' });
    const back = { ...sold, listed: listed([200, 100], [31, 100]) };
    expect(priorPrice(evidence(back), START)).toMatchObject({ price: 100, source: 'list' });
  });

  it('goes by the variant’s list, then the product’s, and by the prices paid where they are lower', () => {
    const [variant = [], product = []] = [...listed([10, 70]), ...listed([200, 100])];
    expect(priorPrice(evidence({ listed: [variant, product] }), START)).toMatchObject({ price: 70 });
    expect(priorPrice(evidence({ paid: listed([20, 75], [15, 100]) }), START)).toMatchObject({
      ...{ price: 75, source: 'paid', date: before(20), state: 'known' },
    });
  });

  it('is unknown where the history does not cover the days: never the list price', () => {
    const short = { listed: listed([20, 100]) };
    expect(priorPrice(evidence(short), START)).toMatchObject({ state: 'unknown', price: null });
    expect(priorPrice(evidence({ listed: [] }), START).state).toBe('unknown');
    expect(announcedPct(70, null)).toBeNull();
    // A sale each week proves what the list does not.
    const sales = [37, 30, 23, 22, 21].map((days) => sold(days, 95));
    expect(priorPrice(evidence({ ...short, sales }), START)).toMatchObject({ state: 'till', price: 95 });
    expect(priorPrice(evidence({ ...short, sales: sales.slice(2) }), START).state).toBe('unknown');
  });

  it('of goods on sale for less than 30 days is the lowest since they are, and says so', () => {
    const young = { listed: listed([10, 100], [5, 90]), on_sale_date: before(10) };
    expect(priorPrice(evidence(young), START)).toMatchObject({ state: 'recent', price: 90 });
    expect(priorPrice(evidence({ ...young, on_sale_date: START }), START).state).toBe('unknown');
  });

  it('stays the one before the first reduction of the phases that follow each other', () => {
    expect(chainStart([], 0)).toBe(0);
    expect(chainStart([30], 1)).toBe(0);
    expect(chainStart([0, 30], 2)).toBe(1);
    expect(chainStart([0, null], 2)).toBe(2);
    // Phases at 70, then 60: both against what stood before the first.
    const prior = priorPrice(evidence({}), START).price;
    expect([announcedPct(70, prior), announcedPct(60, prior)]).toEqual([30, 40]);
  });

  it('makes a percentage rounded down, and none for a price that is not below it', () => {
    expect(announcedPct(34.99, 39.99)).toBe(12);
    expect(announcedPct(80, 80)).toBeNull();
    expect(announcedPct(35.99, 35.99)).toBeNull();
    expect(announcedPct(90, 80)).toBeNull();
    expect(announcedPct(20, 25)).toBe(20);
    expect(announcedPct(0.1, 0.3)).toBe(66);
  });
});

describe('the rules', () => {
  it('are dated, say their text, and none blocks until an organisation says so', () => {
    for (const key of LAW_RULE_KEYS) expect(LAW_RULES[key].source).not.toBe('');
    expect(Object.values(lawPolicy(null))).not.toContain('block');
    expect(lawPolicy({ soldes_dates: 'block' })).toMatchObject({
      soldes_dates: 'block',
      prior_price: 'warn',
    });
    expect(standsOn(LAW_RULES.prior_price, '2022-05-27')).toBe(false);
    expect(standsOn(LAW_RULES.prior_price, '2026-06-24')).toBe(true);
  });
});
