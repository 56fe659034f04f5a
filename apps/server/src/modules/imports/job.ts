import { join, relative } from 'node:path';
import type { ImportMapping, ImportReport, ImportResult } from '@palier/analytics';
import { type ImportQuestion, OUTSIDE_PERIMETER, openQuestions } from '@palier/domain';
import type { StagedVersion } from '../../db/tables/warehouse-tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { today } from '../../local-time.ts';
import { JobFailure, type JobRun } from '../../queue/types.ts';
import { type Scope, systemScope } from '../../scope.ts';
import { warehouseVersion } from '../facts/index.ts';
import { ReadingStopped } from '../files/index.ts';
import {
  explainDataFolder,
  type LentFolder,
  latestWhole,
  reportPath,
  reserveVersion,
  warehousePath,
} from '../folders/index.ts';
import { holdRequester, type Requester, requesterPerimeter } from '../organizations/index.ts';
import { controlsToReplace } from './controls/replaced.ts';
import { listControls } from './controls/repository.ts';
import { keepPictures, withoutPictures } from './pictures/service.ts';
import { keep, versionOf } from './published.ts';
import { findImportOfJob, type ImportRow, listMappings, saveCheck, saveReport } from './repository.ts';
import { readImportSettings } from './settings/service.ts';
import { withSigned } from './signed.ts';
import { uploadOf } from './upload-paths.ts';
import { copyVersionTo } from './versions/copy.ts';
import { publishVersion } from './versions/publish.ts';

type Needs = Pick<
  Deps,
  'config' | 'data_owner' | 'database' | 'folders' | 'log' | 'queue' | 'readers' | 'scratch'
>;

/**
 * Reads the files into a new version of the warehouse, publishes it, and has the projects follow. A check stops before
 * it publishes: its version waits beside the one that is served.
 */
export async function runImport(deps: Needs, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const row = await findImportOfJob(deps.database.db, scope, run.job_id);
  if (!row) throw new JobFailure("Cet import n'existe plus.");
  const { check } = row.options;
  const { staging_folder } = row.options;
  const forget = async () => {
    // A check that is done again with other answers has another job, and still needs its files.
    const isOver = (await findImportOfJob(deps.database.db, scope, run.job_id)) !== undefined;
    if (staging_folder && isOver) await deps.folders.remove(staging_folder);
  };
  try {
    // Published or checked by a worker that died before it could say so.
    if (row.warehouse_version === null && row.staged === null) {
      await requireRights(deps, scope, row);
      await (check ? checkFiles : importInto)(deps, scope, run, row);
    }
    if (!check) await forget();
  } catch (error) {
    // Any other fault is tried again with the same files.
    if (error instanceof JobFailure || run.signal.reason === 'cancelled') await forget();
    throw error;
  }
  if (!check) await deps.queue.wake('snapshot');
}

const requesterOf = ({ created_by: user_id }: ImportRow): Requester => ({ user_id, permission: 'canImport' });

/** Data are all the organisation's: whoever asked for them to be imported reaches all of it still. @throws JobFailure */
async function requireRights({ database }: Needs, scope: Scope, row: ImportRow): Promise<void> {
  if (await requesterPerimeter(database.db, scope, requesterOf(row)))
    throw new JobFailure(OUTSIDE_PERIMETER.organization);
}

interface Read extends Versions {
  result: ImportResult;
  /** Nothing is to be published: there is no folder. */
  unchanged: boolean;
}

/** Reads the files into a version of their own, beside the one served. */
async function readInto(deps: Needs, scope: Scope, run: JobRun, row: ImportRow): Promise<Read> {
  const { db } = deps.database;
  const fault = await explainDataFolder(deps.config.data_folder, deps.data_owner);
  if (fault) throw new Error(fault);
  const published = await warehouseVersion(db, scope);
  const path = warehousePath(scope.organization_id);
  const version = await reserveVersion(deps, scope, path, published);
  const base = await latestWhole(deps.folders, path, published);
  const versions = { base, published, version };
  const result = await readFiles(deps, scope, run, row, versions);
  const note = base === published ? null : lostVersionNote(base);
  if (note) deps.log.error({ published, completed: base }, 'warehouse version lost');
  const unchanged = result.report.unchanged && !(await copiedForControls(deps, scope, versions, result));
  return { ...versions, unchanged, result: { ...result, report: { ...result.report, note } } };
}

/** Totals of the till that are others than those kept make a version of their own, which is undone as any other. */
async function copiedForControls(
  { database, folders }: Needs,
  scope: Scope,
  { base, published, version }: Versions,
  { report, control_totals }: ImportResult,
): Promise<boolean> {
  if (report.status === 'refused' || base === 0 || base !== published) return false;
  if ((await controlsToReplace(database.db, scope, control_totals)).length === 0) return false;
  await copyVersionTo(folders, scope, base, version);
  return true;
}

/** How often files are read again because the data in place changed meanwhile. */
const MAX_READINGS = 5;

