import { presentRowsSql } from '../warehouse/counted.ts';

export interface QualityIssue {
  code: string;
  /** French: what is wrong, how many. */
  label: string;
  severity: 'error' | 'warning' | 'info';
  count: number;
  examples: string[];
  /** Euros concerned, null when money has no part in it. */
  amount: number | null;
  /** French: what it changes for the forecast. */
  effect: string;
  /** What a click may do about it. */
  actions: ('exclude' | 'accept')[];
}

/** The sales summed up as several checks ask of them: names of tables, or queries between brackets. */
export interface SalesSums {
  /** `item_group_id`, `first_date`, `amount`, `above_list`: what was paid above the list prices, NULL for nothing. */
  groups: string;
  /** `date`, `quantity`, `amount`. */
  days: string;
  /** `location_code`, `amount`. */
  places: string;
}

export interface CheckContext {
  prefix: string;
  dataDate: string;
  /** The list of what is paid, which says no list price. */
  paid: string | null;
  sales: SalesSums;
}

export interface QualityCheck {
  code: string;
  severity: QualityIssue['severity'];
  actions: QualityIssue['actions'];
  /** SELECT of `item_group_id` (or NULL), `example` text and `amount` in euros (or NULL), one row per case. */
  select: (context: CheckContext) => string;
  label: (count: number) => string;
  effect: string;
}

/** « 3 stocks négatifs ». */
export function some(count: number, one: string, many: string): string {
  return `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`;
}

/** `SELECT` of the present stock as it was read. */
export const present = (prefix: string): string => presentRowsSql(prefix, null);

/** SQL of a price that is in the currency of the amounts; NULL for one in another, which none is added to. */
export const ownPrice = (prefix: string, table: string): string =>
  `CASE WHEN ${table}.currency IS NULL OR ${table}.currency = (SELECT code FROM "${prefix}own_currency") THEN ${table}.price END`;
