/** Points of « marge après invendus » that a plan may lose against the one in force before it is said; an organisation may set its own. */
export const DEFAULT_LOSS_THRESHOLD_PCT = 2;

/** Amounts that would be written « 0 € » are no loss: they are what rounding leaves. */
const SHOWN_AMOUNT = 0.5;

/** What a plan is judged on before it is applied: three plans of the same lines, to the project's end. */
export interface LossFigures {
  /** Lines compared. */
  discount_count: number;
  /** « Marge après invendus » of the plan, of every price left as it is, and of the plan in force. */
  profit_after_leftovers: number;
  nothing_profit_after_leftovers: number;
  current_profit_after_leftovers: number;
  /** Products that the plan sells under their cost in some phase left, and that the plan in force does. */
  below_cost_count: number;
  current_below_cost_count: number;
  /** Products that the plan sells under their cost and that the plan in force does not. */
  added_below_cost_count: number;
}

export type LossWarning =
  | { kind: 'below_current' | 'below_nothing'; amount: number }
  | { kind: 'below_cost'; count: number; added: number };

/** The figures with what must be said of them; nothing to say is no warning. */
export interface Loss extends LossFigures {
  /** Points under the plan in force from which a loss is said. */
  threshold_pct: number;
  warnings: LossWarning[];
}

/** Whether an amount missing from a plan's merit is enough to be said, by the threshold of the organisation in percent. */
export function isLossSaid(lost: number, merit: number, thresholdPct: number): boolean {
  return lost >= SHOWN_AMOUNT && lost > (thresholdPct / 100) * Math.abs(merit);
}

/**
 * Judges a plan: below doing nothing, below the plan in force by more than the threshold, or selling under cost what
 * was not. The one rule of « no loss unaware »: runs, sends, edits of groups, goals and validations all ask it.
 */
export function judgeLoss(figures: LossFigures, thresholdPct: number = DEFAULT_LOSS_THRESHOLD_PCT): Loss {
  const {
    profit_after_leftovers: merit,
    current_profit_after_leftovers: current,
    nothing_profit_after_leftovers: nothing,
    below_cost_count: count,
    added_below_cost_count: added,
  } = figures;
  const warnings: LossWarning[] = [];
  const lost = current - merit;
  if (isLossSaid(lost, current, thresholdPct)) warnings.push({ kind: 'below_current', amount: lost });
  if (nothing - merit >= SHOWN_AMOUNT) warnings.push({ kind: 'below_nothing', amount: nothing - merit });
  if (added > 0) warnings.push({ kind: 'below_cost', count, added });
  return { ...figures, threshold_pct: thresholdPct, warnings };
}

/** How far under doing nothing a plan is, in percent of it; 0 when it is not, by the same rounding as its warning. */
export function lossUnderNothing({
  profit_after_leftovers: merit,
  nothing_profit_after_leftovers: nothing,
}: LossFigures): number {
  if (nothing - merit < SHOWN_AMOUNT) return 0;
  return nothing === 0 ? Number.POSITIVE_INFINITY : (100 * (nothing - merit)) / Math.abs(nothing);
}

/** Products that a plan sells under their cost, in percent of its products. */
export function shareBelowCost({ below_cost_count, discount_count }: LossFigures): number {
  return discount_count === 0 ? 0 : (100 * below_cost_count) / discount_count;
}

/** Figures of several sets of lines as those of one; the caller adds up one currency only. */
export function sumLossFigures(parts: readonly LossFigures[]): LossFigures {
  const sum = (name: keyof LossFigures): number => parts.reduce((total, part) => total + part[name], 0);
  return {
    discount_count: sum('discount_count'),
    profit_after_leftovers: sum('profit_after_leftovers'),
    nothing_profit_after_leftovers: sum('nothing_profit_after_leftovers'),
    current_profit_after_leftovers: sum('current_profit_after_leftovers'),
    below_cost_count: sum('below_cost_count'),
    current_below_cost_count: sum('current_below_cost_count'),
    added_below_cost_count: sum('added_below_cost_count'),
  };
}

/** The best merit that is known without a run: what a floor is prefilled with, and where it comes from. */
export function proposedFloors(figures: LossFigures): { from: 'current' | 'nothing'; amount: number }[] {
  const floors = [
    { from: 'current' as const, amount: figures.current_profit_after_leftovers },
    { from: 'nothing' as const, amount: figures.nothing_profit_after_leftovers },
  ];
  return floors.sort((a, b) => b.amount - a.amount);
}
