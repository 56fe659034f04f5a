import type { Scenario } from '@palier/contract';
import { definedOf } from '../../defined.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listScenarios, type ScenarioRow } from './repository.ts';
import { changeScenario, createScenario, removeScenario } from './service.ts';

export function scenarioRoutes(deps: Pick<Deps, 'database' | 'facts'>): Handlers {
  const { db } = deps.database;
  return {
    'scenarios.list': async ({ scope }) => ({ data: (await listScenarios(db, scope)).map(presentScenario) }),
    'scenarios.create': async ({ scope, body }) =>
      presentScenario(
        await createScenario(deps, scope, {
          name: body.name,
          goal: body.goal ?? 'profit',
          constraints: body.constraints ?? null,
          scope: body.scope ?? null,
          projects: body.projects ?? null,
          simple: body.simple ?? false,
        }),
      ),
    'scenarios.update': async ({ scope, params, body: { seen, ...changes } }) =>
      presentScenario(await changeScenario(deps, scope, params.id, definedOf(changes), seen)),
    'scenarios.delete': ({ scope, params, body }) => removeScenario(db, scope, params.id, body),
  };
}

function presentScenario(row: ScenarioRow): Scenario {
  return {
    _id: row.scenario_id,
    name: row.name,
    version: row.version,
    goal: row.goal,
    constraints: row.constraints,
    scope: row.scope,
    projects: row.projects,
    simple: row.simple,
  };
}
