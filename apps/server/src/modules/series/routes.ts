import { rm } from 'node:fs/promises';
import type { RouteInput } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { contentDisposition, sheetContent } from '../exports/index.ts';
import { newStagingId, stageForm, stagingFolder } from '../imports/index.ts';
import type { Listing } from '../listing/index.ts';
import { readDimensions } from './dimensions.ts';
import { exportReport } from './export.ts';
import { importSeries } from './imports/service.ts';
import { readReport } from './report.ts';
import { readSeriesList, readStatus } from './status.ts';

type AskedQuery = Pick<
  NonNullable<RouteInput<'series.report'>['query']>,
  'projectIds' | 'series' | 'dimensions' | 'filter' | 'to_date'
>;

function asked({ projectIds, series, dimensions, filter, to_date }: AskedQuery) {
  return { project_ids: projectIds, series, dimensions: dimensions ?? [], filter: filter ?? null, to_date };
}

export function seriesRoutes(deps: Deps, listing: Listing): Handlers {
  return {
    'series.list': ({ scope, query }) => readSeriesList(deps, scope, query.projectIds),
    'series.dimensions': async ({ scope, query }) => ({
      data: await readDimensions(deps, scope, query.projectIds ?? []),
    }),
    'series.status': ({ scope, query }) => readStatus(deps, scope, query.projectIds ?? []),
    'series.report': ({ scope, query }) =>
      readReport(deps, listing, scope, { ...asked(query), by_day: query.by_day ?? false }),
    'series.export': async ({ scope, params, query, reply }) => {
      const { name, sheet } = await exportReport(deps, listing, scope, {
        ...{ ...asked(query), by_day: false },
        ...{ metrics: query.metrics, reference: query.reference ?? 0, format: params.format },
        sort: query.sort === undefined ? null : { field: query.sort, order: query.order ?? 'desc' },
      });
      const { type, content } = sheetContent(sheet, params.format);
      reply
        .type(type)
        .header('content-disposition', contentDisposition(name))
        .header('cache-control', 'no-store')
        .send(content);
    },
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
