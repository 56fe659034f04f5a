// The public face of @palier/analytics.

export type { FactStore, FactStoreOptions } from './api.ts';
export { cleanLeftovers, draftSnapshot, importFiles, inspectFiles, openFactStore } from './api.ts';
export { CancelledError, InvalidQueryError } from './errors.ts';
export type * from './import/types.ts';
export type * from './listing/types.ts';
export type * from './lookups/types.ts';
export type * from './snapshot/types.ts';
