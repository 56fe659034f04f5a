import type { FastifyReply } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { Turns } from '../../../turns.ts';
import type { Listing } from '../../listing/index.ts';
import { contentDisposition } from '../file-name.ts';
import { PriceBooks } from './books.ts';
import {
  type KeptFile,
  makePriceFile,
  readChanges,
  readFileContent,
  readFiles,
  readPrice,
  readPrices,
  readProofContent,
  readProofPage,
} from './service.ts';

/** A file is made in memory: a few at once. */
const FILES_AT_ONCE = 2;

/** The prices of a project's phases, and the files that were made of them. */
export function priceRoutes(deps: Pick<Deps, 'database' | 'facts' | 'pictures'>, listing: Listing): Handlers {
  const needs = { ...deps, listing, books: new PriceBooks(deps, listing) };
  const turns = new Turns(FILES_AT_ONCE);
  return {
    'prices.list': ({ project, query }) => readPrices(needs, project, query),
    'prices.get': ({ project, params, query }) => readPrice(needs, project, params.lineId, query.phase),
    'price_files.list': async ({ project }) => ({ data: await readFiles(needs, project) }),
    'price_files.create': ({ project, body }) => turns.take(() => makePriceFile(needs, project, body)),
    'price_files.changes': ({ project, params }) => readChanges(needs, project, params.fileId),
    'price_files.content': async ({ project, params, reply }) =>
      sendKept(reply, await readFileContent(needs, project, params.fileId)),
    'price_files.proof': async ({ project, params, reply }) =>
      sendKept(reply, await readProofContent(needs, project, params.fileId)),
    'price_files.proof_page': async ({ project, params, reply }) =>
      sendKept(reply, await readProofPage(needs, project, params.fileId)),
  };
}

/** Bytes as they were kept. */
function sendKept(reply: FastifyReply, { name, type, content }: KeptFile): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'no-store')
    .send(Buffer.from(content));
}
