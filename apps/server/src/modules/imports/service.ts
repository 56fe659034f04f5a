import { basename } from 'node:path';
import type { Db, Tx } from '../../db/database.ts';
import type { ImportOptions, StoredOptions } from '../../db/tables/warehouse-tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, conflict } from '../../http/errors.ts';
import { newId } from '../../ids.ts';
import type { Queue } from '../../queue/types.ts';
import type { Scope } from '../../scope.ts';
import { excludedChecks, saveDecision } from '../facts/index.ts';
import { keepFolder, stagingPath } from '../folders/index.ts';
import { lockOrganization } from '../organizations/index.ts';
import { addSnapshotJobs } from '../snapshots/index.ts';
import { findImport, type ImportRow, insertImport } from './repository.ts';
import type { StagedFile } from './staging.ts';
import { addImportJob } from './turn.ts';
import { storedUpload } from './upload-paths.ts';

export type ImportRequest = ImportOptions & {
  import_id?: string;
  files: readonly StagedFile[];
  staging_folder: string | null;
};

/** Records an import of staged files and gives it to a worker. @returns the import's id. */
export async function requestImport(
  { db, queue }: { db: Db; queue: Queue },
  scope: Scope,
  request: ImportRequest,
): Promise<string> {
  const import_id = await inTransaction(db, (tx) => addImport(tx, queue, scope, request));
  await queue.wake('import');
  return import_id;
}

async function addImport(tx: Tx, queue: Queue, scope: Scope, request: ImportRequest): Promise<string> {
  const import_id = request.import_id ?? newId();
  const job_id = await addImportJob(tx, queue, scope);
  // A check's upload goes in a day unless somebody decides.
  if (request.staging_folder && !request.check)
    await keepFolder(tx, scope, stagingPath(basename(request.staging_folder)));
  const options: StoredOptions = {
    mapping: request.mapping,
    mode: request.mode,
    stop_on_error: request.stop_on_error,
    check: request.check,
    ...storedUpload(request),
  };
  await insertImport(tx, scope, {
    import_id,
    job_id,
    files: request.files.map(({ name, size_bytes }) => ({ name, size_bytes })),
    options,
  });
  return import_id;
}

/** Stops an import: nothing of it is in the data. @throws 409 when it has ended, or its data are in place */
export async function cancelImport(
  { queue }: { queue: Queue },
  scope: Scope,
  { import_id, job_id }: ImportRow,
): Promise<void> {
  const isPublished = async (tx: Tx) => {
    const row = await findImport(tx, scope, import_id);
    return row !== undefined && row.warehouse_version !== null;
  };
  if (!(await queue.cancel(scope, job_id, isPublished))) throw conflict('Cet import est déjà terminé.');
}

/**
 * Excludes or accepts what a check of the quality report found, or takes it back; null takes it back. What changes
 * the projects' figures asks for their new snapshots in the same transaction.
 * @throws 400 for an action that the check does not offer.
 */
export async function decideQuality(
  { db, queue }: { db: Db; queue: Queue },
  scope: Scope,
  issue: { code: string; count: number; actions: readonly string[] },
  action: 'exclude' | 'accept' | null,
): Promise<void> {
  if (action !== null && !issue.actions.includes(action))
    throw new ApiError('invalid_request', 'Ce contrôle ne propose pas cette action.');
  await inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    const before = await excludedChecks(tx, scope);
    await saveDecision(tx, scope, { code: issue.code, action, case_count: issue.count });
    if ((action === 'exclude') !== before.includes(issue.code)) await addSnapshotJobs(tx, queue, scope);
  });
  await queue.wake('snapshot');
}
