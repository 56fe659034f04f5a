// The public face of @palier/domain: the trade's rules, pure.

export {
  type ColumnDefinition,
  clampColumnWidth,
  MAXIMUM_COLUMN_WIDTH,
  MINIMUM_COLUMN_WIDTH,
} from './catalogue/column.ts';
export { COLUMNS, DEFAULT_DASHBOARD_COLUMNS, findColumn } from './catalogue/columns.ts';
export { type Aggregation, FIELD_TYPES, type FieldDefinition, type FieldType } from './catalogue/field.ts';
export {
  FIELDS,
  fieldById,
  fieldLabel,
  findField,
  LAZY_METRICS,
  type LazyMetric,
} from './catalogue/fields.ts';
export { FORECAST_MEASURES } from './catalogue/forecast-fields.ts';
export { SECTION_IDS, SECTION_LABELS, type SectionId, sectionLabel } from './catalogue/section.ts';
export {
  type ColumnContext,
  choosableColumns,
  type EditionMode,
  visibleColumns,
} from './catalogue/visibility.ts';
export { ALL_SALES_WINDOWS, type SalesWindow } from './catalogue/windows.ts';
export {
  COVERAGE_MAXIMUM_WEEKS,
  COVERAGE_SCORE_LIMITS,
  COVERAGE_SCORES,
  COVERAGE_STATISTICS,
  COVERAGE_STOCK_SHARE,
  type CoverageScore,
  type CoverageStatistic,
  coverageAtPace,
  coverageScore,
  coverageWeeks,
} from './coverage/score.ts';
export {
  allowedLevels,
  type DiscountEdit,
  discountFault,
  EDIT_FAULT_MESSAGES,
  type EditFault,
  isEditEqual,
} from './discount/edit.ts';
export { DISCOUNT_STEPS, discountLevels, nearestLevel } from './discount/levels.ts';
export {
  DISCOUNT_KIND_LABELS,
  DISCOUNT_KINDS,
  type DiscountKind,
  discountKind,
  effectiveDiscount,
  isDiscountOptimal,
  type StandingDiscount,
  standingDiscount,
} from './discount/resolution.ts';
export { discountIncrement, discountsBefore, previousDiscount } from './discount/steps.ts';
export { compareDiscounts } from './discount/sync.ts';
export {
  addDays,
  daysBetween,
  formatDate,
  formatDateRange,
  formatShortDate,
  parseDay,
  readFrenchDay,
} from './format/date.ts';
export { fieldCurrency, formatFieldValue } from './format/field.ts';
export { groupLabel } from './format/group-label.ts';
export { formatText, isShown, MISSING, NARROW_SPACE } from './format/missing.ts';
export {
  currencyDigits,
  currencySymbol,
  formatCompactMoney,
  formatMoney,
  formatMoneyDelta,
  formatWholeMoney,
} from './format/money.ts';
export { formatCompact, formatDelta, formatNumber, formatQuantity } from './format/number.ts';
export {
  formatAlignedPercent,
  formatCoefficient,
  formatPercent,
  formatPercentDelta,
  formatPoints,
  sharePct,
} from './format/percent.ts';
export { formatter } from './format/specifier.ts';
export { foldText, matchesWords, withoutAccents } from './format/text.ts';
export {
  GOAL_LABELS,
  GOAL_SORT_KEYS,
  type GoalSortKey,
  goalLabel,
  goalSummary,
  isOptimizationGoal,
  ONLY_CUSTOM_LABEL,
  OPTIMIZATION_GOALS,
  type OptimizationGoal,
} from './goal/goal.ts';
export {
  type DemandCurve,
  evaluateLine,
  type FiguresDelta,
  type ForecastDelta,
  forecastDelta,
  type LineForecast,
  stockAtPhase,
} from './price/curve.ts';
export { discountBudget } from './price/formula.ts';
export {
  DEFAULT_RESIDUAL_VALUE,
  meanResidualValue,
  profitAfterLeftovers,
  type ResidualValue,
  residualValueFault,
  residualValueReader,
} from './price/residual.ts';
export {
  type ActiveCollection,
  type Collection,
  isCollectionType,
  resolveCollection,
} from './project/collection.ts';
export { NEW_PROJECT } from './project/defaults.ts';
export { NOT_FILLED_IN, splitProjectName } from './project/name.ts';
export { ALLOCATION_PRIORITIES, type AllocationPriority, isObjectiveSet } from './project/objective.ts';
export {
  dataDate,
  hasEnded,
  hasStarted,
  hasWorkingPhase,
  isPhaseOngoing,
  ongoingPhase,
  type Phase,
  type PhaseState,
  type ProjectCalendar,
  phaseDecision,
  phaseEnd,
  phaseLabel,
  phaseLastDay,
  phaseState,
  pricedPhase,
  validatedWorkingPhase,
} from './project/phase.ts';
export {
  type CheckedProject,
  calendarChangeFaults,
  type ProjectFault,
  projectFaults,
} from './project/validate.ts';
export { lastYearQuery, YEAR_DAYS } from './query/last-year.ts';
export { querySummary } from './query/summary.ts';
export {
  COMBINATORS,
  combineQueries,
  groupKey,
  groupQuery,
  isTree,
  OPERATOR_LABELS,
  OPERATORS,
  type Operator,
  pruneQuery,
  type QueryRule,
  type QueryTree,
  type QueryValue,
  type Scalar,
} from './query/tree.ts';
export {
  isQueryValid,
  itemCountMessage,
  MAX_QUERY_DEPTH,
  MAX_QUERY_RULES,
  MAX_QUERY_TEXT,
  MAX_QUERY_VALUES,
  NO_MATCH_MESSAGE,
  operatorsOf,
} from './query/validate.ts';
export { type Framing, frameLine, LADDER, type RuleStatement } from './rule/framing.ts';
export {
  editedState,
  newRuleName,
  RULE_MAP_TYPES,
  RULE_STATES,
  type RuleMapType,
  type RuleState,
} from './rule/rule.ts';
export {
  discountOf,
  parseRange,
  RULE_FAULT_MESSAGES,
  type RuleDiscount,
  type RuleSpecification,
  rangeKey,
  ruleFaults,
  type ValueRange,
} from './rule/specification.ts';
export { SERIE_METRICS } from './serie/metrics.ts';
export { type DiscountBucket, distributionShares } from './stats/distribution.ts';
export {
  applyView,
  canEditView,
  DEFAULT_VIEW_NAME,
  defaultViewParameters,
  featuredFields,
  isViewModified,
  NEW_VIEW,
  sameParameters,
  VIEW_PARAMETER_KEYS,
  type ViewParameters,
} from './view/view.ts';
export type { Group } from './vocabulary/group.ts';
export type {
  DiscountHistoryEntry,
  Figures,
  ForecastFamily,
  Line,
  LineOptimization,
  LineRule,
  SizeStock,
  VariantPrice,
} from './vocabulary/line.ts';
export type { GroupPage, GroupPages, LinePage, SelectionStats } from './vocabulary/page.ts';
export { readField, readNumber } from './vocabulary/read-field.ts';
export { type FieldChoice, type PageQuery, SCOPES, type Selection } from './vocabulary/selection.ts';
