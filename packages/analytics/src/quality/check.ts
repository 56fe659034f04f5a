import type { QualityIssue } from '../import/types.ts';

/** The sales summed up as several checks ask of them: names of tables, or queries between brackets. */
export type SalesSums = {
  /** `item_group_id`, `first_date`, `amount`, `above_list`: what was paid above the list prices, NULL for nothing. */
  groups: string;
  /** `date`, `quantity`, `amount`. */
  days: string;
  /** `location_code`, `amount`. */
  places: string;
};

export type CheckContext = { prefix: string; dataDate: string; sales: SalesSums };

export type QualityCheck = {
  code: string;
  severity: QualityIssue['severity'];
  actions: QualityIssue['actions'];
  /** SELECT of `item_group_id` (or NULL), `example` text and `amount` in euros (or NULL), one row per case. */
  select: (context: CheckContext) => string;
  label: (count: number) => string;
  effect: string;
};

/** « 3 stocks négatifs ». */
export const some = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`;

/** `SELECT` of the present stock: each place's latest day. */
export const present = (prefix: string): string =>
  `SELECT s.* FROM "${prefix}stock" s JOIN (SELECT inventory_code, max(date) AS date FROM "${prefix}stock" GROUP BY inventory_code) l
   ON s.date = l.date AND s.inventory_code IS NOT DISTINCT FROM l.inventory_code`;
