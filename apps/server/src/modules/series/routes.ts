import { rm } from 'node:fs/promises';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { newStagingId, stageForm, stagingFolder } from '../imports/index.ts';
import type { Listing } from '../listing/index.ts';
import { readDimensions } from './dimensions.ts';
import { importSeries } from './imports/service.ts';
import { readReport } from './report.ts';
import { readSeriesList, readStatus } from './status.ts';

export function seriesRoutes(deps: Deps, listing: Listing): Handlers {
  return {
    'series.list': ({ scope, query }) => readSeriesList(deps, scope, query.projectIds),
    'series.dimensions': async ({ scope, query }) => ({
      data: await readDimensions(deps, scope, query.projectIds ?? []),
    }),
    'series.status': ({ scope, query }) => readStatus(deps, scope, query.projectIds ?? []),
    'series.report': ({ scope, query }) =>
      readReport(deps, listing, scope, {
        project_ids: query.projectIds,
        series: query.series,
        dimensions: query.dimensions ?? [],
        filter: query.filter ?? null,
        to_date: query.to_date,
        by_day: query.by_day ?? false,
      }),
    'series.import': async ({ scope, request }) => {
      const folder = stagingFolder(deps.scratch.folder, newStagingId());
      try {
        const { files } = await stageForm(request, folder);
        return await importSeries(deps, scope, files);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
