import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readScenario } from '../../scenarios/index.ts';
import { readDifferences } from './differences.ts';
import { readFrontier } from './frontier.ts';
import { presentOptimization } from './present.ts';
import { latestOptimizations } from './repository.ts';
import { sendToListing } from './sending.ts';
import { previewSending } from './sending-preview.ts';
import { cancelOptimization, readOwnOptimization, requestOptimization } from './service.ts';

export function optimizationRoutes(deps: Deps): Handlers {
  const { db } = deps.database;
  return {
    'optimizations.request': async ({ scope, params, body }) => {
      const scenario = await readScenario(db, scope, params.id);
      return presentOptimization(await requestOptimization(deps, scope, scenario, body));
    },
    'optimizations.latest': async ({ project }) => ({
      data: (await latestOptimizations(db, project)).map(presentOptimization),
    }),
    'optimizations.differences': ({ project, query }) => readDifferences(deps, project, query),
    'optimizations.frontier': ({ project, params, query }) =>
      readFrontier(deps, project, params.optimizationId, query.points),
    'optimizations.get': async ({ scope, params }) =>
      presentOptimization(await readOwnOptimization(deps, scope, params.id)),
    'optimizations.cancel': async ({ scope, params }) =>
      presentOptimization(await cancelOptimization(deps, scope, params.id)),
    'optimizations.preview_listing': ({ scope, body }) => previewSending(deps, scope, body),
    'optimizations.send_to_listing': async ({ scope, body }) => ({
      data: await sendToListing(deps, scope, {
        ...body,
        remove_unspecified: body.remove_unspecified ?? false,
      }),
    }),
  };
}
