import { nextSoldes } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import {
  blackFriday,
  dayNumber,
  easter,
  mondayOf,
  parseDay,
  retailWeek,
  summerSoldesStart,
  weekday,
  winterSoldesStart,
  yearOf,
} from './calendar.ts';

describe('French commercial calendar', () => {
  it('opens the soldes on the official dates', () => {
    expect(winterSoldesStart(2020)).toBe(dayNumber(2020, 1, 8));
    expect(winterSoldesStart(2022)).toBe(dayNumber(2022, 1, 12));
    expect(winterSoldesStart(2023)).toBe(dayNumber(2023, 1, 11));
    expect(winterSoldesStart(2024)).toBe(dayNumber(2024, 1, 10));
    expect(winterSoldesStart(2025)).toBe(dayNumber(2025, 1, 8));
    expect(summerSoldesStart(2022)).toBe(dayNumber(2022, 6, 22));
    expect(summerSoldesStart(2023)).toBe(dayNumber(2023, 6, 28));
    expect(summerSoldesStart(2024)).toBe(dayNumber(2024, 6, 26));
    expect(summerSoldesStart(2025)).toBe(dayNumber(2025, 6, 25));
  });

  it('opens the soldes on the days that the law of a project has, but those moved for a year', () => {
    for (let year = 2015; year <= 2050; year++) {
      const opening = (month: number): string | undefined =>
        nextSoldes(`${year}-0${month}-01`, [null])[0]?.first_day;
      if (year !== 2021) expect(winterSoldesStart(year)).toBe(parseDay(opening(1) ?? ''));
      if (year !== 2020 && year !== 2021) expect(summerSoldesStart(year)).toBe(parseDay(opening(6) ?? ''));
    }
  });

  it('knows Black Friday and Easter', () => {
    expect(blackFriday(2017)).toBe(dayNumber(2017, 11, 24));
    expect(blackFriday(2024)).toBe(dayNumber(2024, 11, 29));
    expect(easter(2024)).toBe(dayNumber(2024, 3, 31));
    expect(easter(2026)).toBe(dayNumber(2026, 4, 5));
  });

  it('counts retail weeks from the openings of the soldes, rising one by one', () => {
    let checked = 0;
    for (let year = 2012; year < 2030; year++) {
      expect(retailWeek(mondayOf(winterSoldesStart(year)))).toBeCloseTo(0, 9);
      expect(retailWeek(mondayOf(summerSoldesStart(year)))).toBeCloseTo(24, 9);
      for (let day = mondayOf(dayNumber(year, 1, 1)); day < dayNumber(year, 12, 31); day += 7) {
        const step = (retailWeek(day + 7) - retailWeek(day) + 52) % 52;
        expect(step).toBeGreaterThan(0.85);
        expect(step).toBeLessThan(1.15);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(900);
    expect(weekday(dayNumber(2026, 11, 21))).toBe(5);
    expect(yearOf(dayNumber(2024, 12, 31))).toBe(2024);
  });
});
