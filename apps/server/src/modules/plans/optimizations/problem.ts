import type { EngineLines } from '@palier/analytics';
import { addDays, discountedValue, phaseEnd } from '@palier/domain';
import { type Constraint, GOAL_CODE, type Goal, type MarkdownProblem } from '@palier/engine';
import type { LineModel } from '../../engine/index.ts';
import type { RemovedLevels } from '../../law/index.ts';
import type { ValuedLines } from '../../organizations/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { type Decisions, presentPlan } from '../simulations/problem.ts';
import {
  amount,
  type CostFloor,
  costFloor,
  isFloorOfLaw,
  knownMoney,
  type Money,
  orZero,
} from './cost-floor.ts';
import type { PlanRules } from './plan-rules.ts';
import {
  type LawfulSpans,
  lawfulLevel,
  lawfulSpans,
  openLevels,
  ownLevels,
  type Span,
  spanOf,
} from './spans.ts';

export interface PlanInput {
  project: ProjectRow;
  levels: readonly number[];
  /** Lines to decide, already narrowed to the included ones. */
  lines: ValuedLines<EngineLines>;
  decisions: Decisions;
  model: LineModel;
  /** The levels that the law removes; null: none. */
  removed: RemovedLevels | null;
  /** Phases, from the worked one on, that the law lets sell nothing under its cost. */
  lossless_phases: number;
  goal: Goal;
  rules: PlanRules;
  /** Lines of the same value take the same discount; null: each its own. */
  groups: Int32Array | null;
}

const DEFAULT_TOLERANCE_PCT = 1;

/** Lines, decisions and rules as the optimiser takes them; items keep the order of `lines`. */
export function markdownProblem(input: PlanInput): MarkdownProblem {
  const { lines, model, levels, project, rules, goal } = input;
  const item_count = lines.ids.length;
  const rows = modelRows(model, lines.ids);
  const present = presentPlan(lines, input.decisions, levels);
  const money = knownMoney(lines);
  const { floor, lawful } = spansOf(input, money);
  const { hit } = lawful;
  // Lines whose margin is unknown stay where they are.
  const aside = lawful.spans.map(
    ({ min, max, previous, fixed }, index) =>
      goal !== 'sales' && !money.known[index] && fixed < 0 && Math.max(min, previous) <= max,
  );
  const spans = lawful.spans.map((span, index) => {
    if (!aside[index]) return span;
    const isRemoved = (level: number) =>
      input.removed?.mayStay(index, { first: 0, phase: 0, level }) === false;
    return { ...span, fixed: lawfulLevel(span, present[index] ?? 0, isRemoved) };
  });
  return {
    item_count,
    phase_count: model.phase_count,
    levels: model.levels,
    ...levelPrices(lines.level_rate ?? null, money, levels),
    open_levels: openLevels(spans, input.removed, lawful, {
      phases: model.phase_count,
      levels: levels.length,
      isOpen: floor.lines && !floor.isWhole ? floor.isOpen : null,
    }),
    phase_mean: pickRows(model.phase_mean, rows, model.phase_count * levels.length),
    dispersion: Float64Array.from(rows, (row) => model.dispersion[row] ?? 1),
    stock: Float64Array.from(rows, (row) => amount(model.stock[row])),
    price: money.price,
    base_price: money.base_price,
    cost: money.cost,
    residual_value: lines.residual_value,
    goal: new Uint8Array(item_count).fill(GOAL_CODE[goal]),
    min_level: Uint8Array.from(spans, (span) => span.min),
    max_level: Uint8Array.from(spans, (span) => span.max),
    previous_level: Uint8Array.from(spans, (span) => span.previous),
    fixed_level: Int16Array.from(spans, (span) => span.fixed),
    // A line that the law takes a level from, or that stays aside, is apart: the others of its group keep their choice.
    group: input.groups?.map((group, index) => (hit[index] || aside[index] ? -1 : group)) ?? null,
    // As the listing counts it: what is sold before the worked phase is the season's too.
    season_sold: lines.season_sales_qty.map((qty, index) => orZero(qty) + (lines.upcoming_qty[index] ?? 0)),
    season_available: lines.stock_qty.map(
      (qty, index) => orZero(qty) + orZero(lines.season_sales_qty[index] ?? 0),
    ),
    never_below_cost: floor.isWhole ? floor.lines : null,
    constraints: sharedConstraints(rules, levels, [project]),
  };
}

/** The levels of each line, with those that the cost and the law close. */
function spansOf(
  input: FloorInput & Pick<PlanInput, 'rules'>,
  money: Money,
): { floor: CostFloor; lawful: LawfulSpans } {
  const { lines, decisions, levels, rules, removed } = input;
  const spans = lines.ids.map((id) => spanOf(decisions.get(id), levels, rules));
  const floor = costFloor(input, money, spans);
  return { floor, lawful: lawfulSpans(spans, removed, levels, floor.isOpen) };
}

/** What the law does to the lines of a plan; see `LawfulSpans`. */
export const lawOnPlan = (input: FloorInput, rules: PlanRules): LawfulSpans =>
  spansOf({ ...input, rules }, knownMoney(input.lines)).lawful;

