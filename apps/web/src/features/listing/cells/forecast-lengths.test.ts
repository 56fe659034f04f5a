import { describe, expect, it } from 'vitest';
import { forecastLengths, forecastSpans } from './forecast-lengths.ts';

const project = {
  phases: ['2026-06-24', '2026-07-01', '2026-07-08', '2026-07-15'].map((start_date) => ({ start_date })),
  end_date: '2026-07-22',
  working_phase: 2 as number | null,
};

describe('[COL-16] the forecast after the sales of a row', () => {
  it('covers the days before the worked phase, its own and those of later phases', () => {
    expect(forecastLengths(project, '2026-07-05')).toEqual({ upcoming: 2, phase: 7, rest: 7 });
    expect(forecastLengths({ ...project, working_phase: 3 }, '2026-07-14')).toEqual({
      upcoming: 0,
      phase: 7,
      rest: 0,
    });
  });

  it('is absent when no phase is worked or the last day of sales is unknown', () => {
    expect(forecastLengths({ ...project, working_phase: null }, '2026-07-05')).toBeNull();
    expect(forecastLengths(project, null)).toBeNull();
  });

  it('sells the units of each stretch evenly over its days', () => {
    const row = {
      upcoming_sales_qty: 4,
      phase_forecast: { sales_qty: 21 },
      forecast: { sales_qty: 35 },
    };
    expect(forecastSpans(row, { upcoming: 2, phase: 7, rest: 7 })).toEqual([
      { days: 2, per_day: 2 },
      { days: 7, per_day: 3 },
      { days: 7, per_day: 2 },
    ]);
    expect(forecastSpans({}, { upcoming: 2, phase: 7, rest: 7 })).toEqual([]);
  });
});
