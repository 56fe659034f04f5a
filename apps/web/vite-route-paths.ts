import { routePaths as readRoutePaths } from '@palier/contract';
import type { Plugin } from 'vite';

const publicId = 'virtual:route-paths';
const resolvedId = `\0${publicId}`;

/**
 * Gives the browser the contract's table of routes as methods and paths alone: its schemas check
 * the code when it is compiled and the requests on the server, and need not be downloaded.
 */
export function routePaths(): Plugin {
  return {
    name: 'palier-route-paths',
    resolveId: (id) => (id === publicId ? resolvedId : undefined),
    load: (id) =>
      id === resolvedId ? `export const routePaths = ${JSON.stringify(readRoutePaths())};` : undefined,
  };
}