/** The real prices of each level, where labels have endings: those of the rates that the lines' prices stand at. */
function levelPrices(
  rates: Float64Array | null,
  { price, base_price }: Money,
  levels: readonly number[],
): Pick<MarkdownProblem, 'level_price' | 'level_base_price'> {
  if (!rates) return {};
  const at = (prices: Float64Array): Float64Array =>
    Float64Array.from({ length: prices.length * levels.length }, (_, index) => {
      const rate = rates[index] ?? levels[index % levels.length] ?? 0;
      return discountedValue(prices[Math.floor(index / levels.length)] ?? 0, rate);
    });
  return { level_price: at(price), level_base_price: at(base_price) };
}

/** Lines whose discount chosen by hand is outside what they may take now: planned at the nearest one that they may. */
export function clippedChoices(
  { lines, decisions, levels }: Pick<FloorInput, 'lines' | 'decisions' | 'levels'>,
  rules: PlanRules,
): number {
  return lines.ids.filter((id) => spanOf(decisions.get(id), levels, rules).clipped).length;
}

/** Lines below cost already at the least discount they may take; 0 without a floor. */
export function alreadyBelowCost(input: FloorInput, rules: PlanRules): number {
  const { floor } = spansOf({ ...input, rules }, knownMoney(input.lines));
  return floor.lines?.reduce((count, stands) => count + (stands === 0 ? 1 : 0), 0) ?? 0;
}

/** Lines that may not be sold as deep as they could otherwise, since the law allows no loss in the phase worked; 0 where it is asked for. */
export function keptAboveCost(input: FloorInput, rules: PlanRules): number {
  if (!isFloorOfLaw(rules, input.project)) return 0;
  const { floor, lawful } = spansOf({ ...input, rules }, knownMoney(input.lines));
  const isKept = (span: Span, item: number): boolean =>
    span.fixed < 0 && ownLevels(span).some((level) => !floor.isOpen(item, level, 0));
  return lawful.spans.filter(isKept).length;
}

type FloorInput = Pick<
  PlanInput,
  'lines' | 'decisions' | 'levels' | 'project' | 'removed' | 'lossless_phases'
>;

/** Number of lines whose margin cannot be computed. */
export const unknownCosts = (lines: EngineLines): number =>
  knownMoney(lines).known.reduce((count, known) => count + (known ? 0 : 1), 0);

function modelRows(model: LineModel, ids: readonly string[]): Int32Array {
  const positions = new Map(model.ids.map((id, index) => [id, index]));
  return Int32Array.from(ids, (id) => {
    const row = positions.get(id);
    if (row === undefined) throw new Error(`line ${id} has no demand model`);
    return row;
  });
}

function pickRows(values: Float32Array, rows: Int32Array, width: number): Float32Array {
  const picked = new Float32Array(rows.length * width);
  rows.forEach((row, index) => {
    picked.set(values.subarray(row * width, (row + 1) * width), index * width);
  });
  return picked;
}

/** The rules of a scenario over some projects together; `levels` are all the discounts that they offer, in points. */
export function sharedConstraints(
  rules: PlanRules,
  levels: readonly number[],
  projects: readonly ProjectRow[],
): Constraint[] {
  const constraints: Constraint[] = [];
  const tolerance = (rules.distribution_tolerance_pct ?? DEFAULT_TOLERANCE_PCT) / 100;
  const kind = rules.distribution_basis === 'sum_stock_qty' ? 'stock_quota' : 'count_quota';
  if (rules.discount_pct_distribution) {
    const wanted = rules.discount_pct_distribution;
    levels.forEach((points, level) => {
      const share = (wanted[String(points)] ?? 0) / 100;
      constraints.push({
        kind,
        level,
        min_share: Math.max(0, share - tolerance),
        max_share: Math.min(1, share + tolerance),
      });
    });
  }
  if (isNumber(rules.discount_budget))
    constraints.push({
      kind: 'budget',
      max_amount: rules.discount_budget,
      ...(rules.discount_budget_horizon === 'phase' && { by_phase: 0 }),
    });
  if (isNumber(rules.minimum_profit))
    constraints.push({ kind: 'min_profit', min_amount: rules.minimum_profit });
  if (isNumber(rules.minimum_merit)) constraints.push({ kind: 'min_merit', min_amount: rules.minimum_merit });
  if (isNumber(rules.sell_through_target_pct)) {
    const by_phase = phasesEndingBy(projects, rules.sell_through_by_date ?? null);
    constraints.push({
      kind: 'sell_through',
      min_share: rules.sell_through_target_pct / 100,
      hard: rules.sell_through_hard ?? false,
      ...(by_phase !== null && { by_phase }),
    });
  }
  return constraints;
}

/** Where a target's day falls in the phases left of each project; null: at the end of all of them. */
function phasesEndingBy(projects: readonly ProjectRow[], day: string | null): number | number[] | null {
  const ends = projects.map((project) => phaseEndingBy(project, day));
  if (ends.every((end) => end === null)) return null;
  const last = projects.map(({ phases, working_phase }) => phases.length - (working_phase ?? 0) - 1);
  const known = ends.map((end, n) => end ?? last[n] ?? 0);
  return known.length === 1 ? (known[0] ?? 0) : known;
}

/**
 * Position, among the phases left, of the last one that ends by a day: a target for that day then applies. The worked
 * phase when none does; null for the end of the project.
 */
export function phaseEndingBy(project: ProjectRow, day: string | null): number | null {
  if (day === null) return null;
  const from = project.working_phase ?? 0;
  const left = project.phases.slice(from).map((_, index) => phaseEnd(project, from + index));
  const last = left.findLastIndex((end) => addDays(end, -1) <= day);
  if (last === left.length - 1) return null;
  return Math.max(0, last);
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';
