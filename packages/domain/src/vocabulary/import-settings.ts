import type { FiscalCalendar } from '../calendar/fiscal-calendar.ts';

/** How an organisation's imports are watched over. */
export interface ImportSettings {
  /** An import that removes more than this share of what is there is asked first: 0.1 = 10 %. */
  max_removed_share: number;
  /** The gap to a control total that is no gap yet: 0.001 = 0.1 %. */
  control_tolerance: number;
  /** Zone whose day an instant belongs to; null: as files were read before, Europe/Paris at first. */
  time_zone: string | null;
  /** What comes first in 01/02/2026 where a file proves nothing; null: as files were read before, else asked. */
  date_order: 'day' | 'month' | null;
  /** What fiscal weeks and periods are; null: as files were read before, else asked. */
  fiscal_calendar: FiscalCalendar | 'iso' | null;
}

export const DEFAULT_IMPORT_SETTINGS: ImportSettings = {
  max_removed_share: 0.1,
  control_tolerance: 0.001,
  time_zone: null,
  date_order: null,
  fiscal_calendar: null,
};
