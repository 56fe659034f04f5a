import type { DiscountHistoryEntry, Line, LineOptimization } from '@palier/domain';
import type { ClosedPhase, LineOptimizationRow } from './repository.ts';

export interface LineContext {
  optimizations: ReadonlyMap<string, readonly LineOptimizationRow[]>;
  closed_phases: ReadonlyMap<string, readonly ClosedPhase[]>;
  user_names: ReadonlyMap<string, string>;
  rule_names: ReadonlyMap<string, string>;
  pictureUrl: (image: unknown) => string | null;
}

/** A line as the API answers it: the facts' row, with history, optimisations, names and a picture that opens. */
export function presentLine({ prices, ...row }: Line, context: LineContext): Line {
  const previous = row.previous_discount_pcts ?? [];
  const { discount_pct_update_user: user, price: usual } = row;
  const rules = rulesOf(row.applied_discount_rule_ids, context);
  return {
    ...row,
    ...(prices && prices.length > 1 && { price: usualFirst(usual, prices) }),
    ...('image_url' in row && { image_url: context.pictureUrl(row.image_url) }),
    ...(typeof user === 'string' && { discount_pct_update_user: context.user_names.get(user) ?? user }),
    project_phase: previous.length,
    optimizations: (context.optimizations.get(row._id) ?? []).map(presentOptimization),
    discount_history: previous.map((discount_pct, phase) =>
      presentPhase(row, { phase, discount_pct }, context),
    ),
    applied_discount_rules: rules,
    discount_rules: rules,
  };
}

/** The prices of a product's variants, the one that its figures count with first. */
function usualFirst(usual: Line['price'], prices: readonly number[]): number[] {
  const others = prices.filter((price) => price !== usual);
  return typeof usual === 'number' ? [usual, ...others] : others;
}

/** A past phase of a line; a discount that was there before the project has no one who validated it. */
function presentPhase(
  row: Line,
  { phase, discount_pct }: { phase: number; discount_pct: number | null },
  context: LineContext,
): DiscountHistoryEntry {
  const closed = context.closed_phases.get(row._id)?.find(({ project_phase }) => project_phase === phase);
  return {
    project_phase: phase,
    discount_pct,
    applied_discount_rules: rulesOf(closed?.applied_discount_rule_ids, context),
    activity_id: closed?.activity_id ?? null,
    ...(closed && {
      date: closed.created_at.toISOString(),
      user_name: closed.user_name,
      description: closed.discount_pct_update_description,
    }),
  };
}

/** Rules that frame the line; one that was deleted since goes by its id. */
function rulesOf(ids: readonly string[] | null | undefined, { rule_names }: LineContext) {
  return (ids ?? []).map((id) => ({ id, name: rule_names.get(id) ?? id }));
}

function presentOptimization(row: LineOptimizationRow): LineOptimization {
  return {
    project_phase: row.project_phase,
    goal: row.goal,
    discount_pct: row.discount_pct,
    discount_pct_input: row.discount_pct_input,
    sales_qty_forecast: row.sales_qty_forecast,
    is_optimal: row.is_optimal,
    optimization_id: row.optimization_id,
  };
}
