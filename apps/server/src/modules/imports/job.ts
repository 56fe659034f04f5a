import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CancelledError, type ImportReport, type ImportResult, importFiles } from '@palier/analytics';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { JobFailure, type JobRun } from '../../queue/queue.ts';
import { type Scope, systemScope } from '../../scope.ts';
import { warehouseFolder, warehouseVersion } from '../facts/index.ts';
import { keepPictures } from '../pictures/index.ts';
import { requestSnapshots } from '../snapshots/index.ts';
import { deleteOldVersions, nextVersion } from '../versions/index.ts';
import { findImportOfJob, publishWarehouse, saveReport } from './repository.ts';
import type { StoredOptions } from './service.ts';

type Needs = Pick<Deps, 'config' | 'database' | 'queue' | 'events' | 'log'>;

/** Reads the files into a new version of the warehouse, publishes it, and has the projects follow. */
export async function runImport(deps: Needs, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const { db } = deps.database;
  const row = await findImportOfJob(db, scope, run.job_id);
  if (!row) throw new JobFailure("Cet import n'existe plus.");
  const options = row.options as StoredOptions;
  const previous = await warehouseVersion(db, scope);
  const folder = warehouseFolder(deps.config.data_folder, scope.organization_id);
  const version = await nextVersion(folder, previous);
  const result = await readFiles(deps, scope, run, options, { folder, previous, version });
  if (result.report.status === 'refused') {
    await saveReport(db, scope, row.import_id, result.report, null);
    throw new JobFailure(refusalSentence(result.report));
  }
  run.progress('Publication', 0.99);
  await publish(deps, scope, row.import_id, result, { previous, version });
  await deleteOldVersions(folder, version);
  if (options.staging_folder) await rm(options.staging_folder, { recursive: true, force: true });
  if (!result.report.unchanged) await requestSnapshots(deps, scope);
}

async function readFiles(
  deps: Needs,
  scope: Scope,
  run: JobRun,
  options: StoredOptions,
  { folder, previous, version }: { folder: string; previous: number; version: number },
): Promise<ImportResult> {
  const files = await keepPictures(deps.config.data_folder, scope, options.sources);
  try {
    return await importFiles({
      files,
      ...(options.mapping && { mapping: options.mapping }),
      warehouse_folder: folder,
      version,
      previous_folder:
        previous > 0 ? warehouseFolder(deps.config.data_folder, scope.organization_id, previous) : null,
      mode: options.mode ?? 'incremental',
      stop_on_error: options.stop_on_error ?? false,
      temp_folder: join(deps.config.data_folder, 'temp', `import-${run.job_id}`),
      signal: run.signal,
      onProgress: ({ label, share }) => run.progress(label, share * 0.98),
    });
  } catch (error) {
    if (error instanceof CancelledError || run.signal.aborted) throw error;
    deps.log.error({ err: error }, 'import failed');
    throw error;
  } finally {
    await rm(join(deps.config.data_folder, 'temp', `import-${run.job_id}`), { recursive: true, force: true });
  }
}

function refusalSentence(report: ImportReport): string {
  const [first] = report.errors;
  const ignored = report.ignored_files.map(({ name, reason }) => `${name} (${reason})`);
  if (first) {
    const more = report.error_count > 1 ? `, et ${report.error_count - 1} autres erreurs` : '';
    return `Import refusé : ${first.file}, ligne ${first.line}, colonne ${first.column} : ${first.reason}${more}.`;
  }
  return ignored.length > 0
    ? `Import refusé : ${ignored.join(', ')}.`
    : 'Import refusé : aucun fichier lisible.';
}

async function publish(
  { database }: Needs,
  scope: Scope,
  import_id: string,
  { report }: ImportResult,
  { previous, version }: { previous: number; version: number },
): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    // Published by another import meanwhile: this one starts again from that version.
    if (!(await publishWarehouse(tx, scope, previous, version))) throw new Error('warehouse moved on');
    await saveReport(tx, scope, import_id, report, version);
  });
}
