// What becomes of a check (docs/mechanisms/publishing.md): read again, published as it was read, or given up.

import type { ImportMapping } from '@palier/analytics';
import { type ImportAnswers, type ImportQuestion, openQuestions, readingOf } from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import type { StagedVersion } from '../../db/tables/warehouse-tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound, refused } from '../../http/errors.ts';
import type { Scope } from '../../scope.ts';
import { warehouseVersion } from '../facts/index.ts';
import { renewUpload, reportPath, warehousePath, withFolder } from '../folders/index.ts';
import { lockOrganization } from '../organizations/index.ts';
import { controlsToReplace } from './controls/replaced.ts';
import { keepPictures } from './pictures/service.ts';
import { checkState } from './present.ts';
import { keep, versionOf } from './published.ts';
import { type ImportRow, lockImport, restartCheck, saveOptions } from './repository.ts';
import { addImportJob } from './turn.ts';
import { uploadOf } from './upload-paths.ts';
import { publishVersion } from './versions/publish.ts';

type Needs = Pick<Deps, 'database' | 'folders' | 'queue'>;

const optionsOf = (row: ImportRow) => row.options;

function requireStaged(row: ImportRow): void {
  const state = checkState(row);
  if (state === 'published') throw conflict('Ces fichiers sont déjà importés.');
  if (state !== 'staged') throw conflict('Ce contrôle n’est plus ouvert : déposez les fichiers à nouveau.');
}

function requireEnded(row: ImportRow): void {
  if (row.status === 'requested' || row.status === 'running')
    throw conflict('Le contrôle est en cours : attendez sa fin.');
}

interface CheckChanges {
  mapping?: ImportMapping | undefined;
  mode?: 'incremental' | 'full' | undefined;
  answers?: ImportAnswers | undefined;
}

/** A check as it is now, held until the transaction ends: somebody else may have decided of it. @throws 409 */
async function lockStaged(tx: Tx, scope: Scope, { import_id }: ImportRow): Promise<ImportRow> {
  const row = await lockImport(tx, scope, import_id);
  if (!row) throw notFound('Cet import');
  requireStaged(row);
  return row;
}

/**
 * Reads the files of a check again, with other columns or answers.
 * @throws 409 when it is published or given up, or is read again already
 */
export async function requestRecheck(
  deps: Needs,
  scope: Scope,
  row: ImportRow,
  { answers, ...changes }: CheckChanges,
): Promise<void> {
  requireStaged(row);
  const { staging_folder } = optionsOf(row);
  if (staging_folder) await renewUpload(deps, scope, staging_folder);
  await inTransaction(deps.database.db, async (tx) => {
    const now = await lockStaged(tx, scope, row);
    if (now.job_id !== row.job_id) throw conflict('Ce contrôle est déjà refait : attendez sa fin.');
    const read = { ...optionsOf(now), ...changes };
    const options = {
      ...read,
      mapping: { ...read.mapping, answers: { ...read.mapping?.answers, ...answers } },
    };
    const job_id = await addImportJob(tx, deps.queue, scope);
    await restartCheck(tx, scope, row.import_id, { job_id, options });
  });
  await deps.queue.cancel(scope, row.job_id);
  await deps.queue.wake('import');
  await removeStaged(deps, scope, row);
  // Its report is gone from the import: nothing shows the rows that it refused.
  await deps.folders.remove(reportPath(row.import_id, row.job_id));
}

/** Gives a check up: what it wrote and the files sent go. */
export async function discardCheck(deps: Needs, scope: Scope, seen: ImportRow): Promise<void> {
  const row = await inTransaction(deps.database.db, async (tx) => {
    const now = await lockStaged(tx, scope, seen);
    await saveOptions(tx, scope, now.import_id, { ...optionsOf(now), discarded: true });
    return now;
  });
  await deps.queue.cancel(scope, row.job_id);
  await removeStaged(deps, scope, row);
  const { staging_folder } = row.options;
  if (staging_folder) await deps.folders.remove(staging_folder);
}

/** The version that a check wrote and that will not be published. */
async function removeStaged({ database, folders }: Needs, scope: Scope, row: ImportRow): Promise<void> {
  if (!row.staged || row.staged.unchanged) return;
  if ((await warehouseVersion(database.db, scope)) >= row.staged.version) return;
  await folders.remove(warehousePath(scope.organization_id, row.staged.version));
}

