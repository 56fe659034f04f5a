import type { EngineLines } from '@palier/analytics';
import { discountedValue, isBelowCost } from '@palier/domain';
import type { ProjectRow } from '../../projects/index.ts';
import type { PlanRules } from './plan-rules.ts';
import type { LevelTest, Span } from './spans.ts';

/** Unit prices without NaN: a line without a cost or a price counts for nothing in the margin, which is unknown. */
export function knownMoney({ price, base_price, cost }: EngineLines) {
  const known = Array.from(
    cost,
    (value, index) => Number.isFinite(value) && Number.isFinite(base_price[index]),
  );
  return {
    known,
    price: price.map(amount),
    base_price: base_price.map((value, index) => (known[index] ? amount(value) : 0)),
    cost: cost.map((value, index) => (known[index] ? amount(value) : 0)),
  };
}

export type Money = ReturnType<typeof knownMoney>;

/** What decides the floor of a plan. */
interface FloorOf {
  lines: EngineLines;
  levels: readonly number[];
  rules: PlanRules;
  project: ProjectRow;
  lossless_phases: number;
}

/** Which lines may not be sold below their cost, and until when. */
export interface CostFloor {
  /** 1 where it stands; null: for no line. */
  lines: Uint8Array | null;
  /** Whether it stands in every phase left. */
  isWhole: boolean;
  isOpen: LevelTest;
}

/**
 * The floor of the lines: all of them where the rules, the project, or the law outside the soldes say so, but those
 * that are below it already, since a discount never goes back.
 */
export function costFloor(
  { lines, levels, rules, project, lossless_phases }: FloorOf,
  money: Money,
  spans: readonly Span[],
): CostFloor {
  const isUnderCost = (item: number, level: number): boolean => {
    const rate = lines.level_rate?.[item * levels.length + level] ?? levels[level] ?? 0;
    return isBelowCost(discountedValue(money.base_price[item] ?? 0, rate), money.cost[item] ?? 0);
  };
  const phases = flooredPhases(rules, project, lossless_phases);
  const floored =
    phases === 0
      ? null
      : Uint8Array.from(spans, ({ min, previous, fixed }, item) =>
          isUnderCost(item, fixed >= 0 ? fixed : Math.max(min, previous)) ? 0 : 1,
        );
  return {
    lines: floored,
    isWhole: phases >= project.phases.length - (project.working_phase ?? 0),
    isOpen: (item, level, phase) => phase >= phases || floored?.[item] !== 1 || !isUnderCost(item, level),
  };
}

/** Whether the floor of a plan is the law's alone: neither its scenario nor its project says anything. */
export const isFloorOfLaw = (rules: PlanRules, project: ProjectRow): boolean =>
  rules.never_below_cost === undefined && !project.never_below_cost;

/**
 * Phases, from the worked one on, in which selling below cost is refused: as the scenario says, else as the project
 * does, else as the law does outside the soldes.
 */
function flooredPhases(rules: PlanRules, project: ProjectRow, lossless: number): number {
  if (isFloorOfLaw(rules, project)) return lossless;
  return (rules.never_below_cost ?? true) ? project.phases.length : 0;
}

export const orZero = (value: number): number => (Number.isFinite(value) ? value : 0);
/** An amount that counts for nothing when it is unknown, or makes no sense. */
export const amount = (value: number | undefined): number => Math.max(0, orZero(value ?? 0));
