import { join } from 'node:path';
import type { ImportReport, ImportResult } from '@palier/analytics';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { JobFailure, type JobRun } from '../../queue/queue.ts';
import { type Scope, systemScope } from '../../scope.ts';
import { warehouseFolder, warehouseVersion } from '../facts/index.ts';
import { ReadingStopped } from '../files/index.ts';
import {
  discardUpload,
  explainDataFolder,
  keepFolder,
  latestWhole,
  releaseFolder,
  reserveVersion,
} from '../folders/index.ts';
import { addSnapshotJobs } from '../snapshots/index.ts';
import { keepPictures } from './pictures/service.ts';
import {
  findImportOfJob,
  type ImportRow,
  listMappings,
  publishWarehouse,
  saveMapping,
  saveReport,
} from './repository.ts';
import type { StoredOptions } from './service.ts';

type Needs = Pick<Deps, 'config' | 'data_owner' | 'database' | 'log' | 'queue' | 'readers' | 'scratch'>;

/** Reads the files into a new version of the warehouse, publishes it, and has the projects follow. */
export async function runImport(deps: Needs, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const row = await findImportOfJob(deps.database.db, scope, run.job_id);
  if (!row) throw new JobFailure("Cet import n'existe plus.");
  const { staging_folder } = row.options as StoredOptions;
  const forget = async () => {
    if (staging_folder) await discardUpload(staging_folder);
  };
  try {
    // Published by a worker that died before it could say so.
    if (row.warehouse_version === null) await importInto(deps, scope, run, row);
    await forget();
  } catch (error) {
    // Any other fault is tried again with the same files.
    if (error instanceof JobFailure || run.signal.reason === 'cancelled') await forget();
    throw error;
  }
  await deps.queue.wake('snapshot');
}

async function importInto(deps: Needs, scope: Scope, run: JobRun, row: ImportRow): Promise<void> {
  const { db } = deps.database;
  const fault = await explainDataFolder(deps.config.data_folder, deps.data_owner);
  if (fault) throw new Error(fault);
  const previous = await warehouseVersion(db, scope);
  const folder = warehouseFolder(deps.config.data_folder, scope.organization_id);
  const version = await reserveVersion(deps, scope, folder, previous);
  const base = await latestWhole(folder, previous);
  const result = await readFiles(deps, scope, run, row, { folder, base, published: previous, version });
  const report: ImportReport = {
    ...result.report,
    note: base === previous ? null : lostVersionNote(base),
  };
  if (report.note) deps.log.error({ published: previous, completed: base }, 'warehouse version lost');
  if (report.status === 'refused') {
    await saveReport(db, scope, row.import_id, report, null);
    throw new JobFailure(refusalSentence(report));
  }
  if (report.unchanged) {
    await inTransaction(db, (tx) => keep(tx, scope, row.import_id, { ...result, report }, previous));
    return;
  }
  run.progress('Publication', 0.99);
  await publish(deps, scope, row.import_id, { ...result, report }, { folder, previous, version });
}

/** Said when the version that the database names is not on the disk any more. */
function lostVersionNote(base: number): string {
  const from =
    base > 0
      ? 'cet import complète la dernière version entière'
      : 'cet import repart de zéro, aucune version entière ne restant';
  return `Les dernières données publiées manquent sur le disque : ${from}. Renvoyez les fichiers reçus depuis, puis vérifiez les totaux.`;
}

/** `base`: the version that is completed, the published one unless its files are lost. */
type Versions = { folder: string; base: number; published: number; version: number };

async function readFiles(
  { config, database, readers, scratch }: Needs,
  scope: Scope,
  run: JobRun,
  row: ImportRow,
  { folder, base, published, version }: Versions,
): Promise<ImportResult> {
  const options = row.options as StoredOptions;
  const files = await keepPictures(config.data_folder, scope, options.sources);
  try {
    const input = {
      files,
      ...(options.mapping && { mapping: options.mapping }),
      warehouse_folder: folder,
      version,
      remembered: await listMappings(database.db, scope),
      previous_folder: base > 0 ? join(folder, `v${base}`) : null,
      republish: base !== published,
      report_folder: join(config.data_folder, 'imports', row.import_id),
      mode: options.mode ?? 'incremental',
      stop_on_error: options.stop_on_error ?? false,
      temp_folder: scratch.folder,
    };
    return await readers.import(input, {
      signal: run.signal,
      onProgress: ({ label, share }) => run.progress(label, share * 0.98),
    });
  } catch (error) {
    // The same files would end the next reader too.
    throw error instanceof ReadingStopped ? new JobFailure(stoppedSentence(error)) : error;
  }
}

function stoppedSentence({ message }: ReadingStopped): string {
  return `Import refusé. ${message} Rien n’a été importé : les données précédentes restent en service.`;
}

function refusalSentence(report: ImportReport): string {
  const [first] = report.errors;
  const ignored = report.ignored_files.map(({ name, reason }) => `${name} (${reason})`);
  if (first) {
    const more = report.error_count > 1 ? `, et ${report.error_count - 1} autres erreurs` : '';
    return `Import refusé : ${first.file}, ligne ${first.line}, colonne ${first.column} : ${first.reason}${more}.`;
  }
  return ignored.length > 0
    ? `Import refusé : ${ignored.join(', ')}. À l’écran d’import, dites ce que contiennent ces fichiers et leurs colonnes.`
    : 'Import refusé : aucun fichier lisible.';
}

/** The report of an import that succeeded, and how its files were read, for the next ones. */
async function keep(
  tx: Tx,
  scope: Scope,
  import_id: string,
  { report, used_mappings }: ImportResult,
  version: number,
): Promise<void> {
  await saveReport(tx, scope, import_id, report, version);
  for (const { shape, files } of used_mappings) await saveMapping(tx, scope, shape, files);
}

/** The new version is served and the projects' snapshots are asked for, both or neither. */
async function publish(
  deps: Needs,
  scope: Scope,
  import_id: string,
  result: ImportResult,
  { folder, previous, version }: { folder: string; previous: number; version: number },
): Promise<void> {
  await inTransaction(deps.database.db, async (tx) => {
    // Published by another import meanwhile: this one starts again from that version.
    if (!(await publishWarehouse(tx, scope, previous, version))) throw new Error('warehouse moved on');
    await keepFolder(deps, tx, scope, join(folder, `v${version}`));
    if (previous > 0) await releaseFolder(deps, tx, scope, join(folder, `v${previous}`));
    await keep(tx, scope, import_id, result, version);
    await addSnapshotJobs(tx, deps.queue, scope);
  });
}
