import {
  type Constraint,
  joinedLevels,
  joinProblems,
  type MarkdownProblem,
  type OptimiseResult,
} from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { LongTask } from '../../engine/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { neverWorse, type PlanBase, type PlanRequest, planProblem, presentPath } from './plan.ts';
import type { PlanRules } from './plan-rules.ts';
import { sharedConstraints } from './problem.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'threads'>;
export interface ProjectBase {
  scope: ProjectScope;
  base: PlanBase;
}

/** What planning several projects under one set of rules gives. */
export interface PlansTogether {
  /** Each project's own part, with the status and gap of the whole, and no rule of its own. */
  results: OptimiseResult[];
  /** The whole: its rules are those that the projects share. */
  shared: OptimiseResult;
  /** Discounts offered by any of the projects, in points: the levels of the shared rules. */
  levels: number[];
}

/** Whether projects are planned together: there are several, and the scenario does not ask for each on its own. */
export const isTogether = (projects: readonly unknown[], rules: PlanRules): boolean =>
  projects.length > 1 && rules.per_project !== true;

/** Rules that bind projects together, by their place in a scenario. */
const SHARED: readonly (keyof PlanRules)[] = [
  'discount_pct_distribution',
  'discount_budget',
  'sell_through_target_pct',
  'minimum_profit',
  'minimum_merit',
];

/** @throws 422 when projects of different currencies would share a rule: amounts are never added across currencies */
export function proveShareable(projects: readonly ProjectRow[], rules: PlanRules): void {
  if (!isTogether(projects, rules)) return;
  const shared = SHARED.filter((name) => rules[name] !== undefined && rules[name] !== null);
  const currencies = new Set(
    projects.flatMap(({ catalog_currency, accounting_currency }) => [
      `${catalog_currency}/${accounting_currency}`,
    ]),
  );
  if (shared.length === 0 || currencies.size === 1) return;
  const names = [...new Set(projects.map(({ catalog_currency }) => catalog_currency))].join(', ');
  throw new ApiError(
    'refused',
    `Ces projets n’ont pas la même devise (${names}) : ils ne peuvent pas partager les règles du scénario. Demandez-les « par projet », ou lancez-les séparément.`,
  );
}

/** Chooses the discounts of several projects at once, the scenario's rules holding over all of them. */
export async function planTogether(
  deps: Needs,
  projects: readonly ProjectBase[],
  request: PlanRequest,
  task: LongTask = {},
): Promise<PlansTogether> {
  const problems: MarkdownProblem[] = [];
  for (const { scope, base } of projects)
    problems.push({ ...(await planProblem(deps, scope, base, request)), constraints: [] });
  const levels = Array.from(joinedLevels(problems), (level) => Math.round(100 * level));
  const rows = projects.map(({ base }) => base.project);
  const shared: Constraint[] = sharedConstraints(request.rules, levels, rows);
  const joined = joinProblems(problems, shared);
  const found = await deps.threads.optimise(joined.problem, {}, task);
  const present = joined.joinPlans(projects.map(({ base }) => presentPath(base)));
  const result = neverWorse(joined.problem, found, present);
  const plans = joined.plansOf(result.plan);
  return {
    shared: result,
    levels,
    results: plans.map((plan) => ({ ...result, plan, constraints: [], infeasibility: null })),
  };
}
