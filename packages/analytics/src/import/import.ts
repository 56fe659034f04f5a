import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase, type Session } from '../database/database.ts';
import { discardFolder, temporaryFolder } from '../database/folders.ts';
import { qualityReport } from '../quality/quality.ts';
import { attachWarehouse, readPrevious } from '../warehouse/previous.ts';
import { readTotals } from '../warehouse/totals.ts';
import { checkCancelled } from './cancelled.ts';
import { withoutCopies } from './copies.ts';
import { parquetHeadOf } from './parquet-head.ts';
import { planImport } from './plan.ts';
import { withWholeShares } from './progress.ts';
import { readingProblem } from './reading-problem.ts';
import { toRemember } from './remember.ts';
import { gatherProblems, kindReport } from './report.ts';
import { openSources } from './source.ts';
import { type Staged, stageFeed } from './stage.ts';
import type { ImportReport, ImportRequest, ImportResult } from './types.ts';
import { writeVersion } from './version.ts';

type Work = ImportRequest & { temp_folder: string };

const runImport = async (session: Session, request: Work, scratch: string): Promise<ImportResult> => {
  const work = withWholeShares(request);
  const started = performance.now();
  const { files, copies } = await withoutCopies(work.files);
  work.onProgress?.({ stage: 'open', label: 'Ouverture des fichiers', share: 0 });
  const { sources, unreadable } = await openSources(files, {
    folder: scratch,
    parquetHead: parquetHeadOf(session),
    decimal: work.mapping?.settings?.decimal,
    onFile: work.onFile,
  });
  const plan = planImport(sources, work.mapping, work.remembered);
  const staged: Staged[] = [];
  const feeds = plan.feeds.filter(({ kind }) => kind !== 'projects');
  const bytes = feeds.reduce((sum, { source }) => sum + source.size_bytes, 0);
  let read = 0;
  for (const [index, feed] of feeds.entries()) {
    checkCancelled(work.signal);
    work.onProgress?.({ stage: 'read', label: `Lecture de ${feed.source.name}`, share: read / bytes });
    read += feed.source.size_bytes;
    work.onFile?.(feed.source.name);
    try {
      staged.push(await stageFeed(session, feed, `stage_${index}`));
    } catch (error) {
      plan.ignored.push({ name: feed.source.name, reason: readingProblem(error) });
    }
  }
  const reports = [];
  for (const table of staged) reports.push(await kindReport(session, table));
  if (work.report_folder !== undefined) await mkdir(work.report_folder, { recursive: true });
  const problems = await gatherProblems(session, staged, work.report_folder);
  const previous = await readPrevious(work.previous_folder);
  await attachWarehouse(session, previous.folder, 'prev_');
  const refused =
    staged.every(({ feed }) => feed.kind === 'projects') ||
    (work.stop_on_error === true && problems.error_count > 0);
  const version = refused ? null : await writeVersion(session, work, staged, previous);
  await attachWarehouse(session, version?.folder ?? previous.folder, 'new_');
  work.onProgress?.({ stage: 'quality', label: 'Contrôle de la qualité des données', share: 0 });
  const totals = version?.manifest.totals ?? (await readTotals(session, 'new_', null)).totals;
  const data_date = version?.manifest.data_date ?? previous.manifest?.data_date ?? null;
  const report: ImportReport = {
    status: refused ? 'refused' : 'completed',
    files: reports,
    ...problems,
    ignored_files: [
      ...copies,
      ...plan.ignored,
      ...unreadable.map(({ name, problem }) => ({ name, reason: problem })),
    ],
    totals,
    totals_before: previous.manifest?.totals ?? null,
    quality: refused ? [] : await qualityReport(session, 'new_', data_date),
    unchanged: version?.unchanged ?? true,
    data_date,
    currency: (version?.manifest ?? previous.manifest)?.currency ?? 'EUR',
    vat_rate: (version?.manifest ?? previous.manifest)?.vat_rate ?? null,
    cost_share_of_price: (version?.manifest ?? previous.manifest)?.settings.cost_share_of_price ?? null,
    duration_ms: Math.round(performance.now() - started),
  };
  return {
    folder: version?.folder ?? null,
    manifest: version?.manifest ?? null,
    report,
    used_mappings: toRemember(plan, staged),
  };
};

/**
 * Reads, checks and merges a customer's files into a new version of the warehouse. Bad rows are told in the report
 * and never stop the good ones (unless `stop_on_error`). Nothing is visible before the folder gets its final name.
 *
 * @throws CancelledError when `signal` fires; the previous version is untouched.
 */
export const importFiles = async (work: Work): Promise<ImportResult> => {
  checkCancelled(work.signal);
  await mkdir(work.temp_folder, { recursive: true });
  const scratch = await temporaryFolder(join(work.temp_folder, 'import'));
  let database: Database | null = null;
  const stop = (): void => database?.interrupt();
  try {
    database = await openDatabase({
      temp_folder: scratch,
      memory_limit: work.memory_limit ?? '500MB',
      connections: 1,
    });
    work.signal?.addEventListener('abort', stop);
    return await database.session((session) => runImport(session, work, scratch));
  } finally {
    work.signal?.removeEventListener('abort', stop);
    database?.close();
    await discardFolder(scratch);
  }
};
