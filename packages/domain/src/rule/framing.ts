import { nearestLevel } from '../discount/levels.ts';
import type { DiscountDecision } from '../discount/resolution.ts';
import { type DiscountPath, previousDiscount } from '../discount/steps.ts';
import type { DiscountSpan, RuleDiscount } from './specification.ts';

/** What one rule says of one line. */
export interface RuleStatement {
  rule_id: string;
  discount: RuleDiscount;
}

/** A line as rules find it. */
export interface FramedLine extends DiscountDecision, DiscountPath {
  /** The automatic discount that the line had before any rule gave it one. */
  base_discount_pct_auto: number | null;
}

/** What the rulebook makes of a line. */
export interface Framing {
  discount_pct_min: number | null;
  discount_pct_max: number | null;
  discount_pct_auto: number | null;
  /** The user's choice brought inside the shields; null when there is none. */
  discount_pct_user: number | null;
  /** Rules that take the line, in order. */
  applied_discount_rule_ids: string[];
  /** Rules that a higher one, or the previous discount, keeps from what they ask: rule → what won. */
  overruled: Record<string, string>;
  /** The rule that the discount in force comes from; null when none moves it: a choice inside the shields, the previous discount. */
  decided_by: string | null;
}

/** What wins over every rule: a marked-down price never goes back up. */
export const LADDER = 'previous_discount';

interface Bound {
  value: number;
  /** The rule that set it, or `LADDER`. */
  by: string;
}

/** The one discount that a rule gives, inside the bounds above it; `by`: what it comes from, the rule or the bound. */
interface Given extends Bound {
  rule_id: string;
}

/**
 * Frames a line by the rules that take it, from the top of the rulebook to the bottom.
 *
 * The previous discount comes before all rules, and a higher rule wins over a lower one: the span of the levels
 * still allowed only ever narrows, and a rule that asks for something outside it is brought to the nearest level
 * inside. Of rules that give one discount, the highest gives it, and no lower rule narrows the span past it. Without one
 * the line keeps its automatic discount or, having none, takes the smallest that a rule's minimum asks.
 *
 * @param statements of the rules that take the line, the highest first.
 * @param levels the project's, ascending, in points.
 */
export function frameLine(
  line: FramedLine,
  statements: readonly RuleStatement[],
  levels: readonly number[],
): Framing {
  const floor = previousDiscount(line) ?? 0;
  const top = levels.at(-1) ?? 0;
  let low: Bound = { value: floor, by: LADDER };
  let high: Bound = { value: Math.max(top, floor), by: LADDER };
  let given: Given | null = null;
  const overruled: Record<string, string> = {};
  for (const { rule_id, discount } of statements) {
    if (typeof discount === 'number') {
      const asked = nearestLevel(discount, levels);
      if (given === null) {
        const bound = boundOn(asked, low, high);
        if (bound) overruled[rule_id] = bound.by;
        given = { value: within(asked, low.value, high.value), by: bound?.by ?? rule_id, rule_id };
      } else if (given.value !== asked) overruled[rule_id] = given.rule_id;
      continue;
    }
    const { min, max } = onLevels(discount, levels);
    // What was given from above is the least of a maximum, and the most of a minimum.
    const most: Bound = given ? { value: given.value, by: given.rule_id } : high;
    const least: Bound = given ? { value: given.value, by: given.rule_id } : low;
    if (min !== null && min > most.value) overruled[rule_id] = min > high.value ? high.by : most.by;
    if (max !== null && max < least.value) overruled[rule_id] = max < low.value ? low.by : least.by;
    const raised = min === null ? low.value : within(min, low.value, most.value);
    if (raised > low.value) low = { value: raised, by: rule_id };
    const lowered = max === null ? high.value : within(max, Math.max(low.value, least.value), high.value);
    if (lowered < high.value) high = { value: lowered, by: rule_id };
  }
  const value = given ? given.value : line.base_discount_pct_auto;
  const user = line.discount_pct_user ?? null;
  return {
    discount_pct_min: low.by === LADDER ? null : low.value,
    discount_pct_max: high.by === LADDER ? null : high.value,
    discount_pct_auto: value ?? (low.by === LADDER ? null : low.value),
    discount_pct_user: user === null ? null : withinRules(user, low, high),
    applied_discount_rule_ids: statements.map(({ rule_id }) => rule_id),
    overruled,
    decided_by: ruleOf(boundOn(user ?? value ?? floor, low, high) ?? (user === null ? given : null)),
  };
}

/** The bound that a value is outside of; null when it is inside. */
function boundOn(value: number, low: Bound, high: Bound): Bound | null {
  if (value < low.value) return low;
  return value > high.value ? high : null;
}

const ruleOf = (bound: Bound | null): string | null =>
  bound === null || bound.by === LADDER ? null : bound.by;

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Only what a rule set moves a choice: an older choice below the previous discount is not the rules' matter. */
function withinRules(value: number, low: Bound, high: Bound): number {
  const raised = low.by === LADDER ? value : Math.max(value, low.value);
  return high.by === LADDER ? raised : Math.min(raised, high.value);
}

/** A span on levels: its least level and its greatest. Of a span between two levels the lower remains. */
function onLevels({ min, max }: DiscountSpan, levels: readonly number[]): DiscountSpan {
  const lowest = min === null ? null : (levels.find((level) => level >= min) ?? levels.at(-1) ?? 0);
  const highest = max === null ? null : (levels.findLast((level) => level <= max) ?? levels[0] ?? 0);
  return lowest !== null && highest !== null && lowest > highest
    ? { min: highest, max: highest }
    : { min: lowest, max: highest };
}