/** Whether the answers are those that the check was read with: nothing then needs to be read again. */
function wasReadSo(
  questions: readonly ImportQuestion[],
  read: ImportAnswers | undefined,
  answers: ImportAnswers,
): boolean {
  return questions.every((question) => readingOf(question, read) === readingOf(question, answers));
}

/**
 * Publishes what a check read, without reading it again. @throws 422 while a question is open, 409 when the answers
 * or the data in place are others than those of the check, which is then done again, or when it was since it was looked at
 */
export async function publishCheck(
  deps: Needs,
  scope: Scope,
  row: ImportRow,
  { answers: given = {}, reading }: { answers?: ImportAnswers; reading?: string | undefined },
): Promise<void> {
  requireStaged(row);
  requireEnded(row);
  if (reading !== undefined && reading !== row.job_id)
    throw conflict('Ce contrôle a été refait depuis que vous l’avez ouvert : vérifiez-le, puis importez.');
  const { mapping } = optionsOf(row);
  const answers = { ...mapping?.answers, ...given };
  const questions = row.report?.questions ?? [];
  const open = mapping?.accept_likely ? [] : openQuestions(questions, answers);
  if (open.length > 0)
    throw refused(`Répondez d’abord : ${open.map(({ file, text }) => `${file}, ${text}`).join(' ')}`, {
      questions: open,
    });
  if (!row.staged) throw conflict('Rien à importer : aucune ligne de ces fichiers n’a été gardée.');
  if (!wasReadSo(questions, mapping?.answers, answers)) {
    await requestRecheck(deps, scope, row, { answers });
    throw conflict('Vos réponses changent la lecture : le contrôle est refait. Vérifiez-le, puis importez.');
  }
  const done = await inTransaction(deps.database.db, (tx) => publishStaged(deps, tx, scope, row, answers));
  if (!done) {
    await requestRecheck(deps, scope, row, { answers });
    throw conflict('Les données ont changé depuis ce contrôle : il est refait. Vérifiez-le, puis importez.');
  }
  await deps.queue.wake('snapshot');
  const { staging_folder } = row.options;
  const keepOwn = (): Promise<unknown> =>
    keepPictures(deps.folders, scope, uploadOf(row, deps.folders.root).sources);
  if (staging_folder === null) await keepOwn();
  else {
    await withFolder(deps.folders, staging_folder, keepOwn);
    await deps.folders.remove(staging_folder);
  }
}

/** False when the check is not of the data in place any more, or its version is not on the disk. */
async function publishStaged(
  deps: Needs,
  tx: Tx,
  scope: Scope,
  seen: ImportRow,
  answers: ImportAnswers,
): Promise<boolean> {
  // The data in place and the till's totals are those that are read until the transaction ends.
  await lockOrganization(tx, scope);
  const row = await lockImport(tx, scope, seen.import_id);
  if (!row) return false;
  requireStaged(row);
  const { staged } = row;
  // Checked again meanwhile: what would be published is not what was seen.
  if (!staged || staged.version !== seen.staged?.version) return false;
  const published = await publishOrLeave(deps, tx, scope, row, staged);
  if (published === null) return false;
  const options = optionsOf(row);
  await saveOptions(tx, scope, row.import_id, { ...options, mapping: { ...options.mapping, answers } });
  await keep(
    tx,
    scope,
    row.import_id,
    {
      report: row.report,
      used_mappings: staged.used_mappings,
      control_totals: staged.control_totals ?? [],
    },
    published,
  );
  return true;
}

/** @returns the version in place afterwards; null when it is not the one that the check completes. */
async function publishOrLeave(
  deps: Needs,
  tx: Tx,
  scope: Scope,
  row: ImportRow,
  { version, base, unchanged, control_totals = [] }: StagedVersion,
): Promise<number | null> {
  if (unchanged) return (await warehouseVersion(tx, scope)) === base ? base : null;
  if (!(await deps.folders.has(warehousePath(scope.organization_id, version)))) return null;
  const replaced = await controlsToReplace(tx, scope, control_totals);
  const made = versionOf(row, row.report, { version, published_by: scope.user_id, replaced });
  return (await publishVersion(deps, tx, scope, { previous: base, ...made })) ? version : null;
}
