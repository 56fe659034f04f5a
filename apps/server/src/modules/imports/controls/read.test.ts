import { describe, expect, it } from 'vitest';
import { readControls, readMonth } from './read.ts';

const table = (headings: string[], ...rows: string[][]) => ({
  headings,
  rows: rows.map((cells, index) => ({ line: index + 2, cells })),
});

describe('a file of the till’s totals', () => {
  it('says its months as people write them', () => {
    const written = [
      '2026-06',
      '202606',
      '06/2026',
      '6-2026',
      'juin 2026',
      'Févr. 2026',
      '30/06/2026',
      '2026-06-30',
    ];
    expect(written.map(readMonth)).toEqual([
      ...Array(5).fill('2026-06'),
      '2026-02',
      ...Array(2).fill('2026-06'),
    ]);
    expect(['', 'bonjour', '13/2026', '2026-13', 'x 2026'].map(readMonth)).toEqual(Array(5).fill(null));
  });

  it('gives totals by month and place; rows of the same add up, unreadable ones are counted', () => {
    const { totals, error_count } = readControls(
      'caisse.csv',
      table(
        ['Mois', 'Magasin', 'CA TTC', 'Pièces'],
        ['01/06/2026', 'Lille', '1 234,50 €', '10'],
        ['02/06/2026', 'Lille', '1.000,50', ''],
        ['06/2026', '', '5000', '-'],
        ['juin', 'Lille', '1', '1'],
        ['06/2026', 'Lille', 'beaucoup', '1'],
      ),
    );
    expect(totals).toEqual([
      { month: '2026-06', place: 'Lille', revenue: 2235, quantity: 10, stock: null },
      { month: '2026-06', place: null, revenue: 5000, quantity: null, stock: null },
    ]);
    expect(error_count).toBe(2);
  });

  it('is refused without a month or any figure', () => {
    expect(() => readControls('x.csv', table(['Magasin', 'CA']))).toThrow(/pas de mois/);
    expect(() => readControls('x.csv', table(['Mois', 'Magasin']))).toThrow(/ni CA/);
  });
});
