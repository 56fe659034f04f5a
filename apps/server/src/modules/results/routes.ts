import { Readable } from 'node:stream';
import { splitProjectName } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { contentDisposition, writeCsv } from '../exports/index.ts';
import { readResultRows } from './lines.ts';
import { readResults } from './service.ts';
import { resultsSheet } from './sheet.ts';

export function resultsRoutes(deps: Deps): Handlers {
  return {
    'projects.results': ({ project, query }) =>
      readResults(deps, project, { by: query.by ?? null, phase_count: query.phase_count }),
    'projects.results_lines': async ({ project, reply }) => {
      const found = await readResultRows(deps, project);
      reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          contentDisposition(`Bilan ${splitProjectName(found.row.name).short_name}.csv`),
        )
        .header('cache-control', 'no-store')
        .send(Readable.from(writeCsv(resultsSheet(found))));
    },
  };
}
