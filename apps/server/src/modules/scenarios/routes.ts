import type { Scenario } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listScenarios, type ScenarioContent, type ScenarioRow } from './repository.ts';
import { changeScenario, createScenario, removeScenario } from './service.ts';

export function scenarioRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'scenarios.list': async ({ scope }) => ({ data: (await listScenarios(db, scope)).map(presentScenario) }),
    'scenarios.create': async ({ scope, body }) =>
      presentScenario(
        await createScenario(db, scope, {
          name: body.name,
          goal: body.goal ?? 'profit',
          constraints: body.constraints ?? null,
          scope: plain(body.scope),
          projects: body.projects ?? null,
          simple: body.simple ?? false,
        }),
      ),
    'scenarios.update': async ({ scope, params, body }) => {
      const { scope: lines, ...changes } = body;
      const content = {
        ...changes,
        ...(lines !== undefined && { scope: plain(lines) }),
      } as Partial<ScenarioContent>;
      return presentScenario(await changeScenario(db, scope, params.id, content));
    },
    'scenarios.delete': ({ scope, params }) => removeScenario(db, scope, params.id),
  };
}

const plain = (tree: Scenario['scope']) => (tree ?? null) as Record<string, unknown> | null;

function presentScenario(row: ScenarioRow): Scenario {
  return {
    _id: row.scenario_id,
    name: row.name,
    version: row.version,
    goal: row.goal as Scenario['goal'],
    constraints: row.constraints as Scenario['constraints'],
    scope: row.scope as Scenario['scope'],
    projects: row.projects,
    simple: row.simple,
  };
}
