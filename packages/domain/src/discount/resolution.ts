import { type DiscountPath, previousDiscount } from './steps.ts';

/** The decision fields of a line that decide the discount it shows, all in points. */
export interface DiscountDecision {
  discount_pct_user?: number | null;
  discount_pct_auto?: number | null;
  discount_pct_min?: number | null;
  discount_pct_max?: number | null;
}

export const DISCOUNT_KINDS = ['user', 'optimised', 'auto'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];
export const DISCOUNT_KIND_LABELS: Record<DiscountKind, string> = {
  user: 'Choisie',
  optimised: 'Optimisée',
  auto: 'Automatique',
};

/** What tells whether an optimisation proposed a discount for a line; undefined: not known here. */
interface Proposed {
  readonly discount_pct_opti?: number | null | undefined;
}

/**
 * The kind that is said of a line's discount. A line's kind is « optimised » as soon as its project has optimisations, or
 * a shield moved its value; it was optimised only where an optimisation proposed something for it.
 */
export function saidDiscountKind(kind: DiscountKind, line: Proposed): DiscountKind {
  return kind === 'optimised' && line.discount_pct_opti === null ? 'auto' : kind;
}

/** The word beside a line's discount. */
export function discountKindLabel(kind: DiscountKind, line: Proposed): string {
  return DISCOUNT_KIND_LABELS[saidDiscountKind(kind, line)];
}

/** A value brought inside the line's shields; a missing shield does not bind. */
export function clampToShields(value: number, line: DiscountDecision): number {
  const raised = Math.max(value, line.discount_pct_min ?? value);
  return Math.min(raised, line.discount_pct_max ?? raised);
}

/**
 * The shield that moved the automatic value: discount_pct_min if it was raised to it, discount_pct_max if it
 * was lowered to it, null when no shield moved it.
 */
export function effectiveBound(line: DiscountDecision): number | null {
  const auto = line.discount_pct_auto;
  if (auto === null || auto === undefined) return null;
  const bounded = clampToShields(auto, line);
  return bounded === auto ? null : bounded;
}

/** The discount in force: the user's choice, else the automatic value inside its shields, else null. */
export function effectiveDiscount(line: DiscountDecision): number | null {
  if (line.discount_pct_user !== null && line.discount_pct_user !== undefined) return line.discount_pct_user;
  if (line.discount_pct_auto === null || line.discount_pct_auto === undefined) return null;
  return clampToShields(line.discount_pct_auto, line);
}

/** Whether the discount in force, shields applied, is the one that the optimiser proposed; without a proposal it is not. */
export function isDiscountOptimal(
  line: DiscountDecision & { readonly discount_pct_opti?: number | null },
): boolean {
  const proposed = line.discount_pct_opti ?? null;
  return proposed !== null && effectiveDiscount(line) === proposed;
}

/** The discount that a line's price stands at during a phase, in points. */
export interface StandingDiscount {
  discount_pct: number;
  /** Nothing was decided for this phase: the price marked down before stands. */
  carried: boolean;
}

/**
 * The discount that a phase's decision gives a line: the one decided when the line takes part; left out or undecided,
 * the markdown that it had before, since a price marked down does not go back up. null when it has no price of the
 * phase's: it was never marked down and nothing says that it is.
 */
export function standingDiscount(line: {
  included: boolean;
  /** The discount in force (`effectiveDiscount`). */
  discount_pct: number | null;
  previous_discount_pct: number | null;
}): StandingDiscount | null {
  if (line.included && line.discount_pct !== null) return { discount_pct: line.discount_pct, carried: false };
  const previous = line.previous_discount_pct ?? 0;
  return previous > 0 ? { discount_pct: previous, carried: true } : null;
}

/**
 * The discount at which a line stands in the forecast, in points: the one in force, or the previous phase's when there
 * is none or the line is left out of the markdown. Every figure of a plan is taken at it.
 */
export function workedDiscount(
  line: DiscountDecision & Pick<DiscountPath, 'previous_discount_pcts'> & { included?: boolean | undefined },
): number {
  const standing = standingDiscount({
    included: line.included !== false,
    discount_pct: effectiveDiscount(line),
    previous_discount_pct: previousDiscount(line),
  });
  return standing?.discount_pct ?? 0;
}

/**
 * Where the discount in force comes from. 0 is a set user value.
 *
 * user: chosen by hand. optimised: an automatic value that an optimisation gave, or that a shield moved.
 * auto: an automatic value used as it is. null: no value at all.
 */
export function discountKind(line: DiscountDecision, hasOptimizations: boolean): DiscountKind | null {
  if (line.discount_pct_user !== null && line.discount_pct_user !== undefined) return 'user';
  if (line.discount_pct_auto === null || line.discount_pct_auto === undefined) return null;
  return hasOptimizations || effectiveBound(line) !== null ? 'optimised' : 'auto';
}
