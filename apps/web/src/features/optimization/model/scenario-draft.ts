import type { Scenario } from '@palier/contract';
import { formatCompactMoney, formatPercent, GOAL_LABELS, type OptimizationGoal } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import type { ScenarioBody } from '../api/scenarios.ts';

/** A scenario as it is filled in: numbers as typed. */
export type ScenarioDraft = {
  name: string;
  goal: OptimizationGoal;
  budget: string;
  sell_through: string;
  maximum_discount: string;
  follow_objective: boolean;
  never_below_cost: boolean;
  keep_discount_pct_user: boolean;
};

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value).replace('.', ',');
}

/** A number typed the French way; null when empty, undefined when it is not one. */
export function typedNumber(typed: string): number | null | undefined {
  const bare = typed.replace(/[\s€%]/g, '').replace(',', '.');
  if (bare === '') return null;
  const value = Number(bare);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function scenarioDraft(scenario: Scenario | null): ScenarioDraft {
  const constraints = scenario?.constraints ?? {};
  return {
    name: scenario?.name ?? '',
    goal: scenario?.goal ?? 'profit',
    budget: text(constraints.discount_budget),
    sell_through: text(constraints.sell_through_target_pct),
    maximum_discount: text(constraints.maximum_discount_pct),
    follow_objective: Boolean(constraints.discount_pct_distribution),
    never_below_cost: constraints.never_below_cost ?? false,
    keep_discount_pct_user: constraints.keep_discount_pct_user ?? true,
  };
}

export type ScenarioDraftErrors = Partial<
  Record<'name' | 'budget' | 'sell_through' | 'maximum_discount', string>
>;

/** What is wrong in a draft, by field. */
export function scenarioErrors(draft: ScenarioDraft): ScenarioDraftErrors {
  const errors: ScenarioDraftErrors = {};
  if (draft.name.trim() === '') errors.name = 'Donnez un nom au scénario.';
  if (typedNumber(draft.budget) === undefined) errors.budget = 'Donnez un montant.';
  for (const field of ['sell_through', 'maximum_discount'] as const) {
    const value = typedNumber(draft[field]);
    if (value === undefined || (value !== null && value > 100))
      errors[field] = 'Donnez un taux entre 0 et 100.';
  }
  return errors;
}

/** The body to send; constraints that the dialog does not show stay as they are. */
export function scenarioBody(
  draft: ScenarioDraft,
  scenario: Scenario | null,
  distribution: Record<string, number> | null,
): ScenarioBody {
  return {
    name: draft.name.trim(),
    goal: draft.goal,
    constraints: {
      ...scenario?.constraints,
      discount_budget: typedNumber(draft.budget) ?? null,
      sell_through_target_pct: typedNumber(draft.sell_through) ?? null,
      maximum_discount_pct: typedNumber(draft.maximum_discount) ?? null,
      discount_pct_distribution: draft.follow_objective
        ? (distribution ?? scenario?.constraints?.discount_pct_distribution ?? null)
        : null,
      never_below_cost: draft.never_below_cost,
      keep_discount_pct_user: draft.keep_discount_pct_user,
    },
  };
}

/** A scenario's goal and constraints in words: « Maximiser marge », « budget 680 k€ · écoulement ≥ 71 % ». */
export function scenarioWords(scenario: Scenario, currency: string): { goal: string; constraints: string } {
  const constraints = scenario.constraints ?? {};
  const parts = [
    constraints.discount_budget != null &&
      `budget ${formatCompactMoney(constraints.discount_budget, currency)}`,
    constraints.sell_through_target_pct != null &&
      `écoulement ≥ ${formatPercent(constraints.sell_through_target_pct)}`,
    constraints.maximum_discount_pct != null && `${formatPercent(constraints.maximum_discount_pct)} au plus`,
    constraints.discount_pct_distribution && 'objectif de répartition',
    constraints.never_below_cost && 'jamais sous le coût',
  ].filter((part) => typeof part === 'string');
  return {
    goal: `Maximiser ${scenario.goal === 'sales' ? 'CA' : GOAL_LABELS[scenario.goal].toLocaleLowerCase('fr-FR')}`,
    constraints: french(parts.join(' · ')) || 'sans contrainte',
  };
}
