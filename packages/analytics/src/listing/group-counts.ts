import type { DiscountBucket, Group } from '@palier/domain';

import { readState } from './decision-columns.ts';
import type { GoalCodes } from './decisions.ts';

/** The parts of a group: lines of the same discount and state, how many they are and their stock. */
interface Parts {
  '@levels': (number | null)[];
  '@counts': number[];
  '@stocks': number[];
  '@states': number[];
}

type GroupCounts = Pick<
  Group,
  | 'included_count'
  | 'discount_pct_reviewed_count'
  | 'changed_since_review_count'
  | 'discount_pct_user_count'
  | 'unset_optimization_goal_count'
  | 'optimization_goals'
  | 'discount_kind_counts'
  | 'discount_pct_distribution'
>;

function byLevel(left: DiscountBucket, right: DiscountBucket): number {
  return (left.discount_pct ?? 1000) - (right.discount_pct ?? 1000);
}

/** The lines of a group counted by what is decided of them; discounts in increasing order, none last. */
export function groupCounts(row: object, goals: GoalCodes): GroupCounts {
  const parts = row as Parts;
  const buckets = new Map<number | null, DiscountBucket>();
  const named = new Set<string>();
  const kinds = { user: 0, optimised: 0, auto: 0 };
  const counts = { included: 0, reviewed: 0, changed: 0, unset: 0 };
  for (const [index, discount_pct] of parts['@levels'].entries()) {
    const count = parts['@counts'][index] ?? 0;
    const { included, reviewed, changed_since_review, kind, goal_code } = readState(
      parts['@states'][index] ?? 0,
    );
    const bucket = buckets.get(discount_pct) ?? { discount_pct, discount_count: 0, sum_stock_qty: 0 };
    bucket.discount_count += count;
    bucket.sum_stock_qty += parts['@stocks'][index] ?? 0;
    buckets.set(discount_pct, bucket);
    if (kind) kinds[kind] += count;
    if (included) counts.included += count;
    if (reviewed) counts.reviewed += count;
    if (changed_since_review) counts.changed += count;
    if (goal_code === 0) counts.unset += count;
    else named.add(goals.nameOf(goal_code));
  }
  return {
    included_count: counts.included,
    discount_pct_reviewed_count: counts.reviewed,
    changed_since_review_count: counts.changed,
    discount_pct_user_count: kinds.user,
    unset_optimization_goal_count: counts.unset,
    optimization_goals: [...named].sort(),
    discount_kind_counts: kinds,
    discount_pct_distribution: [...buckets.values()].sort(byLevel),
  };
}
