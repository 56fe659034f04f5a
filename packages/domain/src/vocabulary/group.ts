import type { DiscountKind } from '../discount/resolution.ts';
import type { DiscountBucket } from '../stats/distribution.ts';
import type { Figures } from './line.ts';

/** A group of the listing, or the total of a selection (keys empty): its own counts, and its lines' figures together. */
export interface Group extends Figures {
  /** Text of the keys, as `groupKey` writes it. */
  key: string;
  keys: (string | null)[];
  depth: number;
  discount_count: number;
  included_count: number;
  discount_pct_reviewed_count: number;
  /** Lines whose discount was changed after its review. */
  changed_since_review_count: number;
  discount_pct_user_count: number;
  unset_optimization_goal_count: number;
  optimization_goals: string[];
  /** Lines by the origin of their discount; those without one are in none. */
  discount_kind_counts: Record<DiscountKind, number>;
  min_price: number | null;
  max_price: number | null;
  /** The picture of one of its products, when it is asked for. */
  image_url?: string | null;
  /** The tags of its products, at most 50, when they are asked for. */
  tags?: string[] | null;
  discount_pct_distribution: DiscountBucket[];
}
