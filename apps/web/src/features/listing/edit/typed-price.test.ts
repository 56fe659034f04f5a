import { NO_DECISION } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import type { Line } from '../rows/row.ts';
import { levelOfPrice, parsePrice, priceFault } from './typed-price.ts';

const LEVELS = [0, 10, 20, 30, 40];
const line = (rates: number[] | null, more: Partial<Line> = {}): Line => ({
  ...NO_DECISION,
  ...{ _id: 'a', item_group_id: 'A', price: 49.99, included: true },
  curve: { levels: LEVELS, rates, phase_qty: [], rest_qty: [] },
  ...more,
});

const inEuros = (text: string) => parsePrice(text, 'EUR');

describe('a price typed in the place of a discount', () => {
  it('is told from a rate by its cents or its euro', () => {
    expect(['29,99', '30 €', '30.5', '29,99 €'].map(inEuros)).toEqual([29.99, 30, 30.5, 29.99]);
    const others = ['30', '30 %', '0,3', '-30', 'auto', '', '29,999', '50,0', '50,00'];
    expect(others.map(inEuros)).toEqual(others.map(() => null));
  });

  it('is said with the sign or the code of its currency, no other', () => {
    expect(['30 £', '30 GBP', '29,99£'].map((text) => parsePrice(text, 'GBP'))).toEqual([30, 30, 29.99]);
    expect(['30 CHF', '30 chf'].map((text) => parsePrice(text, 'CHF'))).toEqual([30, 30]);
    expect(parsePrice('30 €', 'GBP')).toBeNull();
  });

  it('is the nearest rate whose price it is, of those that the line may take', () => {
    expect(levelOfPrice(line(null), LEVELS, 29.99)).toBe(40);
    // 34,99 € is the price of 20 % and of 30 %: its own rate, 30,0 %, is nearest to the latter.
    const rate = 100 * (1 - 34.99 / 49.99);
    const ladder = [0, 10, rate, rate, 40];
    expect(levelOfPrice(line(ladder), LEVELS, 34.99)).toBe(30);
    expect(levelOfPrice(line(ladder, { discount_pct_max: 20 }), LEVELS, 34.99)).toBe(20);
    expect(levelOfPrice(line(null), LEVELS, 31)).toBeUndefined();
  });

  it('is refused with the prices on each side of it', () => {
    expect(priceFault(line(null), LEVELS, 31, 'EUR').replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(
      'Aucune démarque de ce produit ne le met à 31,00 € : 34,99 € à 30 % ou 29,99 € à 40 %.',
    );
    expect(priceFault(line(null, { price: null }), LEVELS, 31, 'EUR')).toContain('Aucune démarque');
  });
});
