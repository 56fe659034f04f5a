import { dirname } from 'node:path';
import { ApiError } from '../../http/errors.ts';
import type { Scope } from '../../scope.ts';
import { type NamedTable, type Readers, ReadingStopped } from '../files/index.ts';
import type { StagedFile } from './staging.ts';

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
    const input = { file, only, folder: dirname(file.path) };
    const found = await readers.tables(organization_id, input).catch((error: unknown) => {
      throw error instanceof ReadingStopped ? new ApiError('invalid_file', error.message) : error;
    });
    tables.push(...found);
  }
  return tables;
}
