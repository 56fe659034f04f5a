import { describe, expect, it } from 'vitest';
import { axisOf, phaseBars, placeOf, weekMarks } from './model.ts';

const calendar = {
  phases: [
    { start_date: '2026-06-24' },
    { start_date: '2026-07-01' },
    { name: 'Finale', start_date: '2026-07-08' },
  ],
  end_date: '2026-07-15',
  data_date: '2026-07-05',
  working_phase: 2,
};

describe('the calendar of an operation', () => {
  it('[ROUTE-05] has one mark per phase, in the order of their dates', () => {
    const axis = axisOf([calendar]);
    if (!axis) throw new Error('no axis');
    const bars = phaseBars(axis, calendar, '2026-07-05');
    expect(bars.map((bar) => [bar.label, bar.state])).toEqual([
      ['Démarque 1', 'past'],
      ['Démarque 2', 'ongoing'],
      ['Finale', 'worked'],
    ]);
    expect(bars.map((bar) => bar.left)).toEqual(bars.map((bar) => bar.left).toSorted((a, b) => a - b));
  });

  it('covers whole weeks from a Monday', () => {
    const axis = axisOf([calendar]);
    expect(axis).toEqual({ from: '2026-06-22', to: '2026-07-20', days: 28 });
  });

  it('places phases end to end', () => {
    const axis = axisOf([calendar]);
    if (!axis) throw new Error('no axis');
    const [first, second] = phaseBars(axis, calendar, '2026-07-05');
    expect((first?.left ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.left ?? -1);
    expect(placeOf(axis, '2026-07-20')).toBe(100);
  });

  it('marks at most sixteen weeks', () => {
    expect(weekMarks({ from: '2026-01-05', to: '2027-01-04', days: 364 }).length).toBeLessThanOrEqual(16);
  });

  it('has nothing to draw without phases', () => {
    expect(axisOf([])).toBeNull();
  });
});
