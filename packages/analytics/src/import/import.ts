import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase, type Session } from '../database/database.ts';
import { discardFolder, publishFolder, temporaryFolder } from '../database/folders.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { CancelledError } from '../errors.ts';
import { qualityReport } from '../quality/quality.ts';
import type { Progress } from '../snapshot/types.ts';
import { mergeForecasts } from '../warehouse/forecasts.ts';
import { mergeItems } from '../warehouse/items.ts';
import { mergeOrders, mergePlaces, mergePrices, mergeStock } from '../warehouse/others.ts';
import { findPending } from '../warehouse/pending.ts';
import { attachWarehouse, MANIFEST, type Previous, readPrevious } from '../warehouse/previous.ts';
import { resolveKeys } from '../warehouse/resolve.ts';
import { writeSales } from '../warehouse/sales.ts';
import { WHOLE_TABLES } from '../warehouse/tables.ts';
import { latestDaySql, readHorizon, readTotals } from '../warehouse/totals.ts';
import { type WrittenFile, writeParquet } from '../warehouse/write.ts';
import { planImport } from './plan.ts';
import { gatherProblems, kindReport } from './report.ts';
import { openSources, type ParquetHead } from './source.ts';
import { type Staged, stageFeed } from './stage.ts';
import type {
  FileKind,
  ImportReport,
  ImportRequest,
  ImportResult,
  ImportSettings,
  SourceFile,
  WarehouseManifest,
} from './types.ts';

type Work = ImportRequest & { temp_folder: string };

const checkCancelled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new CancelledError('Import annulé');
};

/** Asks DuckDB for the columns and first rows of a Parquet file. */
export const parquetHeadOf =
  (session: Session): ParquetHead =>
  async (path) => {
    const columns = await session.rows<{ column_name: string }>(
      `DESCRIBE SELECT * FROM read_parquet(${quoteText(path)})`,
    );
    const headings = columns.map(({ column_name }) => column_name);
    const rows = await session.rows(
      `SELECT COLUMNS(*)::VARCHAR FROM read_parquet(${quoteText(path)}) LIMIT 20`,
    );
    return { headings, preview: rows.map((row) => headings.map((name) => String(row[name] ?? ''))) };
  };

const digest = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Leaves out files that are the same as an earlier one: their rows would count twice. */
const withoutCopies = async (
  files: readonly SourceFile[],
): Promise<{ files: SourceFile[]; copies: ImportReport['ignored_files'] }> => {
  const kept: (SourceFile & { size: number })[] = [];
  const copies: ImportReport['ignored_files'] = [];
  for (const file of files) {
    const { size } = await stat(file.path);
    const twins = kept.filter((other) => other.size === size);
    const own = twins.length > 0 ? await digest(file.path) : '';
    const twin = (
      await Promise.all(twins.map(async (other) => ((await digest(other.path)) === own ? other : null)))
    ).find(Boolean);
    if (twin) copies.push({ name: file.name, reason: `identique à ${twin.name}` });
    else kept.push({ ...file, size });
  }
  return { files: kept, copies };
};

const ofKind = (staged: readonly Staged[], kind: FileKind): Staged[] =>
  staged.filter(({ feed }) => feed.kind === kind);

/** Week numbers become the day their week starts. */
const dateWeeks = async (session: Session, staged: readonly Staged[]): Promise<void> => {
  for (const { feed, table } of staged) {
    const origin = feed.constants.get('first_week_date');
    if (origin === undefined || !feed.positions.has('week_number')) continue;
    await session.run(
      `UPDATE "${table}" SET date = DATE ${quoteText(origin)} + 7 * week_number WHERE date IS NULL`,
    );
  }
};

