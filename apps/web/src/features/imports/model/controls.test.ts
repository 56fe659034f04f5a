import { gapText } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { noTotal, totalTyped, withTotal } from './controls.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('the till’s totals', () => {
  it('are read as people type them, once they have a month and a figure', () => {
    expect(totalTyped({ ...noTotal, month: '2026-06', revenue: '1 234,50 €' })).toEqual({
      ...{ month: '2026-06', place: null, revenue: 1234.5, quantity: null, stock: null },
    });
    expect(totalTyped({ ...noTotal, month: '2026-06', revenue: '£1 234,50' })?.revenue).toBe(1234.5);
    expect(totalTyped({ ...noTotal, month: '2026-06', place: ' Lille ', stock: '12' })?.place).toBe('Lille');
    expect(totalTyped({ ...noTotal, month: '2026-06' })).toBeNull();
    expect(totalTyped({ ...noTotal, revenue: '12' })).toBeNull();
    expect(totalTyped({ ...noTotal, month: '2026-06', revenue: 'douze' })).toBeNull();
  });

  it('replace the one of their month and place', () => {
    const june = { month: '2026-06', place: null, revenue: 1, quantity: null, stock: null };
    const lille = { ...june, place: 'Lille' };
    expect(withTotal([june, lille], { ...june, revenue: 2 })).toEqual([{ ...june, revenue: 2 }, lille]);
  });

  it('say how far the data are from the till, and on which side', () => {
    const gap = { month: '2026-06', place: null, place_name: null, measure: 'revenue', causes: [] } as const;
    expect(plain(gapText({ ...gap, causes: [], expected: 1000, found: 588 }, 'EUR'))).toBe(
      '412,00 € de moins que la caisse (41,2 %)',
    );
    expect(plain(gapText({ ...gap, causes: [], measure: 'stock', expected: 100, found: 104 }, 'EUR'))).toBe(
      '4 pièces de plus que la caisse (4 %)',
    );
    expect(plain(gapText({ ...gap, causes: [], measure: 'quantity', expected: 14, found: 13 }, 'EUR'))).toBe(
      '1 pièce de moins que la caisse (7,1 %)',
    );
  });
});
