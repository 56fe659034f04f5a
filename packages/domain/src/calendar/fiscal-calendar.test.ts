import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../format/date.ts';
import {
  FISCAL_LEAPS,
  FISCAL_PATTERNS,
  type FiscalCalendar,
  fiscalYearStart,
  ISO_CALENDAR,
  NRF_CALENDAR,
  weeksBeforePeriods,
} from './fiscal-calendar.ts';

/** Weeks of a fiscal year. */
const fiscalWeeks = (calendar: FiscalCalendar, year: number): number =>
  daysBetween(fiscalYearStart(calendar, year), fiscalYearStart(calendar, year + 1)) / 7;

describe('a retailer’s own calendar', () => {
  it('has the 53-week years of the calendar that the NRF publishes', () => {
    // https://www.nrf.com/resources/4-5-4-calendar names FY00, FY06, FY12, FY17 and FY23.
    const long = Array.from({ length: 27 }, (_, index) => 1999 + index).filter(
      (year) => fiscalWeeks(NRF_CALENDAR, year) === 53,
    );
    expect(long).toEqual([2000, 2006, 2012, 2017, 2023]);
    // Fiscal 2023 ended on 3 February 2024 (coresight.com, « The 4-5-4 US Retail Calendar, 2023–24 »).
    expect(addDays(fiscalYearStart(NRF_CALENDAR, 2024), -1)).toBe('2024-02-03');
    expect(fiscalYearStart(NRF_CALENDAR, 2025)).toBe('2025-02-02');
  });

  it('is that of ISO weeks when its years start on the Monday nearest to 1 January', () => {
    const fourth = (year: number): Date => new Date(Date.UTC(year, 0, 4));
    for (let year = 1990; year < 2100; year++) {
      const monday = fourth(year);
      monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
      expect(fiscalYearStart(ISO_CALENDAR, year)).toBe(monday.toISOString().slice(0, 10));
    }
  });

  it('has whole years of 52 or 53 weeks that keep their weekday, start as told, and never drift', () => {
    const day = fc
      .date({ min: new Date('2015-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        ...([day, fc.constantFrom(...FISCAL_LEAPS), fc.constantFrom(...FISCAL_PATTERNS)] as const),
        fc.integer({ min: 1990, max: 2098 }),
        (first_day, leap, pattern, year) => {
          const calendar: FiscalCalendar = { year: Number(first_day.slice(0, 4)), first_day, pattern, leap };
          expect(fiscalYearStart(calendar, calendar.year)).toBe(first_day);
          expect([52, 53]).toContain(fiscalWeeks(calendar, year));
          expect(Math.abs(daysBetween(first_day, fiscalYearStart(calendar, year)) % 7)).toBe(0);
          const drift = daysBetween(`${year}${first_day.slice(4)}`, fiscalYearStart(calendar, year));
          // 29 February is no day of most years.
          if (!Number.isNaN(drift)) expect(Math.abs(drift)).toBeLessThan(8);
        },
      ),
    );
  });

  it('cuts a quarter of thirteen weeks as its pattern says', () => {
    expect(weeksBeforePeriods({ pattern: '4-5-4' })).toEqual([0, 4, 9, 13, 17, 22, 26, 30, 35, 39, 43, 48]);
    expect(weeksBeforePeriods({ pattern: '4-4-5' }).slice(0, 4)).toEqual([0, 4, 8, 13]);
    expect(weeksBeforePeriods({ pattern: '5-4-4' }).slice(0, 4)).toEqual([0, 5, 9, 13]);
  });
});
