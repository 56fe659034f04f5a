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
export function simpleScenario({ goal, deepest, budget }: SimpleAnswers): ScenarioBody {
  return {
    name: simpleScenarioName,
    goal,
    constraints: { maximum_discount_pct: deepest, discount_budget: budget, keep_discount_pct_user: true },
  };
}

/** The scenario to use again, if the simple screen has made one. */
export function findSimpleScenario(scenarios: readonly Scenario[]): Scenario | null {
  return scenarios.find((scenario) => scenario.name === simpleScenarioName) ?? null;
}
