import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endedPrice,
  endingsAt,
  endingsOfList,
  labelPrice,
  type PriceEnding,
  type PriceRounding,
  priceEndingsFault,
  rateAt,
  realRate,
} from './ending.ts';
import { endingsText } from './ending-text.ts';
import { markedDownPrice } from './formula.ts';

const rule = (part: Partial<PriceEnding> = {}): PriceEnding => ({
  price_list_id: null,
  from_price: 0,
  to_price: null,
  points: { kind: 'endings', cents: [99] },
  rounding: 'nearest',
  max_distance_pct: null,
  ...part,
});
const LADDER = rule({ points: { kind: 'ladder', prices: [9.99, 12.99, 15.99, 19.99, 24.99, 29.99] } });

describe('the price of a discount where labels have endings', () => {
  it('ends as asked, to the nearest, down, or never above', () => {
    // 49,99 € at −30 %: 34,993.
    expect(endedPrice(49.99, 30, [rule({ rounding: 'down' })])).toBe(34.99);
    expect(endedPrice(49.99, 30, [rule()])).toBe(34.99);
    // 12,99 € at −20 %: 10,392.
    expect(endedPrice(12.99, 20, [rule()])).toBe(9.99);
    expect(endedPrice(12.99, 20, [rule({ points: { kind: 'endings', cents: [90, 95] } })])).toBe(9.95);
    expect(endedPrice(12.99, 20, [rule({ points: { kind: 'endings', cents: [0] } })])).toBe(10);
    // 35,99 € at −40 %: 21,594.
    expect(endedPrice(35.99, 40, [rule()])).toBe(21.99);
    expect(endedPrice(35.99, 40, [rule({ rounding: 'down' })])).toBe(20.99);
    expect(labelPrice(35.99, 40, [rule({ rounding: 'never_above' })])).toBe(21.59);
    expect(endedPrice(35.99, 30, [rule({ rounding: 'never_above' })])).toBe(24.99);
  });

  it('is of a ladder, and only so far from the discount', () => {
    expect(endedPrice(49.99, 50, [LADDER])).toBe(24.99);
    expect(endedPrice(49.99, 55, [LADDER])).toBe(24.99);
    expect(labelPrice(49.99, 56, [{ ...LADDER, max_distance_pct: 3 }])).toBe(22);
    expect(endedPrice(49.99, 50, [{ ...LADDER, max_distance_pct: 0.1 }])).toBe(24.99);
  });

  it('has the rule of its band, and none beyond', () => {
    const bands = [
      rule({ to_price: 20 }),
      rule({ from_price: 20, to_price: 100, points: { kind: 'endings', cents: [0] } }),
    ];
    expect(endedPrice(49.99, 70, bands)).toBe(14.99);
    expect(endedPrice(49.99, 30, bands)).toBe(35);
    expect(realRate(199, 30, bands)).toBe(30);
  });

  it('is the list price at 0 %, and as now without a rule', () => {
    expect(endedPrice(50, 0, [rule()])).toBe(50);
    expect(labelPrice(89.9, 10, [])).toBe(markedDownPrice(89.9, 10));
    expect(realRate(89.9, 10, [])).toBe(10);
    expect(realRate(Number.NaN, 10, [rule()])).toBe(10);
  });

  it('[property] is below the list price, allowed, near enough, and never dearer for a deeper discount', () => {
    const cents = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 4 });
    const price = fc.integer({ min: 1, max: 40_000 }).map((amount) => amount / 100);
    const points: fc.Arbitrary<PriceEnding['points']> = fc.oneof(
      cents.map((own) => ({ kind: 'endings' as const, cents: own })),
      fc
        .uniqueArray(price, { minLength: 1, maxLength: 12 })
        .map((prices) => ({ kind: 'ladder' as const, prices: prices.sort((a, b) => a - b) })),
    );
    const own = fc.record({
      points,
      rounding: fc.constantFrom<PriceRounding>('nearest', 'down', 'never_above'),
      max_distance_pct: fc.option(fc.double({ min: 0, max: 20, noNaN: true })),
    });
    const rules = fc
      .tuple(
        fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 3 }),
        fc.array(own, { minLength: 4, maxLength: 4 }),
      )
      .map(([limits, parts]) => {
        const edges = [0, ...limits.sort((a, b) => a - b)];
        return edges.map((from_price, index) =>
          rule({ ...parts[index], from_price, to_price: edges[index + 1] ?? null }),
        );
      });
    fc.assert(
      fc.property(price, rules, (list, bands) => {
        let above = list;
        for (let discount = 1; discount <= 100; discount++) {
          const ended = endedPrice(list, discount, bands);
          const label = labelPrice(list, discount, bands);
          expect(ended).toBeLessThanOrEqual(above + 1e-9);
          above = ended;
          expect(label).toBeCloseTo(ended, discount === 100 || ended === list * (1 - discount / 100) ? 1 : 8);
          // Of cents: 400 € at 55 % is in the band that begins at 180 €.
          const plain = Number((list * (100 - discount)).toFixed(6)) / 100;
          const band = bands.find(
            ({ from_price, to_price }) => plain >= from_price && plain < (to_price ?? Infinity),
          );
          if (realRate(list, discount, bands) === discount || !band) continue;
          expect(ended).toBeLessThan(list);
          if (band.points.kind === 'ladder') expect(band.points.prices).toContain(ended);
          else expect(band.points.cents).toContain(Math.round(ended * 100) % 100);
          if (band.rounding !== 'nearest') expect(ended).toBeLessThanOrEqual(plain + 1e-9);
          if (band.max_distance_pct !== null)
            expect(Math.abs(realRate(list, discount, bands) - discount)).toBeLessThanOrEqual(
              band.max_distance_pct + 1e-5,
            );
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a price in shops', () => {
  const own = fc.record({
    points: fc.oneof(
      fc
        .uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 4 })
        .map((cents): PriceEnding['points'] => ({ kind: 'endings', cents })),
      fc
        .uniqueArray(fc.integer({ min: 100, max: 30_000 }), { minLength: 1, maxLength: 9 })
        .map((prices): PriceEnding['points'] => ({
          kind: 'ladder',
          prices: prices.map((amount) => amount / 100).sort((a, b) => a - b),
        })),
    ),
    rounding: fc.constantFrom<PriceRounding>('nearest', 'down', 'never_above'),
  });
  const book = fc.array(own, { maxLength: 1 }).map((rules) => rules.map((one) => rule(one)));
  const pct = fc.integer({ min: 1, max: 90 });

  it('[property] is never raised by another rule, in a later phase, at the same list price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 40_000 }),
        ...[book, book],
        ...[pct, pct],
        (amount, then, now, one, other) => {
          const list = amount / 100;
          const [first, later] = [Math.min(one, other), Math.max(one, other)];
          const price = labelPrice(list, first, then);
          const signed = { discount_pct: first, list_price: list, price };
          const label = labelPrice(list, later, now, signed);
          expect(label).toBeLessThanOrEqual(price + 1e-9);
          expect(label).toBeCloseTo(Math.min(price, labelPrice(list, later, now)), 6);
          // The rate that figures are valued at is that of the label.
          expect(list * (1 - realRate(list, later, now, signed) / 100)).toBeCloseTo(label, 1);
          // Another list price is another price: what it gives stands.
          const dearer = { ...signed, list_price: list + 1 };
          expect(labelPrice(list, later, now, dearer)).toBe(labelPrice(list, later, now));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps its label where the nearest price allowed is above it', () => {
    const whole = rule({ points: { kind: 'endings', cents: [0] } });
    expect(labelPrice(49.99, 30, [whole])).toBe(35);
    const signed = { discount_pct: 30, list_price: 49.99, price: 34.99 };
    expect(labelPrice(49.99, 30, [whole], signed)).toBe(34.99);
    expect(labelPrice(49.99, 40, [whole], signed)).toBe(30);
    expect(realRate(49.99, 20, [whole], signed)).toBe(realRate(49.99, 20, [whole]));
  });

  it('of a discount that the project does not offer is to the cent', () => {
    expect(endingsAt([rule()], [0, 20, 40], 33)).toEqual([]);
    expect(endingsAt([rule()], [0, 20, 40], 40)).toEqual([rule()]);
  });
});

