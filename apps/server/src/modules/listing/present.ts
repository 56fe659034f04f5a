import type { FieldValue, LineRow } from '@palier/analytics';
import type { LineOptimizationRow } from './repository.ts';

export type LineContext = {
  optimizations: ReadonlyMap<string, readonly LineOptimizationRow[]>;
  /** Activity that validated each phase. */
  phase_activities: ReadonlyMap<number, string>;
  user_names: ReadonlyMap<string, string>;
  rule_names: ReadonlyMap<string, string>;
  pictureUrl: (image: unknown) => string | null;
};

/** A line as the API answers it: the facts' row, with history, optimisations, names and a picture that opens. */
export function presentLine(row: LineRow, context: LineContext): LineRow {
  const previous = Array.isArray(row.previous_discount_pcts) ? row.previous_discount_pcts : [];
  const user = row.discount_pct_update_user;
  return {
    ...row,
    ...('image_url' in row && { image_url: context.pictureUrl(row.image_url) }),
    ...(typeof user === 'string' && { discount_pct_update_user: context.user_names.get(user) ?? user }),
    project_phase: previous.length,
    optimizations: (context.optimizations.get(row._id) ?? []).map(presentOptimization),
    discount_history: previous.map((discount_pct, phase) => ({
      project_phase: phase,
      discount_pct: discount_pct as FieldValue,
      applied_discount_rules: [],
      activity_id: context.phase_activities.get(phase) ?? row._id,
    })),
    applied_discount_rules: rulesOf(row, context),
  };
}

/** Rules that frame the line; one that was deleted since goes by its id. */
function rulesOf({ applied_discount_rule_ids: ids }: LineRow, { rule_names }: LineContext) {
  return Array.isArray(ids)
    ? ids.map((id) => ({ id: String(id), name: rule_names.get(String(id)) ?? String(id) }))
    : [];
}

function presentOptimization(row: LineOptimizationRow): { [name: string]: FieldValue } {
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
