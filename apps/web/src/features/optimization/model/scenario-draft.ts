import type { Project, Scenario } from '@palier/contract';
import { formatCompactMoney, formatPercent, formatShortDate, type OptimizationGoal } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import type { ScenarioBody } from '../api/scenarios.ts';
import type { Currencies } from './comparison.ts';
import { floorText, typedFloor } from './floor.ts';

/** Whether selling below cost is refused: as the period says, always, or never. */
export type CostFloor = 'auto' | 'refused' | 'allowed';

/** A scenario as it is filled in: numbers as typed. */
export interface ScenarioDraft {
  name: string;
  goal: OptimizationGoal;
  budget: string;
  budget_horizon: 'all' | 'phase';
  sell_through: string;
  sell_through_hard: boolean;
  /** Last day of a phase; empty: the end of the project. */
  sell_through_by: string;
  minimum_profit: string;
  /** Least « marge après invendus »: a loss is one too. */
  minimum_merit: string;
  maximum_discount: string;
  follow_objective: boolean;
  /** A field whose values share one discount; empty: each product its own. */
  same_discount_by: string;
  cost_floor: CostFloor;
  scope: Scenario['scope'];
  keep_discount_pct_user: boolean;
  /** Each project keeps the rules on its own. */
  per_project: boolean;
}

/** Fields whose values may share one discount, or bound a scenario's scope. */
export const sameDiscountFields = [
  { value: 'section', label: 'Rayon' },
  { value: 'family', label: 'Famille' },
  { value: 'subfamily', label: 'Sous-famille' },
  { value: 'brand', label: 'Marque' },
  { value: 'color', label: 'Couleur' },
  { value: 'supplier', label: 'Fournisseur' },
  { value: 'release_season', label: 'Saison de sortie' },
] as const;

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value).replace('.', ',');
}

/** A number typed the French way, with the sign of its money or none; null when empty, undefined when it is not one. */
export function typedNumber(typed: string): number | null | undefined {
  const bare = typed.replace(/[\s%\p{Sc}]/gu, '').replace(',', '.');
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
    budget_horizon: constraints.discount_budget_horizon ?? 'all',
    sell_through: text(constraints.sell_through_target_pct),
    sell_through_hard: constraints.sell_through_hard ?? false,
    sell_through_by: constraints.sell_through_by_date ?? '',
    minimum_profit: text(constraints.minimum_profit),
    minimum_merit: constraints.minimum_merit == null ? '' : floorText(constraints.minimum_merit),
    maximum_discount: text(constraints.maximum_discount_pct),
    follow_objective: Boolean(constraints.discount_pct_distribution),
    same_discount_by: constraints.same_discount_by ?? '',
    cost_floor:
      constraints.never_below_cost === undefined
        ? 'auto'
        : constraints.never_below_cost
          ? 'refused'
          : 'allowed',
    scope: scenario?.scope ?? null,
    keep_discount_pct_user: constraints.keep_discount_pct_user ?? true,
    per_project: constraints.per_project ?? false,
  };
}

export type ScenarioDraftErrors = Partial<
  Record<'name' | 'budget' | 'sell_through' | 'minimum_profit' | 'minimum_merit' | 'maximum_discount', string>
>;

