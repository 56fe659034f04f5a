import type { CalendarEvent, DayNumber } from './types.ts';

/** Day number of a civil date (proleptic Gregorian; Howard Hinnant's days_from_civil). */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** Year of a day number. */
export function yearOf(day: DayNumber): number {
  let year = 1970 + Math.floor(day / 365.2425);
  while (dayNumber(year + 1, 1, 1) <= day) year++;
  while (dayNumber(year, 1, 1) > day) year--;
  return year;
}

/** Day number of « YYYY-MM-DD »; NaN when it is not a date. */
export function parseDay(text: string): DayNumber {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (match === null) return Number.NaN;
  return dayNumber(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** 0 Monday … 6 Sunday. */
export function weekday(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The Monday of the day's week. */
export function mondayOf(day: DayNumber): DayNumber {
  return day - weekday(day);
}

/** Second Wednesday of January, or the first when the second falls after the 12th (arrêté du 27 mai 2019). */
export function winterSoldesStart(year: number): DayNumber {
  const first = nextWeekday(dayNumber(year, 1, 1), 2);
  const second = first + 7;
  return second > dayNumber(year, 1, 12) ? first : second;
}

/** Last Wednesday of June, or the one before when the last falls after the 28th. */
export function summerSoldesStart(year: number): DayNumber {
  const last = nextWeekday(dayNumber(year, 6, 24), 2);
  return last > dayNumber(year, 6, 28) ? last - 7 : last;
}

/** The fourth Friday of November: the day after Thanksgiving. */
export function blackFriday(year: number): DayNumber {
  return nextWeekday(dayNumber(year, 11, 1), 3) + 21 + 1;
}

function nextWeekday(day: DayNumber, wanted: number): DayNumber {
  return day + ((wanted - weekday(day) + 7) % 7);
}

/** Easter Sunday (Anonymous Gregorian algorithm). */
export function easter(year: number): DayNumber {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayNumber(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

/** Days before soldes when customers wait for them. */
const EVE_DAYS = 10;
/** Days before Christmas when presents are bought. */
const CHRISTMAS_DAYS = 21;

/** French commercial events of the years that touch the days: soldes (eve, opening, following weeks), Black Friday, Christmas, bank holidays. */
export function frenchEvents(from: DayNumber, to: DayNumber): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  for (let year = yearOf(from) - 1; year <= yearOf(to) + 1; year++) {
    const winter = winterSoldesStart(year);
    const summer = summerSoldesStart(year);
    const friday = blackFriday(year);
    events.push(
      { key: 'winter_soldes_eve', from_day: winter - EVE_DAYS, to_day: winter },
      { key: 'summer_soldes_eve', from_day: summer - EVE_DAYS, to_day: summer },
      { key: 'winter_soldes_opening', from_day: winter, to_day: winter + 7 },
      { key: 'winter_soldes', from_day: winter + 7, to_day: winter + 28 },
      { key: 'summer_soldes_opening', from_day: summer, to_day: summer + 7 },
      { key: 'summer_soldes', from_day: summer + 7, to_day: summer + 28 },
      {
        key: 'christmas',
        from_day: dayNumber(year, 12, 25) - CHRISTMAS_DAYS,
        to_day: dayNumber(year, 12, 25),
      },
      { key: 'black_friday', from_day: friday - 1, to_day: friday + 4 },
      ...bankHolidays(year).map((day) => ({ key: 'bank_holiday', from_day: day, to_day: day + 1 })),
    );
  }
  return events.filter((event) => event.to_day > from && event.from_day < to);
}

/** Days when French shops are mostly shut. */
export function bankHolidays(year: number): DayNumber[] {
  const sunday = easter(year);
  const fixed = [
    [1, 1],
    [5, 1],
    [5, 8],
    [7, 14],
    [8, 15],
    [11, 1],
    [11, 11],
    [12, 25],
  ] as const;
  return [...fixed.map(([month, day]) => dayNumber(year, month, day)), sunday + 1, sunday + 39, sunday + 50];
}

export const SEASON_LENGTH = 52;

/**
 * Position of a week in the retail year, 0 ≤ position < 52, counted from the opening of the winter soldes
 * and stretched so that the opening of the summer soldes always falls on 24: seasons move with the soldes,
 * not with the ISO week.
 */
export function retailWeek(monday: DayNumber): number {
  const middle = monday + 3;
  const year = yearOf(middle);
  const anchors = [
    [mondayOf(summerSoldesStart(year - 1)), 24],
    [mondayOf(winterSoldesStart(year)), 52],
    [mondayOf(summerSoldesStart(year)), 76],
    [mondayOf(winterSoldesStart(year + 1)), 104],
  ] as const;
  for (let n = 0; n + 1 < anchors.length; n++) {
    const [day, position] = anchors[n] ?? [0, 0];
    const [nextDay, nextPosition] = anchors[n + 1] ?? [0, 0];
    if (monday >= day && monday < nextDay)
      return (position + ((monday - day) / (nextDay - day)) * (nextPosition - position)) % SEASON_LENGTH;
  }
  return 0;
}

/** Share of the week (7 days from its Monday) that the event covers. */
export function eventShare(monday: DayNumber, event: CalendarEvent): number {
  return Math.max(0, Math.min(monday + 7, event.to_day) - Math.max(monday, event.from_day)) / 7;
}
