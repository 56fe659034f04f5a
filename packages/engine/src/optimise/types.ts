/** What a product's path is worth: marge, CA or écoulement. */
export const GOALS = ['profit', 'sales', 'cogs'] as const;
export type Goal = (typeof GOALS)[number];
/** Codes of goals in typed arrays: the position in GOALS. */
export const GOAL_CODE = { profit: 0, sales: 1, cogs: 2 } as const satisfies Record<Goal, number>;

/** What a rule is about: one project, or all of them together when left out. */
interface Scoped {
  project?: number;
}
/** Last phase that counts, of each project when they differ; left out: the last one. */
type ByPhase = number | readonly number[];

/** Share (or amount) bounds of one coupling rule. Shares are 0..1 of what the rule counts. */
export type Constraint = Scoped & Rule;
type Rule =
  /** Share of the products that sit at `level` in the worked phase. */
  | { kind: 'count_quota'; level: number; min_share: number; max_share: number }
  /** Share of the stock that sits at `level` in the worked phase. */
  | { kind: 'stock_quota'; level: number; min_share: number; max_share: number }
  /** Σ price × discount × units ≤ max_amount, up to the end of phase `by_phase` (default last). */
  | { kind: 'budget'; max_amount: number; by_phase?: ByPhase }
  /** Units sold (season included) over season units plus stock, at the end of phase `by_phase` (default last). */
  | { kind: 'sell_through'; min_share: number; hard: boolean; by_phase?: ByPhase }
  /** Σ (base_price × (1 − discount) − cost) × units ≥ min_amount. */
  | { kind: 'min_profit'; min_amount: number }
  /** « Marge après invendus » ≥ min_amount: that sum less Σ (1 − ρ) × cost × units left. */
  | { kind: 'min_merit'; min_amount: number };

/** Whether a rule asks for a least amount of something: a budget of discounts may be what it takes to reach it. */
export const isTarget = ({ kind }: Constraint): boolean =>
  kind === 'sell_through' || kind === 'min_profit' || kind === 'min_merit';

/** Everything the optimiser needs; arrays are per item unless said otherwise. */
export interface MarkdownProblem {
  item_count: number;
  phase_count: number;
  /** Discount levels as shares, ascending; 32 at most. */
  levels: Float64Array;
  /**
   * Real prices of item i at level l, at `i * L + l`, with and without tax: endings make prices that are not the list
   * price less the level. NaN: the level is not offered to the item. Left out: every level, at price × (1 − level).
   */
  level_price?: Float64Array | null;
  level_base_price?: Float64Array | null;
  /**
   * Levels that item i may take in phase p of a path whose first discount (a level above nought) is in phase s, as bits,
   * at `(i * P + s) * P + p`: what may be announced hangs on when the reduction began. Nought is never closed, nor the
   * level of `fixed_level`. Left out: all are open.
   */
  open_levels?: Uint32Array | null;
  /** Project of each item, from 0, when several are planned together; left out: one. */
  project?: Int32Array | null;
  /** Phases left of each project, `phase_count` at most; a plan keeps its last level beyond them. */
  project_phases?: readonly number[];
  /** Mean unlimited demand: item i, phase p, level l at `(i * P + p) * L + l`. */
  phase_mean: Float32Array;
  /** Shape k of the NB of cumulative demand (Infinity: Poisson). */
  dispersion: Float64Array;
  stock: Float64Array;
  /** Price, tax included; price without tax; unit cost. */
  price: Float64Array;
  base_price: Float64Array;
  cost: Float64Array;
  /** ρ: the share of its cost that an unsold unit of the item is still worth; 1 is the plain margin formula. */
  residual_value: Float64Array;
  /** GOAL_CODE of each item. */
  goal: Uint8Array;
  /** Shields, as positions in `levels`, both included. */
  min_level: Uint8Array;
  max_level: Uint8Array;
  /** Level of the previous phase (paths never go below it), 0 when none. */
  previous_level: Uint8Array;
  /** Level chosen by a person for the worked phase, −1 when free. It is kept and counted; within the shields. */
  fixed_level: Int16Array;
  /** Items of one group take the same path; −1: alone. */
  group: Int32Array | null;
  /** Units already sold this season, for the sell-through; null: none. */
  season_sold: Float64Array | null;
  /** Units that the season had in all, which the sell-through is a share of; missing: those sold and the stock. */
  season_available?: Float64Array;
  /** 1 where selling below cost is forbidden (base_price × (1 − d) ≥ cost); null: nowhere. */
  never_below_cost: Uint8Array | null;
  constraints: readonly Constraint[];
}