async function importInto(deps: Needs, scope: Scope, run: JobRun, row: ImportRow): Promise<void> {
  for (let reading = 1; reading <= MAX_READINGS; reading += 1)
    if (await importOnce(deps, scope, run, row)) return;
  throw new JobFailure(
    'Les données en place ont changé à chaque lecture de ces fichiers (un autre import, un retour à une version) : rien n’en a été importé. Déposez-les à nouveau quand ces changements sont finis.',
  );
}

/** False when other data than those that the files were read against were published meanwhile. */
async function importOnce(deps: Needs, scope: Scope, run: JobRun, row: ImportRow): Promise<boolean> {
  const { db } = deps.database;
  const { result, published, version, unchanged } = await readInto(deps, scope, run, row);
  const { report } = result;
  if (report.status === 'refused') {
    await saveReport(db, scope, row.import_id, report, null);
    throw new JobFailure(refusalSentence(report, row.options.mapping));
  }
  if (!unchanged) run.progress('Publication', 0.99);
  return inTransaction(db, async (tx) => {
    await holdRequester(tx, scope, requesterOf(row), null);
    await deps.queue.hold(tx, run);
    if (unchanged) {
      if ((await warehouseVersion(tx, scope)) !== published) return false;
      await keep(tx, scope, row.import_id, result, published);
      return true;
    }
    const replaced = await controlsToReplace(tx, scope, result.control_totals);
    const made = versionOf(row, report, { version, published_by: row.created_by, replaced });
    if (!(await publishVersion(deps, tx, scope, { previous: published, ...made }))) return false;
    await keep(tx, scope, row.import_id, result, version);
    return true;
  });
}

/** Reads and checks; what it finds waits for a decision. */
async function checkFiles(deps: Needs, scope: Scope, run: JobRun, row: ImportRow): Promise<void> {
  const { result, published, version, unchanged } = await readInto(deps, scope, run, row);
  const { used_mappings, control_totals } = result;
  const report = await withSigned(deps.database.db, scope, result);
  const staged: StagedVersion | null =
    report.status === 'refused'
      ? null
      : {
          ...{ version, base: published, unchanged },
          ...{ used_mappings: [...used_mappings], control_totals: [...control_totals] },
        };
  await saveCheck(deps.database.db, scope, row, { report, staged });
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
interface Versions {
  base: number;
  published: number;
  version: number;
}

/** The upload and the version that is completed stay on this machine while they are read. */
async function readFiles(
  deps: Needs,
  scope: Scope,
  run: JobRun,
  row: ImportRow,
  versions: Versions,
): Promise<ImportResult> {
  const { staging_folder } = row.options;
  const pathOf = (version: number): string => warehousePath(scope.organization_id, version);
  const before = versions.base > 0 ? pathOf(versions.base) : null;
  const lent: LentFolder[] = [];
  try {
    for (const path of [staging_folder, before]) {
      const one = path === null ? null : await deps.folders.open(path);
      if (one) lent.push(one);
      else if (path === staging_folder && path !== null) throw new JobFailure(LOST_UPLOAD);
    }
    const result = await readLent(deps, scope, run, row, versions);
    if (result.report.status !== 'refused' && !result.report.unchanged)
      await deps.folders.publish(pathOf(versions.version), before);
    for (const { path } of result.report.error_files)
      await deps.folders.keepFile(relative(deps.folders.root, path), path);
    return result;
  } finally {
    for (const one of lent) one.release();
  }
}

const LOST_UPLOAD = 'Les fichiers déposés ne sont plus là : déposez-les à nouveau.';

async function readLent(
  { database, folders, readers, scratch }: Needs,
  scope: Scope,
  run: JobRun,
  row: ImportRow,
  { base, published, version }: Versions,
): Promise<ImportResult> {
  const { options } = row;
  const { sources } = uploadOf(row, folders.root);
  const files = options.check ? await withoutPictures(sources) : await keepPictures(folders, scope, sources);
  const folder = join(folders.root, warehousePath(scope.organization_id));
  const settings = await readImportSettings(database.db, scope);
  const { max_removed_share, control_tolerance, ...usual } = settings;
  try {
    const input = {
      files,
      ...(options.mapping && { mapping: options.mapping }),
      warehouse_folder: folder,
      version,
      remembered: await listMappings(database.db, scope),
      previous_folder: base > 0 ? join(folder, `v${base}`) : null,
      republish: base !== published,
      report_folder: join(folders.root, reportPath(row.import_id, run.job_id)),
      mode: options.mode ?? 'incremental',
      stop_on_error: options.stop_on_error ?? false,
      check: options.check ?? false,
      ...{ max_removed_share, control_tolerance, usual },
      controls: await listControls(database.db, scope),
      temp_folder: scratch.folder,
      today: today(),
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

/** The questions that keep an import from being written. */
function openSentence(open: readonly ImportQuestion[]): string {
  const asked = open.map(({ file, text }) => `${file} : ${text}`).join(' ');
  return `Import refusé : ${open.length === 1 ? 'une question attend' : `${open.length} questions attendent`} une réponse. ${asked}`;
}

function refusalSentence(report: ImportReport, mapping: ImportMapping | undefined): string {
  const open = mapping?.accept_likely ? [] : openQuestions(report.questions, mapping?.answers);
  if (open.length > 0) return openSentence(open);
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
