import { basename, join, relative, resolve } from 'node:path';
import type { Upload } from '../../db/tables/warehouse-tables.ts';
import type { ImportRow } from './repository.ts';
import type { StagedFile } from './staging.ts';

interface Sent {
  files: readonly StagedFile[];
  staging_folder: string | null;
}

/**
 * An upload as its import keeps it: its folder from the root of the facts on and its files from that folder on, since another
 * process may have the data folder elsewhere. Files that were never uploaded stay where they are.
 */
export function storedUpload({ files, staging_folder }: Sent): Upload {
  if (staging_folder === null)
    return { sources: files.map(({ path, name }) => ({ path: resolve(path), name })), staging_folder };
  return {
    sources: files.map(({ path, name }) => ({ path: relative(staging_folder, path), name })),
    staging_folder: join('staging', basename(staging_folder)),
  };
}

/** Where the files of an import are for this process. */
export function uploadOf(row: ImportRow, root: string): Upload {
  const { sources, staging_folder } = row.options;
  const folder = staging_folder === null ? null : resolve(root, staging_folder);
  return {
    sources: sources.map(({ path, name }) => ({ path: resolve(folder ?? root, path), name })),
    staging_folder: folder,
  };
}
