/** Made by vite-route-paths.ts: where each route of the contract is. */
declare module 'virtual:route-paths' {
  export const routePaths: import('@palier/contract/client').RoutePaths;
}
