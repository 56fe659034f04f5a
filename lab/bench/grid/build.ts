// Builds the pages of the bench as the application is built for production, and serves them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, preview } from 'vite';
import { breakpointsOfStyles } from '../../../apps/web/vite-breakpoints.ts';

export interface Pages {
  /** Address of the folder that holds the pages. */
  origin: string;
  close: () => Promise<void>;
}

/** Our grid, AG Grid Community, and Glide Data Grid. */
export const PAGES = ['ours', 'reference', 'canvas'] as const;

const ROUTE_PATHS = 'virtual:route-paths';

/** The pages call no server: the table of its addresses stays empty. */
const noRoutes: Plugin = {
  name: 'no-routes',
  resolveId: (id) => (id === ROUTE_PATHS ? id : null),
  load: (id) => (id === ROUTE_PATHS ? 'export const routePaths = {};' : null),
};

/** All pages, minified, on a free port of this machine. */
export async function servePages(): Promise<Pages> {
  const root = join(import.meta.dirname, 'page');
  const folder = await mkdtemp(join(tmpdir(), 'palier-grid-bench-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), noRoutes, breakpointsOfStyles()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: Object.fromEntries(PAGES.map((name) => [name, join(root, `${name}.html`)])),
      },
    },
  });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const origin = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0];
  if (!origin) throw new Error('the pages of the bench are not served');
  return {
    origin,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
