import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateForecasts } from './evaluate.ts';
import { readPanelText } from './read-panel.ts';

const ROWS = Array.from({ length: 60 }, (_, n) => {
  const week = Math.floor(n / 3);
  const discount = (n * 7) % 5 === 0 ? 0.3 : 0;
  return { item: `i${n % 3}`, week, units: 4 + ((n * 13) % 6) + 20 * discount, paid: 10 * (1 - discount) };
});
const dayOf = (week: number) => new Date((18_267 + 7 * week) * 86_400_000).toISOString().slice(0, 10);

function written(separator: string, weekOf: (week: number) => string, decimal = '.'): string {
  const lines = ROWS.map(({ item, week, units, paid }) =>
    [item, 'c', weekOf(week), units, 10, paid]
      .map((cell) => String(cell).replace('.', decimal))
      .join(separator),
  );
  return [['item', 'category', 'week', 'units', 'list_price', 'paid_price'].join(separator), ...lines].join(
    '\n',
  );
}

describe('a panel file', () => {
  const reference = readPanelText(written(',', dayOf));

  it('says the same with other separators, decimals, line ends and a byte-order mark', () => {
    expect(readPanelText(written(';', dayOf, ','))).toEqual(reference);
    expect(readPanelText(written('\t', dayOf))).toEqual(reference);
    expect(readPanelText(`\uFEFF${written(',', dayOf).replaceAll('\n', '\r\n')}\r\n`)).toEqual(reference);
    expect(readPanelText(written(',', (week) => `"${dayOf(week)}"`))).toEqual(reference);
  });

  it('says the same with other dates', () => {
    const parts = (week: number) => dayOf(week).split('-');
    const [y, m, d] = [0, 1, 2];
    for (const weekOf of [
      (week: number) => [parts(week)[d], parts(week)[m], parts(week)[y]].join('/'),
      (week: number) => [parts(week)[m], parts(week)[d], parts(week)[y]].join('/'),
      (week: number) => parts(week).join(''),
      (week: number) => `${dayOf(week)}T00:00:00Z`,
      (week: number) => `2020-W${String(week + 2).padStart(2, '0')}`,
    ])
      expect(readPanelText(written(',', weekOf))).toEqual(reference);
  });

  it('has its weeks numbered from any start and by any step', () => {
    const plain = readPanelText(written(',', (week) => String(week)));
    expect(plain.has_dates).toBe(false);
    expect(readPanelText(written(',', (week) => String(100 + 7 * week)))).toEqual(plain);
  });

  it('has its stock set aside when sales explain it to the unit, unless it was known at the time', () => {
    const sold = Array.from({ length: 30 }, (_, week) => (week < 20 ? 3 + (week % 4) : 0));
    const left = sold.map((_, week) => sold.slice(week).reduce((sum, units) => sum + units, 0));
    // A count of shelves knows of what was stolen, a stock made of later sales does not.
    const rowsWith = (stolen: number) =>
      sold
        .map((units, week) => `a,${week},${units},${(left[week] ?? 0) + (week < 10 ? stolen : 0)}`)
        .join('\n');
    const head = 'item,week,units,stock\n';
    const hindsight = readPanelText(head + rowsWith(0));
    expect(hindsight.stock).toBeNull();
    expect(hindsight.stock_rebuilt).toBe(true);
    // The weeks after the last sale are scored like any other.
    expect(hindsight.scored.every((flag) => flag === 1)).toBe(true);
    expect(readPanelText(head + rowsWith(0), true).stock).not.toBeNull();
    expect(readPanelText(head + rowsWith(2)).stock_rebuilt).toBe(false);
  });

  it('adds up rows of one week, takes returns off, and keeps going over what it cannot read', () => {
    const { panel } = readPanelText(
      'item;week;units;list_price;paid_price\na;1;3;10;10\na;1;1;10;6\nb;1;x;10;10\na;2;-2;0;0\na;?;5;10;10\n"c;d";2;1;5;9\n',
    );
    expect(panel.item_count).toBe(2);
    expect([...panel.units]).toEqual([4, 0, 0, 1]);
    expect(panel.discount[0]).toBeCloseTo(0.1, 3);
    expect(panel.discount[3]).toBe(0);
  });

  it('has neither an item nor a row: says so', () => {
    expect(() => readPanelText('week,units\n1,2\n')).toThrow('no column item');
    expect(() => readPanelText('item,week,units\n')).toThrow('no readable row');
  });

  it('is scored without a crash or a figure that is no number, however odd', () => {
    const cell = fc.oneof(
      fc.constantFrom('', '0', '-3', '1e9', 'n/a', '10'),
      fc.integer({ min: 0, max: 30 }).map(String),
    );
    const row = fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.integer({ min: 0, max: 14 }),
      cell,
      cell,
      cell,
      cell,
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (rows) => {
        const text = rows.map(([item, week, ...cells]) => [item, dayOf(week), ...cells].join(',')).join('\n');
        let data: ReturnType<typeof readPanelText>;
        try {
          data = readPanelText(`item,week,units,list_price,paid_price,stock\n${text}`);
        } catch (error) {
          expect((error as Error).message).toBe('panel.csv has no readable row');
          return;
        }
        expect(JSON.stringify(evaluateForecasts(data))).not.toMatch(/NaN|Infinity/);
        for (const value of Object.values(evaluateForecasts(data).wape))
          if (value !== null) expect(Number.isFinite(value)).toBe(true);
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});
