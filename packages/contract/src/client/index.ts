// The typed client alone, without schemas: what a browser loads of the contract.
export { type BuiltRequest, buildRequest } from './build-request.ts';
export type { RoutePaths } from './route-paths.ts';
