import type { Group } from '@palier/domain';

/** A group of ten products, none decided by hand, none reviewed. */
export function newGroup(overrides: Partial<Group> = {}): Group {
  return {
    key: 'g',
    keys: ['g'],
    depth: 0,
    discount_count: 10,
    included_count: 10,
    discount_pct_reviewed_count: 0,
    changed_since_review_count: 0,
    discount_pct_user_count: 0,
    unset_optimization_goal_count: 0,
    optimization_goals: [],
    discount_kind_counts: { user: 0, optimised: 0, auto: 10 },
    min_price: 10,
    max_price: 100,
    discount_pct_distribution: [],
    ...overrides,
  };
}
