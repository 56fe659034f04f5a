import type { Project, Scenario } from '@palier/contract';
import { discountLevels, type OptimizationGoal } from '@palier/domain';
import type { ScenarioBody } from '../api/scenarios.ts';

/** Name of the scenario that the simple screen keeps for itself. */
export const simpleScenarioName = 'Optimisation simple';

export interface SimpleAnswers {
  goal: OptimizationGoal;
  /** Points; the deepest discount wanted. */
  deepest: number;
  /** Most that discounts may cost; null without a ceiling. */
  budget: number | null;
}

/** Discounts that may be the deepest: those that every project offers, but none. */
export function deepestChoices(projects: readonly Project[]): number[] {
  const offered = projects.map((project) => discountLevels(project));
  const [first = []] = offered;
  return first.filter((level) => level > 0 && offered.every((levels) => levels.includes(level)));
}

/** The scenario that answers three questions. */
export function simpleScenario(
  { goal, deepest, budget }: SimpleAnswers,
  projectIds: readonly string[],
): ScenarioBody {
  return {
    name: simpleScenarioName,
    goal,
    simple: true,
    projects: [...projectIds],
    constraints: { maximum_discount_pct: deepest, discount_budget: budget, keep_discount_pct_user: true },
  };
}

/** The scenario to use again, if the simple screen has made one for the same projects. */
export function findSimpleScenario(
  scenarios: readonly Scenario[],
  projectIds: readonly string[],
): Scenario | null {
  const wanted = [...projectIds].sort().join();
  return (
    scenarios.find(({ simple, projects }) => simple && [...(projects ?? [])].sort().join() === wanted) ?? null
  );
}
