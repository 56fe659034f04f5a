import type { Deps } from '../deps.ts';
import { activityRoutes } from '../modules/activities/routes.ts';
import { backtestRoutes } from '../modules/backtests/routes.ts';
import { definitionRoutes } from '../modules/definitions/routes.ts';
import { discountImportRoutes } from '../modules/discount-imports/routes.ts';
import { discountRoutes } from '../modules/discounts/routes.ts';
import { eventRoutes } from '../modules/events/routes.ts';
import { exportRoutes } from '../modules/exports/routes.ts';
import { fieldRoutes } from '../modules/fields/routes.ts';
import { goalRoutes } from '../modules/goals/routes.ts';
import { healthRoutes } from '../modules/health/routes.ts';
import { importRoutes } from '../modules/imports/routes.ts';
import { jobRoutes } from '../modules/jobs/routes.ts';
import { Listing } from '../modules/listing/index.ts';
import { listingRoutes } from '../modules/listing/routes.ts';
import { lookupRoutes } from '../modules/lookups/routes.ts';
import { meRoutes } from '../modules/me/routes.ts';
import { missingDataRoutes } from '../modules/missing-data/routes.ts';
import { openApiRoutes } from '../modules/openapi/routes.ts';
import { optimizationRoutes } from '../modules/optimizations/routes.ts';
import { pictureRoutes } from '../modules/pictures/routes.ts';
import { productRoutes } from '../modules/products/routes.ts';
import { createPresenter, projectRoutes } from '../modules/projects/routes.ts';
import { referenceRoutes } from '../modules/references/routes.ts';
import { residualValueRoutes } from '../modules/residual-values/routes.ts';
import { reviewRoutes } from '../modules/reviews/routes.ts';
import { ruleRoutes } from '../modules/rules/routes.ts';
import { scenarioRoutes } from '../modules/scenarios/routes.ts';
import { settingsRoutes } from '../modules/settings/routes.ts';
import { simulationRoutes } from '../modules/simulations/routes.ts';
import { syncRoutes } from '../modules/sync/routes.ts';
import { viewRoutes } from '../modules/views/routes.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Handlers } from './handlers.ts';

/** What answers each route of the contract, module by module. */
export function createHandlers(deps: Deps, metrics: Metrics): Handlers {
  const listing = new Listing(deps);
  const presentProjects = createPresenter(deps);
  return {
    ...meRoutes(deps),
    ...settingsRoutes(deps),
    ...residualValueRoutes(deps),
    ...eventRoutes(deps),
    ...jobRoutes(deps),
    ...pictureRoutes(deps),
    ...openApiRoutes(),
    ...healthRoutes(deps, metrics),
    ...projectRoutes(deps, presentProjects),
    ...definitionRoutes(deps, presentProjects),
    ...importRoutes(deps),
    ...discountImportRoutes(deps),
    ...productRoutes(deps, listing),
    ...simulationRoutes(deps, listing),
    ...backtestRoutes(deps),
    ...activityRoutes(deps, listing),
    ...listingRoutes(listing),
    ...exportRoutes(deps, listing),
    ...referenceRoutes(deps, listing),
    ...missingDataRoutes(listing),
    ...syncRoutes(deps, listing),
    ...discountRoutes(deps, listing),
    ...reviewRoutes(deps, listing),
    ...goalRoutes(deps, listing),
    ...scenarioRoutes(deps),
    ...optimizationRoutes(deps),
    ...viewRoutes(deps),
    ...ruleRoutes(deps),
    ...fieldRoutes(deps, listing),
    ...lookupRoutes(deps),
  };
}