const mergeAll = async (
  session: Session,
  staged: readonly Staged[],
  work: Work,
  settings: ImportSettings,
  horizon: string | null,
): Promise<string[]> => {
  const full = work.mode === 'full';
  const attributes = await mergeItems(session, ofKind(staged, 'items'), settings, full);
  await resolveKeys(session, staged);
  await findPending(
    session,
    staged.some(({ feed }) => feed.kind === 'items' || feed.kind === 'prices'),
  );
  await mergePlaces(session, ofKind(staged, 'places'), full);
  await mergePrices(session, ofKind(staged, 'prices'), settings.vat_rate ?? 0.2, full);
  const today =
    settings.data_date ?? (await latestDay(session, [...keptRows(staged, ['sales']), 'prev_sale'], horizon));
  await mergeStock(session, ofKind(staged, 'stock'), today ?? importDay(work), full);
  await mergeOrders(session, ofKind(staged, 'orders'), full);
  await mergeForecasts(session, ofKind(staged, 'forecasts'), full);
  return attributes;
};

const ORDER: Record<(typeof WHOLE_TABLES)[number], string> = {
  item_group: 'item_group_id',
  item: 'item_group_id, item_id',
  stock: 'date, item_group_id, item_id, inventory_code',
  price: 'price_list_id, item_group_id, item_id, from_date',
  order: 'expected_date, item_group_id, item_id, inventory_code',
  forecast: 'item_group_id, item_id, from_date, to_date, discount_pct',
  place: 'code',
};

/** Whether two versions hold the same rows; a kind without rows may have no file in an older one. */
const sameFiles = (left: readonly WrittenFile[], right: readonly WrittenFile[]): boolean => {
  const [ours, theirs] = [left, right].map((files) => files.filter(({ rows }) => rows > 0));
  return (
    ours?.length === theirs?.length &&
    ours?.every((file) =>
      theirs?.some(
        (other) => other.name === file.name && other.checksum === file.checksum && other.rows === file.rows,
      ),
    ) === true
  );
};

/** The day of the import, on the clock. */
const importDay = (work: Work): string => work.today ?? new Date().toISOString().slice(0, 10);

/** The staged tables of some kinds, without their refused rows. */
const keptRows = (staged: readonly Staged[], kinds: readonly FileKind[]): string[] =>
  staged
    .filter(({ feed }) => kinds.includes(feed.kind))
    .map(({ table }) => `(FROM ${quoteIdentifier(table)} WHERE NOT refused)`);

const latestDay = async (
  session: Session,
  tables: readonly string[],
  horizon: string | null,
): Promise<string | null> => {
  const [row] = await session.rows<{ day: string | null }>(latestDaySql(tables, horizon));
  return row?.day ?? null;
};

/** Settings that an import does not give stay as they were; a data date only as long as no later day comes. */
const settled = async (
  session: Session,
  staged: readonly Staged[],
  work: Work,
  previous: Previous,
  horizon: string | null,
): Promise<ImportSettings> => {
  const { data_date, ...others } = previous.manifest?.settings ?? {};
  const latest = await latestDay(session, keptRows(staged, ['sales', 'stock']), horizon);
  const kept = data_date !== undefined && (latest === null || latest <= data_date) ? { data_date } : {};
  return { ...others, ...kept, ...work.mapping?.settings };
};

