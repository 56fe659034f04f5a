import type {
  FileInspection,
  ImportMapping,
  ImportRequest,
  ImportResult,
  SourceFile,
} from './import/types.ts';
import type { ProjectFacts } from './listing/types.ts';
import type { WarehouseReader } from './lookups/types.ts';
import type { SnapshotDraft, SnapshotRequest } from './snapshot/types.ts';

/** The process's DuckDB for listings: several projects and warehouses share its memory. */
export type FactStore = {
  /** Opens a snapshot folder. A newer snapshot of the same project is opened beside it and swapped by the caller. */
  openProject(request: { project_id: string; folder: string }): Promise<ProjectFacts>;
  openWarehouse(folder: string): Promise<WarehouseReader>;
  close(): Promise<void>;
};

export type FactStoreOptions = {
  /** For DuckDB's spill files; made when absent. */
  temp_folder: string;
  /** DuckDB size, `800MB` unless said. */
  memory_limit?: string;
  threads?: number;
  /** Connections that answer at once, 8 unless said. */
  connections?: number;
};

const notYet = (): never => {
  throw new Error('not built yet');
};

export const openFactStore = async (_options: FactStoreOptions): Promise<FactStore> => notYet();

/** Reads headings and the first rows of files, guesses kinds and columns. Never throws for a bad file: see `problem`. */
export const inspectFiles = async (
  _files: readonly SourceFile[],
  _options: { temp_folder: string; mapping?: ImportMapping },
): Promise<FileInspection[]> => notYet();

/** Reads, checks and merges a customer's files into a new version of the warehouse. */
export const importFiles = async (_request: ImportRequest & { temp_folder: string }): Promise<ImportResult> =>
  notYet();

/** Computes a project's facts; the caller adds curves and finishes. */
export const draftSnapshot = async (
  _request: SnapshotRequest & { temp_folder: string },
): Promise<SnapshotDraft> => notYet();

/** Removes temporary folders that a killed process left under `folder`. */
export const cleanLeftovers = async (_folder: string): Promise<void> => notYet();
