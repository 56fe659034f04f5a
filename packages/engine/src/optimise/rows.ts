import type { Constraint, MarkdownProblem } from './types.ts';

/** A quantity every candidate path uses; counted so that less is better (units and profit are negated). */
export interface Resource {
  kind: 'budget' | 'units' | 'profit';
  /** Phase after which it is counted (units). */
  by_phase: number;
}

/** One inequality Σ use ≤ limit of the coupled problem. */
export interface CouplingRow {
  /** Position of its rule in `problem.constraints`. */
  constraint: number;
  kind: 'resource' | 'count' | 'stock';
  /** Resource or level index. */
  index: number;
  /** +1 for an upper bound on the level's share, −1 for a lower one; resources are always +1. */
  sign: 1 | -1;
  limit: number;
  /** Divides activity and limit, so that multipliers are comparable. */
  scale: number;
  /** A soft rule may be broken at a price; a hard one not. */
  hard: boolean;
}

export interface Coupling {
  resources: Resource[];
  rows: CouplingRow[];
}

/** Turns the problem's rules into resources and inequalities; rules that can never bind are left out. */
export function buildCoupling(problem: MarkdownProblem): Coupling {
  const resources: Resource[] = [];
  const rows: CouplingRow[] = [];
  const totalStock = sum(problem.stock);
  const { sold, available } = seasonUnits(problem);
  const resource = (kind: Resource['kind'], byPhase: number): number => {
    const known = resources.findIndex(
      (candidate) => candidate.kind === kind && candidate.by_phase === byPhase,
    );
    return known >= 0 ? known : resources.push({ kind, by_phase: byPhase }) - 1;
  };
  problem.constraints.forEach((rule, constraint) => {
    const last = problem.phase_count - 1;
    if (rule.kind === 'count_quota' || rule.kind === 'stock_quota') {
      const total = rule.kind === 'count_quota' ? problem.item_count : totalStock;
      rows.push(...quotaRows(rule, constraint, total));
    } else if (rule.kind === 'budget') {
      const index = resource('budget', Math.min(rule.by_phase ?? last, last));
      rows.push(resourceRow(constraint, index, rule.max_amount, true));
    } else if (rule.kind === 'min_profit') {
      const index = resource('profit', last);
      rows.push(resourceRow(constraint, index, -rule.min_amount, true));
    } else {
      const index = resource('units', Math.min(rule.by_phase ?? last, last));
      rows.push(resourceRow(constraint, index, sold - rule.min_share * available, rule.hard));
    }
  });
  return { resources, rows };
}

/** Units of the season sold so far, and in all: what a sell-through is a share of. */
export function seasonUnits({ season_sold, season_available, stock }: MarkdownProblem): {
  sold: number;
  available: number;
} {
  const sold = season_sold === null ? 0 : sum(season_sold);
  return { sold, available: season_available ? sum(season_available) : sold + sum(stock) };
}

function resourceRow(constraint: number, index: number, limit: number, hard: boolean): CouplingRow {
  const scale = Math.max(Math.abs(limit), 1);
  return { constraint, kind: 'resource', index, sign: 1, limit, scale, hard };
}

/** Counts are whole: bounds are rounded inwards, outwards when that would leave no whole number. */
export function quotaBounds(
  rule: Constraint & { kind: 'count_quota' | 'stock_quota' },
  total: number,
): [number, number] {
  let least = rule.min_share * total;
  let most = rule.max_share * total;
  if (rule.kind === 'count_quota') {
    const low = Math.ceil(least - 1e-9);
    const high = Math.floor(most + 1e-9);
    [least, most] = low <= high ? [low, high] : [Math.floor(least), Math.ceil(most)];
  }
  return [least, most];
}

function quotaRows(
  rule: Constraint & { kind: 'count_quota' | 'stock_quota' },
  constraint: number,
  total: number,
): CouplingRow[] {
  const [least, most] = quotaBounds(rule, total);
  const kind = rule.kind === 'count_quota' ? 'count' : 'stock';
  const scale = Math.max(total, 1);
  const shared = { constraint, kind, index: rule.level, scale, hard: true } as const;
  const rows: CouplingRow[] = [];
  if (most < total) rows.push({ ...shared, sign: 1, limit: most });
  if (least > 0) rows.push({ ...shared, sign: -1, limit: -least });
  return rows;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
