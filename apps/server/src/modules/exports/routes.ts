import { finished } from 'node:stream/promises';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { Turns } from '../../turns.ts';
import type { Listing } from '../listing/index.ts';
import { contentDisposition } from './file-name.ts';
import { openExport, planExport } from './service.ts';

/** A file being sent holds a connection to the facts: others of the listing must stay free. */
const FILES_AT_ONCE = 3;

/**
 * Exports: the lines of a project as a file for a spreadsheet (CSV or XLSX), the way a listing shows them or
 * as the price file of the shops. Rows are streamed from the facts to the answer, so a project of 100,000 lines
 * never sits in memory.
 */
export function exportRoutes(deps: Pick<Deps, 'database' | 'facts' | 'log'>, listing: Listing): Handlers {
  const {
    database: { db },
    log,
  } = deps;
  const turns = new Turns(FILES_AT_ONCE);
  return {
    'discounts.export': async ({ project, params, query, reply }) => {
      const plan = await planExport(deps, project, params.template, query.phase);
      const selection = await listing.selection(project, query);
      await turns.take(() =>
        listing.query(project, async (facts) => {
          const file = await openExport(db, facts, plan, { ...query, selection });
          // Who leaves before the end lets the facts go.
          reply.raw.once('close', () => file.content.destroy());
          reply
            .type(file.type)
            .header('content-disposition', contentDisposition(file.name))
            .header('cache-control', 'no-store')
            .send(file.content);
          await finished(file.content).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'export stopped');
          });
        }),
      );
    },
  };
}
