// The public face of @palier/domain: the trade's rules, pure.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: a list of names.

export {
  causeSentence,
  DEFAULT_SIGNATURE_POLICY,
  needsSignature,
  SIGNATURE_CAUSES,
  SIGNATURE_MODES,
  type SignatureCause,
  type SignaturePolicy,
  signatureCauseName,
  type WatchedCause,
  watchedCauses,
} from './approval/policy.ts';
export {
  type Delegation,
  delegationFault,
  isDelegationInForce,
  isLapsed,
  type SeenDiscount,
  seenDiscount,
  signatureRefusal,
  withDelegation,
} from './approval/signature.ts';
export {
  FISCAL_LEAPS,
  FISCAL_PATTERNS,
  type FiscalCalendar,
  fiscalYearStart,
  ISO_CALENDAR,
  NRF_CALENDAR,
  weeksBeforePeriods,
} from './calendar/fiscal-calendar.ts';
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
  fieldIdOf,
  fieldLabel,
  findField,
  LAZY_METRICS,
  type LazyMetric,
} from './catalogue/fields.ts';
export { FORECAST_MEASURES } from './catalogue/forecast-fields.ts';
export { headingLabel } from './catalogue/heading.ts';
export { addColumns, moveColumn } from './catalogue/order.ts';
export { queriedColumns } from './catalogue/queried.ts';
export { SECTION_IDS, SECTION_LABELS, type SectionId, sectionLabel } from './catalogue/section.ts';
export {
  type ColumnContext,
  choosableColumns,
  type EditionMode,
  visibleColumns,
} from './catalogue/visibility.ts';
export { ALL_SALES_WINDOWS, type SalesWindow } from './catalogue/windows.ts';
export {
  CHECK_TOTALS,
  checkTotalText,
  gapText,
  knownTotal,
  monthLabel,
  spellText,
} from './control/check-words.ts';
export {
  CONTROL_MEASURES,
  type ControlGap,
  type ControlMeasure,
  type ControlTotal,
  gapSubject,
  isGap,
} from './control/gap.ts';
export {
  type PriceExample,
  type PriceListEffect,
  type PriceMoves,
  priceListTitle,
  priceSentences,
  type SignedEffect,
  signedSentence,
} from './control/price-effect.ts';
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
} from './coverage/score.ts';
export type { DecisionSqlType } from './decision/columns.ts';
export {
  CHANGED_COLUMNS,
  type ChangedColumn,
  DECISION_LIST,
  type Decision,
  type DecisionName,
  type DiscountEdit,
  EDITED_COLUMNS,
  type EditedValues,
  editActivity,
  editedValues,
  formerValues,
  isEditEqual,
  NO_DECISION,
  type StartedColumn,
  type StoredDecision,
} from './decision/decision.ts';
export {
  ABSENCE_REASONS,
  ABSENCE_TEXTS,
  type AbsenceReason,
  isDecided,
} from './departure/departure.ts';
export {
  allowedLevels,
  discountFault,
  EDIT_FAULT_MESSAGES,
  type EditFault,
} from './discount/edit.ts';
export { leftOutAfter, leftOutBefore, leftOutOnArrival } from './discount/inclusion.ts';
export { DISCOUNT_STEPS, discountLevels, nearestLevel } from './discount/levels.ts';
export {
  DISCOUNT_KIND_LABELS,
  DISCOUNT_KINDS,
  type DiscountKind,
  discountKind,
  discountKindLabel,
  effectiveBound,
  effectiveDiscount,
  isDiscountOptimal,
  type StandingDiscount,
  saidDiscountKind,
  standingDiscount,
  workedDiscount,
} from './discount/resolution.ts';
export { isChangedSinceReview, isDiscountChanged, losesReview, regainsReview } from './discount/review.ts';
export {
  discountIncrement,
  discountsBefore,
  lineAtItsPhase,
  previousDiscount,
} from './discount/steps.ts';
export { compareDiscounts } from './discount/sync.ts';
export { countOf, plural } from './format/count.ts';
export {
  addDays,
  dayNumber,
  dayOfNumber,
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
  formatAmounts,
  formatCompactMoney,
  formatInUnitOf,
  formatMoney,
  formatMoneyDelta,
  formatWholeMoney,
} from './format/money.ts';
export {
  boundTo,
  compactBound,
  formatCompact,
  formatDelta,
  formatNumber,
  formatQuantity,
  formatWith,
} from './format/number.ts';
export {
  formatAlignedPercent,
  formatCoefficient,
  formatPercent,
  formatPercentDelta,
  formatPoints,
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
  ANNOUNCEMENT_LABELS,
  ANNOUNCEMENTS,
  type Announcement,
  announceablePct,
  announcedPct,
  announcement,
  chainStart,
  LAW_VALUE_LABELS,
  PRACTISED_SALES,
  PRIOR_PRICE_DAYS,
  PRIOR_PRICE_STATE_LABELS,
  PRIOR_PRICE_STATES,
  type PriorPriceState,
  TILL_PROOF_DAYS,
} from './law/prior-price.ts';
export {
  announcedHits,
  blockingRules,
  type LawPeriod,
  LEVEL_RULES,
  type LevelPrice,
  type LevelRule,
  mayResellAtLoss,
  REMOVED_LEVEL_REASONS,
  soldHits,
} from './law/removed-level.ts';
export {
  LAW_LEVEL_LABELS,
  LAW_LEVELS,
  LAW_NOTICE,
  LAW_RULE_KEYS,
  LAW_RULES,
  type LawLevel,
  type LawPolicy,
  type LawRuleKey,
  lawPolicy,
  standsOn,
} from './law/rules.ts';
export {
  departmentsOf,
  type LegalPlace,
  nextSoldes,
  SEASON_LABELS,
  type SoldesPeriod,
  soldesFaults,
  soldesGoodsDay,
  soldesPhases,
} from './law/soldes.ts';
export type { Loss, LossFigures } from './loss/loss.ts';
export {
  DEFAULT_LOSS_THRESHOLD_PCT,
  isLossSaid,
  judgeLoss,
  proposedFloors,
  sumLossFigures,
} from './loss/loss.ts';
export { despiteLoss, lossSentence } from './loss/loss-sentence.ts';
export { concernsLines, concernsOf, DECIDING_ACTS, type HeardLine, mayConcern } from './news/concern.ts';
export { groupNews, type News, type NewsDetails, type NewsGroup, newsSentence } from './news/group.ts';
export {
  MAIL_CHOICES,
  type MailChoice,
  type MailChoices,
  mailChoices,
  NEWS_DAYS,
  NEWS_KINDS,
  NEWS_TOPIC_NAMES,
  NEWS_TOPICS,
  type NewsKind,
  type NewsTopic,
  topicOf,
} from './news/kind.ts';
export { lateData } from './news/late.ts';
export { MAX_NAMED_LINES, newsPath } from './news/place.ts';
export {
  expectedSales,
  expectedSalesWith,
  negativeBinomialCdf,
  negativeBinomialQuantile,
  salesConstant,
  shiftedDistribution,
} from './numeric/negative-binomial.ts';
export { plainNumber, shownAs } from './numeric/plain-number.ts';
export { tellsCosts, withoutCosts } from './permission/costs.ts';
export {
  type Coverage,
  narrowingPerimeter,
  OUTSIDE_PERIMETER,
  type Perimeter,
  perimeterQuery,
} from './permission/perimeter.ts';
export {
  holdsPermission,
  lackOf,
  PERMISSION_NAMES,
  PERMISSIONS,
  type Permission,
  type Permissions,
} from './permission/permission.ts';
export { permissionsOf, ROLE_LABELS, ROLES, type Role } from './permission/role.ts';
export { COUNTRY_CURRENCIES, CURRENCY_WRITINGS, currencyOfHeading, readCurrency } from './price/currency.ts';
export {
  curvePlace,
  type DemandCurve,
  evaluateLine,
  type FiguresDelta,
  type ForecastDelta,
  forecastDelta,
  type LineForecast,
  stockAtPhase,
} from './price/curve.ts';
export {
  endedPrice,
  endingsAt,
  endingsOfList,
  labelPrice,
  PRICE_ROUNDINGS,
  type PriceEnding,
  type PriceRounding,
  priceEndingsFault,
  rateAt,
  realRate,
  type SignedLabel,
} from './price/ending.ts';
export { endingsText, endingText, PRICE_ROUNDING_LABELS } from './price/ending-text.ts';
export {
  discountBudget,
  discountedValue,
  isBelowCost,
  markedDownPrice,
  profitValue,
  salesFigures,
  salesValue,
  sellsBelowCost,
  type UnitPrices,
  unitsLeft,
} from './price/formula.ts';
export { laterUnits, type PathDemand } from './price/path.ts';
export {
  addKnown,
  knownOrNull,
  marginPct,
  meanDiscountPct,
  RESIDUE,
  ratio,
  sellThroughPct,
  sharePct,
} from './price/rates.ts';
export {
  hasNamedValues,
  leftoverLoss,
  meanResidualValue,
  namedShareReader,
  profitAfterLeftovers,
  type ResidualValue,
  residualValueFault,
  residualValueOf,
  residualValueReader,
} from './price/residual.ts';
export { priceRise } from './price/rise.ts';
export {
  type PlaceGroup,
  PRICE_ROWS_BY,
  PRICE_ROWS_BY_LABELS,
  type PriceRowsBy,
  placeGroups,
  rowsOfPlaces,
  type SellingPlace,
  sellsIn,
} from './price-file/places.ts';
export {
  isSamePrice,
  PRICE_FILE_FIELD_NAMES,
  PRICE_FILE_FIELDS,
  type PricePoint,
  type PriceRow,
  priceKey,
} from './price-file/row.ts';
export {
  type CsvDialect,
  FRENCH_CSV,
  PRICE_DATES,
  PRICE_DECIMALS,
  PRICE_ENCODINGS,
  PRICE_PRESETS,
  PRICE_SEPARATORS,
  type PriceTemplate,
  type PriceTemplateColumn,
  TEMPLATE_FIELD_LABELS,
} from './price-file/template.ts';
export {
  actRefusal,
  FIGURES_TO_COME,
  type ProjectAct,
  phaseBefore,
  projectState,
  stateRefusal,
} from './project/acts.ts';
export { awaitsClosing, followedDate, followsData, isClosed, isOver, isPhasePast } from './project/clock.ts';
export {
  type ActiveCollection,
  type Collection,
  collectionName,
  groupLeader,
  groupName,
  isCollectionType,
  resolveCollection,
} from './project/collection.ts';
export { NEW_PROJECT } from './project/defaults.ts';
export { DEFINITION_TEMPLATE } from './project/definition-template.ts';
export { HORIZON_FAMILY, HORIZONS, type Horizon, horizonDays } from './project/horizon.ts';
export {
  LACK_TEXTS,
  lackReason,
  leavesNothing,
  PROJECT_LACKS,
  type ProjectLack,
} from './project/lacks.ts';
export { NOT_FILLED_IN, splitProjectName } from './project/name.ts';
export {
  ALLOCATION_PRIORITIES,
  type AllocationPriority,
  budgetCeiling,
  DISTRIBUTION_BASES,
  type DistributionBasis,
  isObjectiveSet,
  USUAL_TOLERANCE,
} from './project/objective.ts';
export { operationKind } from './project/operation-kind.ts';
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
  phaseInSentence,
  phaseLabel,
  phaseLastDay,
  phaseState,
  pricedPhase,
  validatedPhases,
  validatedWorkingPhase,
} from './project/phase.ts';
export { usualSeasonStart } from './project/season.ts';
export {
  type CheckedProject,
  calendarChangeFaults,
  objectiveFaults,
  type ProjectFault,
  projectFaults,
} from './project/validate.ts';
export { lastYearQuery, YEAR_DAYS } from './query/last-year.ts';
export { querySummary, type SummaryContext } from './query/summary.ts';
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
  queryFaultSentences,
} from './query/validate.ts';
export {
  EIGHT_IN_TEN,
  LEAST_LINES,
  measureAcceleration,
} from './results/acceleration.ts';
export {
  AGAINST_LABELS,
  AGAINST_ORIGINS,
  type AgainstDecision,
  type AgainstOrigin,
  type AgainstValue,
  valueAgainst,
} from './results/against.ts';
export { type GapParts, type ResultLine, splitGap } from './results/gap.ts';
export { appliedRules } from './rule/applied.ts';
export { type Framing, frameLine, LADDER, type RuleStatement } from './rule/framing.ts';
export {
  editedState,
  newRuleName,
  newRuleNumber,
  RULE_MAP_TYPES,
  RULE_STATES,
  type RuleMapType,
  type RuleState,
  ruleNameOf,
} from './rule/rule.ts';
export { ruleSentence } from './rule/sentence.ts';
export {
  discountOf,
  FIXED_KEY,
  parseRange,
  type RuleContext,
  type RuleDiscount,
  type RuleSpecification,
  rangeKey,
  ruleFaultMessage,
  ruleFaults,
  type ValueRange,
} from './rule/specification.ts';
export {
  alignSeries,
  countDays,
  phaseDayOf,
  type SerieDays,
} from './serie/align.ts';
export {
  SERIE_KINDS,
  SERIE_SOURCES,
  type SerieKind,
  type SerieName,
  type SerieSource,
  serieId,
  serieLabel,
  serieOfId,
} from './serie/choice.ts';
export { isEarlierCounterpart, isEarlierEdition } from './serie/edition.ts';
export { serieGap } from './serie/gap.ts';
export { SERIE_METRICS, type SerieMetric } from './serie/metrics.ts';
export { sortNodes } from './serie/sort.ts';
export { type DiscountBucket, distributionShares } from './stats/distribution.ts';
export { CHECK_STATES, VALIDATION_CHECKS, type ValidationCheck } from './validation/check.ts';
export {
  belowCostCheck,
  changedCheck,
  DEARER_PRODUCTS,
  distributionCheck,
  meritCheck,
  priceRiseCheck,
} from './validation/checks.ts';
export { departedCheck, doubtfulCheck, gapsCheck } from './validation/data-checks.ts';
export {
  LAW_COUNTS,
  type LawCount,
  type LawCountKey,
  type LawFacts,
  lawCheck,
  lawFilters,
  soldesPeriodText,
} from './validation/law-checks.ts';
export {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  EXPORT_TEMPLATES,
} from './view/export-template.ts';
export { sameFileName, settingsFault } from './view/settings-fault.ts';
export {
  applyView,
  canEditView,
  DEFAULT_VIEW_NAME,
  defaultView,
  defaultViewParameters,
  featuredFields,
  firstViewParameters,
  isFeaturable,
  isViewModified,
  mayChangeReach,
  NEW_VIEW,
  ownParameters,
  sameParameters,
  VIEW_PARAMETER_KEYS,
  type ViewParameters,
  type ViewReach,
  type ViewUser,
} from './view/view.ts';
export type { Group } from './vocabulary/group.ts';
export { IMPORT_KIND_LABELS } from './vocabulary/import-kind.ts';
export {
  answerTo,
  hasLikelyChoice,
  IMPORT_QUESTION_CODES,
  type ImportAnswers,
  type ImportQuestion,
  openQuestions,
  questionKey,
  readingOf,
} from './vocabulary/import-question.ts';
export { DEFAULT_IMPORT_SETTINGS, type ImportSettings } from './vocabulary/import-settings.ts';
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
export {
  type FieldChoice,
  type PageQuery,
  SCOPES,
  type Selection,
  type SelectionScope,
} from './vocabulary/selection.ts';
export { compareSizes } from './vocabulary/size.ts';
