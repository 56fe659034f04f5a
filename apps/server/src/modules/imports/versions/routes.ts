import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { compareVersion, readVersions, restoreVersion } from './service.ts';

export function versionRoutes(deps: Deps): Handlers {
  return {
    'warehouse_versions.list': async ({ scope }) => ({ data: await readVersions(deps, scope) }),
    'warehouse_versions.difference': ({ scope, params }) =>
      compareVersion(deps, scope, Number(params.version)),
    'warehouse_versions.restore': ({ scope, params }) => restoreVersion(deps, scope, Number(params.version)),
  };
}
