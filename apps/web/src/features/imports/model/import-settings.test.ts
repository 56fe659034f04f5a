import { expect, it } from 'vitest';
import { offeredZones, settingsTyped, typedOf } from './import-settings.ts';

const settings = {
  ...{ max_removed_share: 0.1, control_tolerance: 0.001, time_zone: null, date_order: null },
  fiscal_calendar: null,
};

it('settings are typed in percents and come back as they were', () => {
  const typed = typedOf(settings);
  expect(typed).toMatchObject({ fiscal: '', removed: '10', tolerance: '0,1', time_zone: '', date_order: '' });
  expect(settingsTyped(typed)).toEqual(settings);
  const changed = { ...typed, removed: '5 %', time_zone: 'Indian/Reunion', date_order: 'month' as const };
  expect(settingsTyped(changed)).toEqual({
    ...{ max_removed_share: 0.05, control_tolerance: 0.001 },
    ...{ time_zone: 'Indian/Reunion', date_order: 'month', fiscal_calendar: null },
  });
  for (const removed of ['', 'dix', '101', '-1']) expect(settingsTyped({ ...typed, removed })).toBeNull();
});

it('a fiscal calendar is told by one of its years, and waits for a year that can be read', () => {
  const own = { year: 2027, first_day: '2026-09-28', pattern: '5-4-4' as const, leap: 'last' as const };
  const typed = typedOf({ ...settings, fiscal_calendar: own });
  expect(typed).toMatchObject({ fiscal: 'own', calendar: { year: '2027' } });
  expect(settingsTyped(typed)?.fiscal_calendar).toEqual(own);
  expect(settingsTyped({ ...typed, fiscal: 'iso' })?.fiscal_calendar).toBe('iso');
  for (const year of ['', '27', '1900'])
    expect(settingsTyped({ ...typed, calendar: { ...typed.calendar, year } })).toBeNull();
});

it('every zone may be chosen, the one in force too', () => {
  expect(offeredZones('')).toContain('Asia/Tokyo');
  expect(new Set(offeredZones('Europe/Paris')).size).toBe(offeredZones('Europe/Paris').length);
});
