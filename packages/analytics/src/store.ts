import { openDatabase } from './database/database.ts';
import { type OpenProjectRequest, openProject } from './listing/project.ts';
import type { ProjectFacts } from './listing/types.ts';
import type { WarehouseReader } from './lookups/types.ts';
import { openWarehouse } from './lookups/warehouse.ts';
import { SerieTables } from './series/held.ts';

/** The process's DuckDB for listings: several projects and warehouses share its memory. */
export interface FactStore {
  /** Opens a snapshot folder. A newer snapshot of the same project is opened beside it and swapped by the caller. */
  openProject(request: OpenProjectRequest): Promise<ProjectFacts>;
  openWarehouse(folder: string): Promise<WarehouseReader>;
  /** What DuckDB uses of the memory that it may use. */
  memoryBytes(): Promise<number>;
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
  const opener = { database, temp_folder: options.temp_folder, series: new SerieTables(database) };
  return {
    openProject: (request) => openProject(opener, request),
    openWarehouse: (folder) => openWarehouse(database, folder),
    async memoryBytes() {
      const [used] = await database.rows<{ bytes: number }>(
        'SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory()',
      );
      return used?.bytes ?? 0;
    },
    close: async () => database.close(),
  };
}