describe('the rules of an organisation', () => {
  it('are those of the project’s price list, else of every list', () => {
    const rules = [
      rule(),
      rule({ price_list_id: 'B', from_price: 50 }),
      rule({ price_list_id: 'B', to_price: 50 }),
    ];
    expect(endingsOfList(rules, 'B').map(({ from_price }) => from_price)).toEqual([0, 50]);
    expect(endingsOfList(rules, 'A')).toEqual([rules[0]]);
    expect(endingsOfList(rules, null)).toEqual([rules[0]]);
  });

  it('are refused in French where they overlap or give no price', () => {
    expect(priceEndingsFault([rule({ to_price: 20 }), rule({ from_price: 20 })])).toBeNull();
    expect(priceEndingsFault([rule({ to_price: 30 }), rule({ from_price: 20 })])).toBe(
      'Deux règles de la même liste de prix se recouvrent\u202f: de 0,00 à 30,00, et dès 20,00.',
    );
    expect(priceEndingsFault([rule({ from_price: 20, to_price: 10 })])).toContain('finit avant');
    expect(priceEndingsFault([rule({ points: { kind: 'endings', cents: [] } })])).toContain(
      'pas de terminaison',
    );
    expect(priceEndingsFault([rule({ points: { kind: 'ladder', prices: [] } })])).toContain('pas de prix');
    expect(priceEndingsFault([rule({ points: { kind: 'ladder', prices: [9, 5] } })])).toContain('croissant');
    expect(priceEndingsFault([{ ...LADDER, to_price: 20 }])).toContain('24,99');
  });

  it('give each level of a curve its rate', () => {
    expect(rateAt({ levels: [0, 20], rates: [0, 23.1] }, 20)).toBe(23.1);
    expect(rateAt({ levels: [0, 20], rates: null }, 20)).toBe(20);
    expect(rateAt({ levels: [0, 20], rates: [0, 23.1] }, 30)).toBe(30);
  });
});

it('says what makes the prices of a list', () => {
  const rule = { price_list_id: null, from_price: 0, to_price: null, max_distance_pct: null } as const;
  const nines = { ...rule, points: { kind: 'endings', cents: [99] }, rounding: 'down' } as const;
  expect(endingsText([])).toBe('Prix au centime');
  expect(endingsText([{ ...nines, points: { kind: 'endings', cents: [99] } }])).toBe(
    'Terminaisons ,99 vers le bas',
  );
  expect(
    endingsText([{ ...rule, points: { kind: 'ladder', prices: [9.99, 19.99] }, rounding: 'nearest' }]),
  ).toBe('Échelle de 2 prix, au plus proche');
  const one = { ...nines, points: { kind: 'endings' as const, cents: [0] } };
  expect(endingsText([one, { ...one, from_price: 50 }])).toBe('Terminaisons par tranche\u202f: 2 règles');
});