export interface OptimiseOptions {
  /** Iterations of the multipliers' search. */
  max_iterations: number;
  /** Candidate paths of the core handed to the exact solver, in its first pass. */
  core_columns: number;
  /** Candidate paths below which the whole problem is handed to the exact solver. */
  exact_candidates: number;
  /** Relative gap at which the search stops. */
  target_gap: number;
  /** Price of one unit of relative violation of a soft sell-through, in shares of the unconstrained value. */
  soft_penalty: number;
  /** Exact solver of small mixed-integer problems; null: swaps only. See `loadHighsSolver`. */
  solver: MipSolver | null;
  /** Paths of an item above which they are searched by dynamic programming instead of being listed. */
  path_limit: number;
}

export interface OptimiseHooks {
  /** Progress from 0 to 1, with the step's key. */
  onProgress?: (share: number, step: OptimiseStep) => void;
  isCancelled?: () => boolean;
}
export type OptimiseStep = 'values' | 'multipliers' | 'assignment' | 'core' | 'explain';

export type OptimiseStatus =
  /** Every rule met; gap within target_gap. */
  | 'optimal'
  /** Every rule met; gap above target_gap. */
  | 'feasible'
  /** No plan meets every hard rule; `plan` is the closest found, `infeasibility` says why. */
  | 'infeasible'
  /** There is no item to plan. */
  | 'empty'
  /** Stopped by the caller; `plan` is the best so far. */
  | 'cancelled';

/** Money and units of a plan, all phases. */
export interface PlanTotals {
  units: number;
  sales: number;
  profit: number;
  /** « Marge après invendus »: profit − Σ (1 − ρ) × cost × units left. */
  profit_after_leftovers: number;
  cogs: number;
  /** Σ discount × price × units. */
  discount_amount: number;
  residual_stock: number;
  sell_through: number;
  mean_discount: number;
}

export interface ConstraintReport {
  constraint: Constraint;
  /** What the plan reaches, in the rule's own unit (share or amount). */
  achieved: number;
  satisfied: boolean;
  /** Gain of value per unit of relaxation: per euro for amounts, per product or unit of stock for shares. */
  shadow_price: number;
  /** Value that the plan would gain without the rule; the shares of one distribution are one rule. */
  cost: number;
  /** For a target that the plan misses: the budget with which it could be met, the other rules kept; null otherwise. */
  needed_budget: number | null;
}

export interface Relaxation {
  /** Position in `problem.constraints`. */
  constraint: number;
  /** The bound this rule would need, the others being kept but those of `with`; null when no bound is enough. */
  needed: number | null;
  /** Rules that must give way too, each to its own `needed`: relaxing this one alone is not enough. */
  with: number[];
  /** Value that becomes reachable. */
  value: number | null;
}

export interface Infeasibility {
  /** `no_stock`: a share of nothing is asked; `no_path`: items have no level left; `rules`: rules clash. */
  reason: 'no_stock' | 'no_path' | 'rules';
  /** Items whose shields, previous level, fixed level and cost floor leave no path (kept at the nearest level). */
  blocked_items: Int32Array;
  /** Rules that cannot be met together, positions in `problem.constraints`. */
  violated: number[];
  /** Best reachable figure of each violated rule, alone, in the rule's unit; null where it could be met alone. */
  best_reachable: (number | null)[];
  /** What to relax, best gain first. */
  relaxations: Relaxation[];
  /** Decision units on which relaxations were worked out when the scope is large (estimates); null: all of them. */
  sampled_units: number | null;
}

export interface OptimiseResult {
  status: OptimiseStatus;
  /**
   * Objective of the plan: the sum of each item's goal. For marge that is Σ (base_price × (1 − discount) − ρ × cost) ×
   * units, which differs from `profit_after_leftovers` by a constant of the stock, Σ (1 − ρ) × cost × stock.
   */
  value: number;
  /** No plan that meets the rules can be worth more; Infinity when cancelled before anything was proved. */
  bound: number;
  /** (bound − value) / |bound|; Infinity without a bound, or for a plan that breaks a hard rule. */
  gap: number;
  /** Level of item i in phase p at `i * P + p`. */
  plan: Uint8Array;
  totals: PlanTotals;
  constraints: ConstraintReport[];
  infeasibility: Infeasibility | null;
  iterations: number;
}

/** A small mixed-integer problem: maximise objective·x under rows, x binary or continuous ≥ 0. */
export interface MipModel {
  objective: Float64Array;
  /** 1 where the variable is binary, 0 where it is continuous in [0, ∞). */
  binary: Uint8Array;
  rows: readonly { lower: number; upper: number; columns: Int32Array; values: Float64Array }[];
  max_nodes: number;
  relative_gap: number;
  /** How far a row may be exceeded; left out: the solver's own, 10⁻⁶. */
  tolerance?: number;
  /** For measures alone: with a clock the answer depends on the machine. */
  max_seconds?: number;
}
export interface MipSolution {
  status: 'optimal' | 'feasible' | 'infeasible' | 'failed';
  values: Float64Array;
  objective: number;
  bound: number;
}
export interface MipSolver {
  solve(model: MipModel): MipSolution;
}
