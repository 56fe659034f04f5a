import { render } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScaleLegend } from './scale.tsx';
import { scalePlaces } from './scale-model.ts';

describe('a value on the scale of its references', () => {
  it('stands between nothing done and the optimum in proportion', () => {
    const places = scalePlaces({
      value: 75,
      marks: [
        { kind: 'reference', value: 50, label: 'Rien' },
        { kind: 'optimum', value: 100, label: 'Optimum' },
      ],
    });
    expect(places.marks).toEqual([11, 89]);
    expect(places.value).toBe(50);
  });

  it('stands in the middle when nothing differs', () => {
    expect(scalePlaces({ value: 3, marks: [{ kind: 'optimum', value: 3, label: 'Optimum' }] }).value).toBe(
      50,
    );
  });

  it('stays inside the scale and keeps the order, whatever the values', () => {
    const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(amount, amount, amount, (value, before, optimum) => {
        const places = scalePlaces({
          value,
          before,
          marks: [{ kind: 'optimum', value: optimum, label: 'o' }],
        });
        for (const place of [places.value, places.before ?? 0, ...places.marks]) {
          expect(place).toBeGreaterThanOrEqual(10.9);
          expect(place).toBeLessThanOrEqual(89.1);
        }
        if (value < optimum) expect(places.value).toBeLessThanOrEqual(places.marks[0] ?? 0);
      }),
    );
  });

  it('names every reference in the order of its tick, and says why one is not known', () => {
    const { container, getByTitle } = render(
      <ScaleLegend
        marks={[
          { kind: 'optimum', value: 100, label: 'Max CA', text: 'Max CA 100 €' },
          {
            kind: 'reference',
            value: 50,
            label: 'Ne rien faire',
            text: 'Ne rien faire 50 €',
            about: 'Sans démarque',
          },
        ]}
        unknown={{ label: 'N−1', why: 'Le stock qui restait l’an dernier n’est pas connu.' }}
      />,
    );
    const texts = [...container.querySelectorAll('span > span')].map(({ textContent }) => textContent);
    expect(texts).toEqual(['Ne rien faire 50 €', 'Max CA 100 €', 'N−1 -']);
    expect(getByTitle('Sans démarque').textContent).toBe('Ne rien faire 50 €');
    expect(getByTitle(/n’est pas connu/).textContent).toBe('N−1 -');
  });

  it('drops units on a short scale, never a name', () => {
    const marks = ['Ne rien faire', 'N−1', 'Max marge après invendus'].map((label, value) => ({
      ...{ kind: 'reference' as const, value, label },
      ...{ text: `${label} 847,7 k€`, brief: `${label} 847,7` },
    }));
    const { container } = render(<ScaleLegend marks={marks} />);
    const texts = [...container.querySelectorAll('span > span')].map(({ textContent }) => textContent);
    expect(texts).toEqual(['Ne rien faire 847,7', 'N−1 847,7', 'Max marge après invendus 847,7']);
  });
});
