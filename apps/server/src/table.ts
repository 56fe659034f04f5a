import type { Deps } from './deps.ts';
import type { Handlers } from './http/handlers.ts';
import { activityRoutes } from './modules/activities/routes.ts';
import { departureRoutes } from './modules/departures/routes.ts';
import { reviewRoutes } from './modules/discounts/reviews/routes.ts';
import { discountRoutes } from './modules/discounts/routes.ts';
import { syncRoutes } from './modules/discounts/sync/routes.ts';
import { priceRoutes } from './modules/exports/prices/routes.ts';
import { exportRoutes } from './modules/exports/routes.ts';
import { priceTemplateRoutes } from './modules/exports/templates/routes.ts';
import { controlRoutes } from './modules/imports/controls/routes.ts';
import { definitionRoutes } from './modules/imports/definitions/routes.ts';
import { discountImportRoutes } from './modules/imports/discounts/routes.ts';
import { pictureRoutes } from './modules/imports/pictures/routes.ts';
import { importRoutes } from './modules/imports/routes.ts';
import { importSettingsRoutes } from './modules/imports/settings/routes.ts';
import { versionRoutes } from './modules/imports/versions/routes.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { lessonRoutes } from './modules/lessons/routes.ts';
import { fieldRoutes } from './modules/listing/fields/routes.ts';
import { lookupRoutes } from './modules/listing/lookups/routes.ts';
import { missingDataRoutes } from './modules/listing/missing-data/routes.ts';
import { productRoutes } from './modules/listing/products/routes.ts';
import { listingRoutes } from './modules/listing/routes.ts';
import { Listing } from './modules/listing/service.ts';
import { newsRoutes } from './modules/news/routes.ts';
import { decisionsByPersonRoutes } from './modules/organizations/decisions-by-person/routes.ts';
import { lawRoutes } from './modules/organizations/law/routes.ts';
import { lossThresholdRoutes } from './modules/organizations/loss-threshold/routes.ts';
import { meRoutes } from './modules/organizations/me/routes.ts';
import { memberRoutes } from './modules/organizations/members/routes.ts';
import { residualValueRoutes } from './modules/organizations/residual-values/routes.ts';
import { settingsRoutes } from './modules/organizations/settings/routes.ts';
import { signatureRoutes } from './modules/organizations/signatures/routes.ts';
import { comparisonRoutes } from './modules/plans/comparisons/routes.ts';
import { goalRoutes } from './modules/plans/goals/routes.ts';
import { optimizationRoutes } from './modules/plans/optimizations/routes.ts';
import { referenceRoutes } from './modules/plans/references/routes.ts';
import { simulationRoutes } from './modules/plans/simulations/routes.ts';
import { approvalRoutes } from './modules/projects/approvals/routes.ts';
import { groupRoutes } from './modules/projects/groups/routes.ts';
import { createPresenter, projectRoutes } from './modules/projects/routes.ts';
import { resultsRoutes } from './modules/results/routes.ts';
import { ruleRoutes } from './modules/rules/routes.ts';
import { ruleSetRoutes } from './modules/rules/sets/routes.ts';
import { scenarioRoutes } from './modules/scenarios/routes.ts';
import { seriesRoutes } from './modules/series/routes.ts';
import { backtestRoutes } from './modules/snapshots/backtests/routes.ts';
import { priceEndingRoutes } from './modules/snapshots/price-endings/routes.ts';
import { backupRoutes } from './modules/system/backup/routes.ts';
import { eventRoutes } from './modules/system/events/routes.ts';
import { healthRoutes } from './modules/system/health/routes.ts';
import { openApiRoutes } from './modules/system/openapi/routes.ts';
import { validationRoutes } from './modules/validation/routes.ts';
import { viewRoutes } from './modules/views/routes.ts';

/** What answers each route of the contract, module by module. */
export function createHandlers(deps: Deps): Handlers {
  const listing = new Listing(deps);
  const presentProjects = createPresenter(deps);
  return {
    ...meRoutes(deps),
    ...memberRoutes(deps),
    ...settingsRoutes(deps),
    ...residualValueRoutes(deps),
    ...decisionsByPersonRoutes(deps),
    ...lawRoutes(deps),
    ...priceEndingRoutes(deps),
    ...lossThresholdRoutes(deps),
    ...signatureRoutes(deps),
    ...eventRoutes(deps),
    ...jobRoutes(deps),
    ...newsRoutes(deps),
    ...pictureRoutes(deps),
    ...openApiRoutes(),
    ...healthRoutes(deps),
    ...backupRoutes(deps),
    ...projectRoutes(deps, presentProjects),
    ...approvalRoutes(deps, presentProjects),
    ...groupRoutes(deps),
    ...definitionRoutes(deps, presentProjects),
    ...importRoutes(deps),
    ...versionRoutes(deps),
    ...importSettingsRoutes(deps),
    ...controlRoutes(deps),
    ...discountImportRoutes(deps),
    ...productRoutes(deps, listing),
    ...simulationRoutes(deps, listing),
    ...backtestRoutes(deps),
    ...departureRoutes(deps),
    ...resultsRoutes(deps),
    ...seriesRoutes(deps, listing),
    ...activityRoutes(deps, listing),
    ...listingRoutes(listing),
    ...exportRoutes(deps, listing),
    ...priceRoutes(deps, listing),
    ...priceTemplateRoutes(deps),
    ...referenceRoutes(deps, listing),
    ...missingDataRoutes(listing),
    ...syncRoutes(deps, listing),
    ...discountRoutes(deps, listing),
    ...reviewRoutes(deps, listing),
    ...goalRoutes(deps, listing),
    ...scenarioRoutes(deps),
    ...comparisonRoutes(deps),
    ...optimizationRoutes(deps),
    ...validationRoutes(deps),
    ...viewRoutes(deps),
    ...ruleRoutes(deps),
    ...ruleSetRoutes(deps),
    ...lessonRoutes(deps, presentProjects),
    ...fieldRoutes(deps, listing),
    ...lookupRoutes(deps),
  };
}
