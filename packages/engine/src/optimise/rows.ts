import { leftoverLoss } from '@palier/domain';
import { lastPhases, projectOf } from './level-prices.ts';
import type { Constraint, MarkdownProblem } from './types.ts';

/** A quantity every candidate path uses; counted so that less is better (units and profit are negated). */
export interface Resource {
  kind: 'budget' | 'units' | 'profit' | 'merit';
  /** Last phase that is counted, by project. */
  by_phase: readonly number[];
}

/** One inequality Σ use ≤ limit of the coupled problem. */
export interface CouplingRow {
  /** Position of its rule in `problem.constraints`. */
  constraint: number;
  /** Project whose items it counts; −1: all of them. */
  project: number;
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
  const resource = (kind: Resource['kind'], by_phase: readonly number[]): number => {
    const known = resources.findIndex(
      (candidate) => candidate.kind === kind && candidate.by_phase.join() === by_phase.join(),
    );
    return known >= 0 ? known : resources.push({ kind, by_phase }) - 1;
  };
  problem.constraints.forEach((rule, constraint) => {
    const place = { constraint, project: rule.project ?? -1 };
    if (rule.kind === 'count_quota' || rule.kind === 'stock_quota') {
      rows.push(...quotaRows(rule, place, countedBy(problem, rule)));
    } else if (rule.kind === 'budget') {
      const index = resource('budget', lastPhases(problem, rule.by_phase));
      rows.push(resourceRow(place, index, rule.max_amount, true));
    } else if (rule.kind === 'min_profit') {
      const index = resource('profit', lastPhases(problem, undefined));
      rows.push(resourceRow(place, index, -rule.min_amount, true));
    } else if (rule.kind === 'min_merit') {
      const index = resource('merit', lastPhases(problem, undefined));
      const owed = leftoverCost(problem, rule.project);
      // What is owed and what is asked may cancel out: the row is measured on the larger.
      const scale = Math.max(Math.abs(rule.min_amount), owed, 1);
      rows.push({ ...resourceRow(place, index, -rule.min_amount - owed, true), scale });
    } else {
      const { sold, available } = seasonUnits(problem, rule.project);
      const index = resource('units', lastPhases(problem, rule.by_phase));
      // Of nothing no share can be reached: one unit would have to be sold.
      const limit = available > 0 ? sold - rule.min_share * available : rule.min_share > 0 ? -1 : 0;
      rows.push(resourceRow(place, index, limit, rule.hard));
    }
  });
  return { resources, rows };
}

/** Whether a rule about a project (undefined: all of them) counts an item. */
export function isCounted(problem: MarkdownProblem, project: number | undefined, item: number): boolean {
  return project === undefined || projectOf(problem, item) === project;
}

/** What the shares of a quota are of: products, or units of stock. */
export function countedBy(
  problem: MarkdownProblem,
  { kind, project }: Pick<Constraint, 'kind' | 'project'>,
): number {
  let total = 0;
  for (let item = 0; item < problem.item_count; item++)
    if (isCounted(problem, project, item)) total += kind === 'count_quota' ? 1 : (problem.stock[item] ?? 0);
  return total;
}

/**
 * What the stock would lose if nothing sold, Σ (1 − ρ) × cost × stock: « marge après invendus » is what each unit sold
 * brings over its residual value, less this. Of one project or of all.
 */
export function leftoverCost(problem: MarkdownProblem, project: number | undefined): number {
  let total = 0;
  for (let item = 0; item < problem.item_count; item++)
    if (isCounted(problem, project, item))
      total += leftoverLoss(
        problem.residual_value[item] ?? 1,
        problem.cost[item] ?? 0,
        problem.stock[item] ?? 0,
      );
  return total;
}

/** Units of the season sold so far, and in all: what a sell-through is a share of. Of one project or of all. */
export function seasonUnits(
  problem: MarkdownProblem,
  project: number | undefined,
): { sold: number; available: number } {
  const { season_sold, season_available, stock } = problem;
  let sold = 0;
  let available = 0;
  for (let item = 0; item < problem.item_count; item++) {
    if (!isCounted(problem, project, item)) continue;
    sold += season_sold?.[item] ?? 0;
    available += season_available?.[item] ?? (season_sold?.[item] ?? 0) + (stock[item] ?? 0);
  }
  return { sold, available };
}

type Place = Pick<CouplingRow, 'constraint' | 'project'>;

function resourceRow(place: Place, index: number, limit: number, hard: boolean): CouplingRow {
  const scale = Math.max(Math.abs(limit), 1);
  return { ...place, kind: 'resource', index, sign: 1, limit, scale, hard };
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
  place: Place,
  total: number,
): CouplingRow[] {
  const [least, most] = quotaBounds(rule, total);
  const kind = rule.kind === 'count_quota' ? 'count' : 'stock';
  const scale = Math.max(total, 1);
  const shared = { ...place, kind, index: rule.level, scale, hard: true } as const;
  const rows: CouplingRow[] = [];
  if (most < total) rows.push({ ...shared, sign: 1, limit: most });
  if (least > 0) rows.push({ ...shared, sign: -1, limit: -least });
  return rows;
}