const writeVersion = async (
  session: Session,
  work: Work,
  staged: readonly Staged[],
  previous: Previous,
): Promise<{ folder: string; manifest: WarehouseManifest; unchanged: boolean }> => {
  const horizon = await readHorizon(
    session,
    [...keptRows(staged, ['sales', 'stock']), 'prev_sale', 'prev_stock'],
    importDay(work),
  );
  const settings = await settled(session, staged, work, previous, horizon);
  const target = join(work.warehouse_folder, `v${work.version}`);
  await mkdir(work.warehouse_folder, { recursive: true });
  const temporary = await temporaryFolder(target);
  try {
    work.onProgress?.({ stage: 'merge', label: 'Rapprochement avec les données déjà reçues', share: 0 });
    const attributes = await mergeAll(session, staged, work, settings, horizon);
    checkCancelled(work.signal);
    const sales = ofKind(staged, 'sales');
    const onMonth = (share: number): void => {
      checkCancelled(work.signal);
      work.onProgress?.({ stage: 'sales', label: 'Écriture des ventes', share });
    };
    const files = await writeSales(session, temporary, sales, previous, {
      settings,
      full: work.mode === 'full' && sales.length > 0,
      onMonth,
    });
    for (const table of WHOLE_TABLES)
      files.push(
        await writeParquet(
          session,
          temporary,
          `${table}.parquet`,
          table,
          `SELECT * FROM "${table}" ORDER BY ${ORDER[table]}`,
        ),
      );
    const same = previous.manifest !== null && sameFiles(files, previous.manifest.files);
    if (same && previous.folder !== null && previous.manifest && work.republish !== true) {
      await discardFolder(temporary);
      return { folder: previous.folder, manifest: previous.manifest, unchanged: true };
    }
    await attachWarehouse(session, temporary, 'new_');
    const totals = await readTotals(session, 'new_', horizon);
    const manifest: WarehouseManifest = {
      format: 1,
      version: work.version,
      data_date: settings.data_date ?? totals.data_date,
      currency: settings.currency ?? 'EUR',
      vat_rate: settings.vat_rate ?? 0.2,
      settings,
      attributes,
      totals: totals.totals,
      files,
    };
    await writeFile(join(temporary, MANIFEST), JSON.stringify(manifest, null, 2));
    checkCancelled(work.signal);
    await publishFolder(temporary, target);
    return { folder: target, manifest, unchanged: false };
  } catch (error) {
    await discardFolder(temporary);
    throw error;
  }
};

/** Where each stage starts and ends in the whole import, from how long they take. */
const SPANS: Record<string, readonly [number, number]> = {
  open: [0, 0.04],
  read: [0.04, 0.45],
  merge: [0.45, 0.52],
  sales: [0.52, 0.92],
  quality: [0.92, 1],
};

/** The request with shares of stages told as shares of the whole. */
const withWholeShares = (work: Work): Work => {
  const tell = work.onProgress;
  if (!tell) return work;
  const onProgress = (progress: Progress): void => {
    const [from, to] = SPANS[progress.stage] ?? [0, 1];
    tell({ ...progress, share: from + (to - from) * Math.min(1, progress.share) });
  };
  return { ...work, onProgress };
};

const runImport = async (session: Session, request: Work, scratch: string): Promise<ImportResult> => {
  const work = withWholeShares(request);
  const started = performance.now();
  const { files, copies } = await withoutCopies(work.files);
  work.onProgress?.({ stage: 'open', label: 'Ouverture des fichiers', share: 0 });
  const { sources, unreadable } = await openSources(
    files,
    scratch,
    parquetHeadOf(session),
    work.mapping?.settings?.decimal,
  );
  const plan = planImport(sources, work.mapping, work.remembered);
  const staged: Staged[] = [];
  const feeds = plan.feeds.filter(({ kind }) => kind !== 'projects');
  const bytes = feeds.reduce((sum, { source }) => sum + source.size_bytes, 0);
  let read = 0;
  for (const [index, feed] of feeds.entries()) {
    checkCancelled(work.signal);
    work.onProgress?.({ stage: 'read', label: `Lecture de ${feed.source.name}`, share: read / bytes });
    read += feed.source.size_bytes;
    staged.push(await stageFeed(session, feed, `stage_${index}`));
  }
  await dateWeeks(session, staged);
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
    quality: refused ? [] : await qualityReport(session, 'new_', data_date),
    unchanged: version?.unchanged ?? true,
    data_date,
    duration_ms: Math.round(performance.now() - started),
  };
  return {
    folder: version?.folder ?? null,
    manifest: version?.manifest ?? null,
    report,
    used_mappings: plan.used_mappings,
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
      path: join(scratch, 'stage.duckdb'),
      temp_folder: join(scratch, 'spill'),
      memory_limit: work.memory_limit ?? '700MB',
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
