// The public face of @palier/analytics.

export { cleanLeftovers, openScratch, type Scratch } from './database/folders.ts';
export { announcePresence } from './database/presence.ts';
export { CancelledError, FileProblem, InvalidCursorError, InvalidQueryError } from './errors.ts';
export { newAllowance } from './import/allowance.ts';
export { importFiles } from './import/import.ts';
export { inspectFiles } from './import/inspect.ts';
export { LIMITS } from './import/limits.ts';
export type * from './import/types.ts';
export { withWorkbook } from './import/workbook/workbook.ts';
export { openZip, unpack } from './import/zip.ts';
export type * from './listing/types.ts';
export type * from './lookups/types.ts';
export { draftSnapshot } from './snapshot/draft.ts';
export type * from './snapshot/types.ts';
export { type FactStore, type FactStoreOptions, openFactStore } from './store.ts';
