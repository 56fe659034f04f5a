import type { NewRule, Optimization, Project, References, Scenario } from '@palier/contract';
import type { OptimizationGoal } from '@palier/domain';
import type { Call } from './people.ts';

/** Resolves once no job is left to run. */
export type Settled = () => Promise<void>;

const tagged = (tag: string, bounds: { min: number | null; max: number | null }, name: string): NewRule => ({
  name,
  query: { combinator: 'and', rules: [{ field: 'tags', operator: 'contains', value: tag }] },
  discount_spec_map: { '*': bounds },
  discount_spec_map_type: 'fixed',
});

/** What the chain holds to, whatever a plan would gain by another way: what it never does, and what it clears. */
const CHARTER: readonly NewRule[] = [
  tagged('Permanent', { min: null, max: 20 }, 'Permanents : 20\u202f% au plus'),
  tagged('Best-seller', { min: null, max: 40 }, 'Best-sellers : 40\u202f% au plus'),
  tagged('Nouveau', { min: null, max: 40 }, 'Nouveautés : 40\u202f% au plus'),
  tagged('Tailles cassées', { min: 30, max: null }, 'Tailles cassées : 30\u202f% au moins'),
];

/** Puts the chain's charter on projects and applies it; one that has rules keeps its own. */
export async function frameProjects(
  projects: readonly Project[],
  call: Call,
  settled: Settled,
): Promise<void> {
  for (const { _id } of projects) {
    const rulebook = await call<{ data: unknown[] }>('GET', `/projects/${_id}/rules`);
    if (rulebook.data.length > 0) continue;
    await call('POST', `/projects/${_id}/rules`, [...CHARTER]);
    await call('POST', `/projects/${_id}/rules/process`);
  }
  await settled();
}

interface Wanted {
  name: string;
  goal: OptimizationGoal;
  constraints?: NonNullable<Scenario['constraints']>;
}

/** Runs a scenario on projects, once for each name, and waits for its result. @throws when no plan was found */
export async function runScenario(
  wanted: Wanted,
  projects: readonly Project[],
  call: Call,
  settled: Settled,
): Promise<Optimization> {
  const { data } = await call<{ data: Scenario[] }>('GET', '/scenarios');
  const ids = projects.map(({ _id }) => _id);
  const scenario =
    data.find(({ name }) => name === wanted.name) ??
    (await call<Scenario>('POST', '/scenarios', { ...wanted, projects: ids }));
  const asked = await call<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: ids,
  });
  await settled();
  const run = await call<Optimization>('GET', `/optimizations/${asked._id}`);
  if (run.status !== 'completed') throw new Error(`${wanted.name} : ${run.error ?? run.status}`);
  return run;
}

/** Sends a run to the listing of projects. */
export async function sendPlan(run: Optimization, projects: readonly Project[], call: Call): Promise<void> {
  const project_ids = projects.map(({ _id }) => _id);
  await call('PUT', '/optimizations/listing', { optimization_ids: [run._id], project_ids });
}

/**
 * An amount for a project's discounts in the worked phase, tax included, to the hundred above: between what they give up
 * if every price stays where it is (0) and what a run would give up (1).
 */
export async function budgetBetween(
  { _id }: Project,
  run: Optimization,
  share: number,
  call: Call,
): Promise<number> {
  const planned = run.result_overview?.projects.find(({ project_id }) => project_id === _id)?.discount_budget;
  const { data } = await call<References>('GET', `/projects/${_id}/discounts/references`);
  const least = data[0]?.phase.nothing.discount_budget ?? 0;
  return Math.ceil((least + share * ((planned ?? least) - least)) / 100) * 100;
}

/** Sets the ceiling of a project's discounts. */
export async function setBudget(
  { _id, objective }: Project,
  discount_budget: number,
  call: Call,
): Promise<void> {
  const params = objective?.discount_pct_distribution_params;
  await call('PUT', `/projects/${_id}`, {
    objective: { ...objective, discount_pct_distribution_params: { ...params, discount_budget } },
  });
}
