import type { DiscountShare } from '../stats/distribution.ts';
import type { Group } from './group.ts';
import type { Line } from './line.ts';

/** A page of lines; `cursor` is null on the last one. */
export interface LinePage {
  data: Line[];
  /** Lines in the whole selection. */
  discount_count: number;
  cursor: string | null;
  summary?: Group;
  /** It has every decision up to this version of the project's; missing before the first figures. */
  version?: number;
}

export interface GroupPage {
  data: Group[];
  /** Lines in the whole selection. */
  discount_count: number;
  /** Groups of the outermost level asked for. */
  group_count: number;
  cursor: string | null;
  summary?: Group;
  /** As a page's. */
  version?: number;
}

/** The first page of lines of several groups. */
export interface GroupPages {
  data: { key: string; keys: (string | null)[]; page: LinePage }[];
  /** As a page's. */
  version?: number;
}

/** Counts of a selection, and its products and stock by discount. */
export interface SelectionStats {
  discount_count: number;
  sum_stock_qty: number;
  discount_pct: DiscountShare[];
  discount_pct_user_count: number;
  discount_pct_reviewed_count: number;
  optimization_goals: string[];
  unset_optimization_goal_count: number;
}
