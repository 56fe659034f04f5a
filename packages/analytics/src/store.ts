import { openDatabase } from './database/database.ts';
import { type OpenProjectRequest, openProject } from './listing/project.ts';
import type { ProjectFacts } from './listing/types.ts';
import type { WarehouseReader } from './lookups/types.ts';
import { openWarehouse } from './lookups/warehouse.ts';

/** The process's DuckDB for listings: several projects and warehouses share its memory. */
export interface FactStore {
  /** Opens a snapshot folder. A newer snapshot of the same project is opened beside it and swapped by the caller. */
  openProject(request: OpenProjectRequest): Promise<ProjectFacts>;
  openWarehouse(folder: string): Promise<WarehouseReader>;
  close(): Promise<void>;
}

export interface FactStoreOptions {
  /** For DuckDB's spill files; made when absent. */
  temp_folder: string;
  /** Where snapshots and warehouses are: no statement opens a file elsewhere. Anywhere when left out. */
  folders?: readonly string[];
  /** Memory of DuckDB; `800MB` by default. */
  memory_limit?: string;
  threads?: number;
  /** Connections that answer at once; 8 by default. */
  connections?: number;
}

/** Opens the listings' database of this process. */
export async function openFactStore(options: FactStoreOptions): Promise<FactStore> {
  const database = await openDatabase({
    temp_folder: options.temp_folder,
    memory_limit: options.memory_limit ?? '800MB',
    ...(options.folders && { folders: options.folders }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    connections: options.connections ?? 8,
  });
  return {
    openProject: (request) => openProject(database, options.temp_folder, request),
    openWarehouse: (folder) => openWarehouse(database, folder),
    close: async () => database.close(),
  };
}
