import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { breakpointsOfStyles } from './vite-breakpoints.ts';
import { routePaths } from './vite-route-paths.ts';

/** Everything the application server answers; the rest is the single page application. */
const serverPaths = ['/api', '/authorize', '/oauth', '/v2', '/.well-known', '/idp', '/userinfo', '/oidc'];
const server = `http://localhost:${process.env.PALIER_PORT ?? '4600'}`;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), routePaths(), breakpointsOfStyles()],
  // Short in what is shipped, where nobody reads them; in development a class says where it comes from.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    // The content policy takes typefaces from the origin only, not from inside a sheet.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One sheet, and before the screens' own: a place may change a part of the kit that stands in it.
            { name: 'kit', test: /[\\/]src[\\/]ui[\\/](styles[\\/])?[\w.-]+\.css$/, priority: 40 },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
              priority: 30,
            },
            {
              name: 'sign-in',
              test: /node_modules[\\/](@auth0|browser-tabs-lock|es-cookie|dpop)[\\/]/,
              priority: 20,
            },
          ],
        },
      },
    },
  },
}));
