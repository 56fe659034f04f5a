/** Made by vite-route-paths.ts: method and path of every route of the contract. */
declare module 'virtual:route-paths' {
  export const routePaths: Readonly<
    Record<import('@palier/contract').RouteId, readonly [method: string, path: string]>
  >;
}
