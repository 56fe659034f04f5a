import { ApiError } from '../../http/errors.ts';
import type { Scope } from '../../scope.ts';
import { type Readers, ReadingStopped, type Table } from '../files/index.ts';
import type { StagedFile } from './staging.ts';

export interface NamedTable {
  name: string;
  table: Table;
}

/**
 * Reads small tables of users' files, the columns of these headings alone.
 * @throws 422 invalid_file for a file that cannot be read, or that ended its reader
 */
export async function readTables(
  readers: Readers,
  { organization_id }: Scope,
  files: readonly StagedFile[],
  only: readonly string[],
): Promise<NamedTable[]> {
  const tables: NamedTable[] = [];
  for (const file of files) {
    const table = await readers.table(organization_id, { file, only }).catch((error: unknown) => {
      throw error instanceof ReadingStopped ? new ApiError('invalid_file', error.message) : error;
    });
    tables.push({ name: file.name, table });
  }
  return tables;
}
