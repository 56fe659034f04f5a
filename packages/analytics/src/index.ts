// The public face of @palier/analytics.

export { FileTakenError, takeFile } from './database/file-lock.ts';
export { cleanLeftovers, openScratch, removeLeftoversOf, type Scratch } from './database/folders.ts';
export { announcePresence, PROCESS_NAME } from './database/presence.ts';
export { withinTime } from './database/time-limit.ts';
export { CancelledError, duckdbKind, FileProblem, InvalidCursorError, InvalidQueryError } from './errors.ts';
export { newAllowance } from './import/allowance.ts';
export { type DecimalSign, decimalOf, writingOfCells } from './import/decimals/writing.ts';
export { importFiles } from './import/import.ts';
export { inspectFiles, uninspected } from './import/inspect.ts';
export { LIMITS } from './import/limits.ts';
export { NUL_SIGN, withNulSigns } from './import/nuls.ts';
export { type NextPath, openText } from './import/open-text.ts';
export { type Finds, type Found, Opener, pathsIn, type UnreadableSource } from './import/opener.ts';
export type {
  FileInspection,
  FileMapping,
  ImportMapping,
  ImportReport,
  ImportRequest,
  ImportResult,
  SourceFile,
  UsedMapping,
} from './import/types.ts';
export { openWorkbook } from './import/workbook/workbook.ts';
export { openZip, unpack, type Zip } from './import/zip.ts';
export type { LawfulLine } from './listing/prior-rows.ts';
export type {
  ActualLine,
  DecisionRow,
  EndSums,
  FactsView,
  FigureSums,
  HorizonSums,
  LineSelection,
  LineValues,
  PlanLines,
  PlanLinesRequest,
  ProjectFacts,
  TermCount,
  WhatIf,
  WhatIfEdit,
} from './listing/types.ts';
export type { PastSales } from './lookups/past-sales.ts';
export type { ItemField, ProductDetail, ProductView, WarehouseReader } from './lookups/types.ts';
export type {
  CountedSerie,
  GivenLine,
  RecordRequest,
  SerieDay,
  SerieSums,
  SeriesGroup,
} from './series/types.ts';
export { BEFORE_DAYS } from './snapshot/actuals.ts';
export { draftSnapshot, selectedProducts } from './snapshot/draft.ts';
export type {
  ClosedForecast,
  EngineLines,
  ForecastLack,
  GivenForecasts,
  LeftOutLines,
  LinePrices,
  PathColumns,
  RecodedArticle,
  SignedLine,
  SignedLines,
  SignedProducts,
  SnapshotCurves,
  SnapshotDraft,
  SnapshotManifest,
  SnapshotProject,
  SnapshotSelection,
  WeeklyPanelData,
} from './snapshot/types.ts';
export { type FactStore, openFactStore } from './store.ts';
export { copyVersion } from './warehouse/copy-version.ts';
export { readManifest } from './warehouse/manifest.ts';
export { USUAL_CURRENCY } from './warehouse/previous.ts';
export type { WarehouseManifest } from './warehouse/types.ts';