/** What is wrong in a draft, by field. */
export function scenarioErrors(draft: ScenarioDraft): ScenarioDraftErrors {
  const errors: ScenarioDraftErrors = {};
  if (draft.name.trim() === '') errors.name = 'Donnez un nom au scénario.';
  for (const field of ['budget', 'minimum_profit'] as const)
    if (typedNumber(draft[field]) === undefined) errors[field] = 'Donnez un montant.';
  if (draft.minimum_merit.trim() !== '' && typedFloor(draft.minimum_merit) === null)
    errors.minimum_merit = 'Donnez un montant.';
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
  objective: Project['objective'],
  collectionIds: readonly string[] = [],
): ScenarioBody {
  const { never_below_cost: _floor, ...kept } = scenario?.constraints ?? {};
  return {
    name: draft.name.trim(),
    goal: draft.goal,
    scope: draft.scope ?? null,
    ...(scenario === null && collectionIds.length > 0 && { projects: [...collectionIds] }),
    constraints: {
      ...kept,
      ...(draft.follow_objective ? distributionOf(objective, kept) : { discount_pct_distribution: null }),
      discount_budget: typedNumber(draft.budget) ?? null,
      discount_budget_horizon: draft.budget_horizon,
      sell_through_target_pct: typedNumber(draft.sell_through) ?? null,
      sell_through_hard: draft.sell_through_hard,
      sell_through_by_date: draft.sell_through_by || null,
      minimum_profit: typedNumber(draft.minimum_profit) ?? null,
      minimum_merit: typedFloor(draft.minimum_merit),
      maximum_discount_pct: typedNumber(draft.maximum_discount) ?? null,
      same_discount_by: draft.same_discount_by || null,
      ...(draft.cost_floor !== 'auto' && { never_below_cost: draft.cost_floor === 'refused' }),
      keep_discount_pct_user: draft.keep_discount_pct_user,
      per_project: draft.per_project,
    },
  };
}

type Constraints = NonNullable<Scenario['constraints']>;

/** The project's objective as rules: its shares, what they count, and how near one must come. */
function distributionOf(objective: Project['objective'], kept: Constraints): Partial<Constraints> {
  const wanted = objective?.discount_pct_distribution;
  if (!wanted) return { discount_pct_distribution: kept.discount_pct_distribution ?? null };
  const { basis, tolerance_pct } = objective.discount_pct_distribution_params ?? {};
  return {
    discount_pct_distribution: wanted,
    ...(basis && { distribution_basis: basis }),
    ...(tolerance_pct !== undefined && { distribution_tolerance_pct: tolerance_pct }),
  };
}

/** A plan whose goal is « Marge » maximises « marge après invendus ». */
const MAXIMISED: Record<OptimizationGoal, string> = {
  profit: 'marge après invendus',
  sales: 'CA',
  cogs: 'écoulement',
};

/** A scenario's goal and constraints in words: « Maximiser marge après invendus », « budget 680 k€ · écoulement ≥ 71 % ». */
export function scenarioWords(
  scenario: Scenario,
  { catalog, accounting }: Currencies,
  projectCount = 1,
): { goal: string; constraints: string } {
  const constraints = scenario.constraints ?? {};
  const shared = projectCount > 1 && !constraints.per_project ? ` pour les ${projectCount} projets` : '';
  const parts = [
    constraints.discount_budget != null &&
      `budget ${formatCompactMoney(constraints.discount_budget, catalog)}${constraints.discount_budget_horizon === 'phase' ? ' sur la démarque travaillée' : ''}${shared}`,
    constraints.sell_through_target_pct != null &&
      `écoulement ${constraints.sell_through_hard ? '≥' : 'visé'}\u00a0${formatPercent(constraints.sell_through_target_pct)}${constraints.sell_through_by_date ? ` au ${formatShortDate(constraints.sell_through_by_date)}` : ''}`,
    constraints.minimum_profit != null &&
      `marge des pièces vendues ≥\u00a0${formatCompactMoney(constraints.minimum_profit, accounting)}`,
    constraints.minimum_merit != null &&
      `marge après invendus ≥\u00a0${formatCompactMoney(constraints.minimum_merit, accounting)}`,
    constraints.maximum_discount_pct != null && `${formatPercent(constraints.maximum_discount_pct)} au plus`,
    constraints.discount_pct_distribution && 'objectif de répartition',
    constraints.same_discount_by &&
      `une démarque par ${sameDiscountFields.find(({ value }) => value === constraints.same_discount_by)?.label.toLocaleLowerCase('fr-FR') ?? 'groupe'}`,
    constraints.never_below_cost && 'jamais sous le coût',
    constraints.per_project && 'par projet',
    scenario.scope && 'portée choisie',
  ].filter((part) => typeof part === 'string');
  return {
    goal: `Maximiser ${MAXIMISED[scenario.goal]}`,
    constraints: french(parts.join(' · ')) || 'sans contrainte',
  };
}
