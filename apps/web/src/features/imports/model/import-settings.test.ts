import { expect, it } from 'vitest';
import { offeredZones, settingsTyped, typedOf } from './import-settings.ts';

const settings = { max_removed_share: 0.1, control_tolerance: 0.001, time_zone: null, date_order: null };

it('settings are typed in percents and come back as they were', () => {
  const typed = typedOf(settings);
  expect(typed).toEqual({ removed: '10', tolerance: '0,1', time_zone: '', date_order: '' });
  expect(settingsTyped(typed)).toEqual(settings);
  const changed = { ...typed, removed: '5 %', time_zone: 'Indian/Reunion', date_order: 'month' as const };
  expect(settingsTyped(changed)).toEqual({
    ...{ max_removed_share: 0.05, control_tolerance: 0.001 },
    ...{ time_zone: 'Indian/Reunion', date_order: 'month' },
  });
  for (const removed of ['', 'dix', '101', '-1']) expect(settingsTyped({ ...typed, removed })).toBeNull();
});

it('every zone may be chosen, the one in force too', () => {
  expect(offeredZones('')).toContain('Asia/Tokyo');
  expect(new Set(offeredZones('Europe/Paris')).size).toBe(offeredZones('Europe/Paris').length);
});
