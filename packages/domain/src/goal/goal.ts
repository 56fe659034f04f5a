/** What an optimisation maximises; the keys are the wire's. */
export const OPTIMIZATION_GOALS = ['profit', 'sales', 'cogs'] as const;
export type OptimizationGoal = (typeof OPTIMIZATION_GOALS)[number];

/** The three goals, then the other measures that goals may be sorted by, in the order of the menu. */
export const GOAL_SORT_KEYS = [
  ...OPTIMIZATION_GOALS,
  'sales_qty',
  'stock',
  'season_sell_through_pct',
  'sales_discount_pct',
] as const;
export type GoalSortKey = (typeof GOAL_SORT_KEYS)[number];

export const GOAL_LABELS: Record<GoalSortKey, string> = {
  profit: 'Marge',
  sales: 'CA',
  cogs: 'Écoulement',
  sales_qty: 'Qté écoulée',
  stock: 'Stock résiduel',
  season_sell_through_pct: "Taux d'écoulement saison",
  sales_discount_pct: 'Taux moyen démarque',
};

export const MULTIPLE_GOALS_LABEL = 'Multiple';
export const ONLY_CUSTOM_LABEL = 'Personnalisé';

export function isOptimizationGoal(value: string): value is OptimizationGoal {
  return (OPTIMIZATION_GOALS as readonly string[]).includes(value);
}

/** A goal's or scenario's name; optimization_goal holds a goal key or a scenario's _id. */
export function goalLabel(goal: string, scenarios: readonly { _id: string; name: string }[] = []): string {
  if (isOptimizationGoal(goal)) return GOAL_LABELS[goal];
  return scenarios.find((scenario) => scenario._id === goal)?.name ?? goal;
}

/** The part of a line set's stats that its goal summary is made of. */
export interface GoalStats {
  discount_count: number;
  discount_pct_user_count: number;
  /** The distinct goals of the set. */
  optimization_goals: readonly string[];
}

export type GoalSummary =
  | { state: 'none'; label: null }
  | { state: 'only_custom'; label: string }
  | { state: 'one'; goal: string; label: string }
  | { state: 'multiple'; label: string };

/**
 * How the goals of a project, group or product are summed up: « Personnalisé » when every discount is the
 * user's, else the one goal's name, else « Multiple », else nothing.
 */
export function goalSummary(
  stats: GoalStats,
  scenarios: readonly { _id: string; name: string }[] = [],
): GoalSummary {
  if (stats.discount_count > 0 && stats.discount_pct_user_count === stats.discount_count)
    return { state: 'only_custom', label: ONLY_CUSTOM_LABEL };
  const goals = [...new Set(stats.optimization_goals)];
  const [goal] = goals;
  if (goal === undefined) return { state: 'none', label: null };
  if (goals.length > 1) return { state: 'multiple', label: MULTIPLE_GOALS_LABEL };
  return { state: 'one', goal, label: goalLabel(goal, scenarios) };
}
