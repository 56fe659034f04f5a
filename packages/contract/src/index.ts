// The public face of @palier/contract: what the server and the browser agree on.

export { routePaths } from './client/route-paths.ts';
export type { ParsedRequest, RouteInput, RouteOutput } from './client/types.ts';
export { openApiDocument, routeErrors } from './openapi/document.ts';
export { type Activity, type ActivityKind, APPROVAL_KINDS } from './resources/activity.ts';
export type {
  PhaseApproval,
  SetPolicy,
  SignatureState,
  SignedChanges,
  Signer,
} from './resources/approval.ts';
export type { Backtest } from './resources/backtest.ts';
export type { PlanComparison } from './resources/comparison.ts';
export type { DecisionsByPerson } from './resources/decisions-by-person.ts';
export type { Departures } from './resources/departure.ts';
export type { SeenDiscount, StaleDetails } from './resources/discount.ts';
export type { EventData, EventName } from './resources/event.ts';
export type { FieldDescription } from './resources/field.ts';
export type { Import, QualityDecision } from './resources/import.ts';
export { importFormSchema, importMappingSchema } from './resources/import-request.ts';
export type { Job } from './resources/job.ts';
export type { Lesson, LessonChanges, LessonSets, NewLesson } from './resources/lesson.ts';
export type { SelectionBody, WhatIfBody } from './resources/listing.ts';
export type { Member, MemberChanges, NewMember } from './resources/member.ts';
export type { MailChoicesAnswer, NewsAnswer, NewsEntry } from './resources/news.ts';
export type {
  Optimization,
  OptimizationStatus,
  PlanDifferences,
  PlanFrontier,
  SendingPreview,
} from './resources/optimization.ts';
export type {
  PriceChanges,
  PricedProduct,
  PriceFile,
  PricePage,
  PriceTemplateBody,
  SavedPriceTemplate,
} from './resources/price-file.ts';
export type { Product } from './resources/product.ts';
export {
  type ConvertedAmounts,
  MISSING_FACTS,
  type NewProject,
  newProjectSchema,
  type Project,
  type ProjectChanges,
  type ProjectGroup,
  type ProjectGroupBody,
  type SelectionEffect,
} from './resources/project.ts';
export type { References } from './resources/reference.ts';
export type { Results } from './resources/results.ts';
export {
  MAX_RULES,
  type NewRule,
  type NewRuleSet,
  RULE_PREVIEW_SIZE,
  type Rule,
  type Rulebook,
  type RuleChanges,
  type RuleConflict,
  type RuleEffect,
  type RuleFigures,
  type RulePreview,
  type RuleSet,
  type RuleSummary,
  type RuleVersion,
} from './resources/rule.ts';
export type { Scenario } from './resources/scenario.ts';
export type { KeptLines, SeenDecisions } from './resources/seen.ts';
export type { Settings, SettingsChanges } from './resources/settings.ts';
export type { ProjectStats } from './resources/stats.ts';
export type { View } from './resources/view.ts';
export type { WarehouseVersion } from './resources/warehouse-version.ts';
export { ROUTE_LIST, type Route, type RouteId, type Routes } from './routes/table.ts';
export type { WriteReceipt } from './wire/common.ts';
export { ERROR_CODES, ERRORS, type ErrorCode, errorBody } from './wire/errors.ts';
export { POLICIES, type PolicyName, permissionsFor, sayCoverage, sayRight } from './wire/policy.ts';
export { API_BASE_PATH, type RouteDefinition, UPLOADED_FILES } from './wire/route.ts';
export type { ChangedMeanwhile } from './wire/seen.ts';
