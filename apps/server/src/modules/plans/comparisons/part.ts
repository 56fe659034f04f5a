import type { PlanLines } from '@palier/analytics';
import type { PlanComparison } from '@palier/contract';
import { curvePlace } from '@palier/domain';
import {
  bestTotals,
  type HorizonTotals,
  type LevelPlan,
  type SimulationProblem,
  simulateGroups,
} from '@palier/engine';
import type { ValuedLines } from '../../organizations/index.ts';
import type { PlannedLine } from '../optimizations/repository.ts';
import type { HorizonBest } from './totals.ts';

type Bucket = PlanComparison['current']['discount_distribution'][number];

/** What a run gives on the compared lines of a project. */
export interface RunPart {
  _id: string;
  discount_count: number;
  plan: PlanPart;
  sent: PlanPart['totals'];
  sent_count: number;
  changed_count: number;
}

/** Everything compared on the lines of one project. */
export interface ProjectPart {
  project_id: string;
  discount_count: number;
  sum_stock_qty: number;
  kept_user_count: number;
  nothing: PlanPart['totals'];
  current: PlanPart;
  best: HorizonBest;
  runs: RunPart[];
  last_year: PlanComparison['last_year'];
  last_year_days: PlanComparison['last_year_days'];
  current_since: Date | null;
  /** Values and costs of the leftovers, for their mean. */
  leftovers: { residual_value: number[]; cost: number[]; stock: number[] };
}

/** Planned discounts of a run by line. */
export type RunLines = ReadonlyMap<string, PlannedLine>;

/** Figures and distribution of a plan on the compared lines. */
export interface PlanPart {
  totals: HorizonTotals;
  distribution: Bucket[];
}

/** The compared lines of one project: those that every run covers and that are included now. */
export interface ComparedLines {
  lines: ValuedLines<PlanLines>;
  levels: readonly number[];
  problem: SimulationProblem;
  /** The plan in force. */
  present: LevelPlan;
  /** 0 for a compared line, −1 for the others. */
  group: Int32Array;
}

/** Which lines are compared: the same ones for every plan. */
export function comparedGroup({ ids, included }: PlanLines, runs: readonly RunLines[]): Int32Array {
  return Int32Array.from(ids, (id, index) =>
    included[index] === 1 && runs.every((run) => run.has(id)) ? 0 : -1,
  );
}

/** Figures of a plan on the compared lines. */
export function totalsOf({ problem, group }: ComparedLines, plan: LevelPlan): HorizonTotals {
  const [totals] = simulateGroups(problem, plan, group, 1);
  if (!totals) throw new Error('no group of lines');
  return totals;
}

/** The best of each figure on the compared lines; see the engine's `bestFigures`. */
export function bestOf({ problem, present, group }: ComparedLines, best: Float64Array): HorizonBest {
  const [totals] = bestTotals(problem, best, present, group, 1);
  if (!totals) throw new Error('no group of lines');
  return totals;
}

/** Figures of a plan on the compared lines, and how many of them are at each discount. */
export function partOf(compared: ComparedLines, plan: LevelPlan): PlanPart {
  const { levels, lines, group } = compared;
  const buckets = levels.map(
    (discount_pct): Bucket => ({ discount_pct, discount_count: 0, sum_stock_qty: 0 }),
  );
  group.forEach((of, index) => {
    const bucket = buckets[plan.worked[index] ?? 0];
    if (of < 0 || !bucket) return;
    bucket.discount_count += 1;
    bucket.sum_stock_qty += lines.stock_qty[index] || 0;
  });
  return { totals: totalsOf(compared, plan), distribution: buckets };
}

/** A run's discounts as levels, as the listing would show them once it is sent. */
export function runPlan({ lines, levels, present }: ComparedLines, run: RunLines): LevelPlan {
  const worked = present.worked.slice();
  const later = present.later.slice();
  lines.ids.forEach((id, index) => {
    const planned = run.get(id);
    if (!planned) return;
    worked[index] = curvePlace(levels, planned.discount_pct);
    for (let phase = 0; phase < lines.later_phases; phase++)
      later[index * lines.later_phases + phase] = curvePlace(levels, planned.next_discount_pcts[phase] ?? 0);
  });
  return { worked, later };
}

/** Whether each line's discount was chosen by hand: it stays in force whatever is sent. */
export const isByHand = ({ lines }: Pick<ComparedLines, 'lines'>, index: number): boolean =>
  !Number.isNaN(lines.discount_pct_user[index] ?? Number.NaN);

/** The plan in force once a run is sent: the later phases are the run's, a discount chosen by hand stays. */
export function sentPlan(compared: ComparedLines, run: LevelPlan): LevelPlan {
  const worked = run.worked.slice();
  compared.lines.ids.forEach((_, index) => {
    if (isByHand(compared, index)) worked[index] = compared.present.worked[index] ?? 0;
  });
  return { worked, later: run.later };
}

/** Whether two plans differ on a line, in the worked phase or after it. */
export function differsOn(
  { lines: { later_phases: phases } }: Pick<ComparedLines, 'lines'>,
  index: number,
  [one, other]: readonly [LevelPlan, LevelPlan],
): boolean {
  const laterOf = ({ later }: LevelPlan): string =>
    later.subarray(index * phases, (index + 1) * phases).join();
  return one.worked[index] !== other.worked[index] || laterOf(one) !== laterOf(other);
}

/** Number of compared lines of which something holds. */
export function countLines(
  { group }: Pick<ComparedLines, 'group'>,
  holds: (index: number) => boolean,
): number {
  return group.reduce((count, of, index) => count + (of >= 0 && holds(index) ? 1 : 0), 0);
}
