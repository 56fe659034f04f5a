import type { ImportSettings } from '@palier/domain';

/** The settings as they are typed: shares in percents. */
export interface TypedSettings {
  removed: string;
  tolerance: string;
  time_zone: string;
  date_order: '' | 'day' | 'month';
}

const typedShare = (share: number): string => String(Math.round(share * 100_000) / 1000).replace('.', ',');

export function typedOf({
  max_removed_share,
  control_tolerance,
  time_zone,
  date_order,
}: ImportSettings): TypedSettings {
  return {
    ...{ removed: typedShare(max_removed_share), tolerance: typedShare(control_tolerance) },
    ...{ time_zone: time_zone ?? '', date_order: date_order ?? '' },
  };
}

/** « 0,1 » → 0.001; null for what is no share of 0 to 100 %. */
function shareTyped(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f%]/g, '').replace(',', '.');
  const percent = plain === '' ? Number.NaN : Number(plain);
  return percent >= 0 && percent <= 100 ? percent / 100 : null;
}

/** The settings that were typed; null while one of them cannot be read. */
export function settingsTyped(typed: TypedSettings): ImportSettings | null {
  const [max_removed_share, control_tolerance] = [typed.removed, typed.tolerance].map(shareTyped);
  if (max_removed_share == null || control_tolerance == null) return null;
  const { time_zone, date_order } = typed;
  return {
    ...{ max_removed_share, control_tolerance, time_zone: time_zone === '' ? null : time_zone },
    date_order: date_order === '' ? null : date_order,
  };
}

/** Zones of French-speaking retailers first, then all that the browser knows. */
const USUAL_ZONES = [
  'Europe/Paris',
  'Europe/Brussels',
  'Europe/Luxembourg',
  'Europe/Zurich',
  'Europe/London',
  'America/Martinique',
  'America/Guadeloupe',
  'Indian/Reunion',
];

/** Zones to choose among, the one in force always with them. */
export function offeredZones(current: string): string[] {
  return [...new Set([...USUAL_ZONES, current, ...Intl.supportedValuesOf('timeZone')])].filter(Boolean);
}
