import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlGap, ControlTotal } from '@palier/domain';
import { type Database, openDatabase } from '../database/database.ts';
import { discardFolder, temporaryFolder } from '../database/folders.ts';
import type { Session } from '../database/session.ts';
import { qualityReport } from '../quality/quality.ts';
import { amountsSaid } from '../warehouse/amounts.ts';
import { readControlGaps } from '../warehouse/controls.ts';
import { readDataDay } from '../warehouse/data-date.ts';
import { attachWarehouse, USUAL_CURRENCY } from '../warehouse/previous.ts';
import { threadsForFiles } from '../warehouse/threads.ts';
import { readTotals } from '../warehouse/totals.ts';
import { waits } from './asking.ts';
import { checkCancelled } from './cancelled.ts';
import { readControlTotals, withControlTotals } from './control-totals.ts';
import { readEffect } from './effect.ts';
import { explainGaps } from './gap-causes.ts';
import { askLastDay } from './last-day.ts';
import { importDay } from './merge.ts';
import { packsReading } from './packs-reading.ts';
import { type PriceEffect, readPriceEffect } from './price-effect.ts';
import { deliveredProducts } from './products.ts';
import { withWholeShares } from './progress.ts';
import { type ReadFiles, type Reading, readFiles, type Work } from './read-files.ts';
import { readingsOf } from './readings.ts';
import { confirmedWritings, toRemember } from './remember.ts';
import { askRemoval, completesInstead } from './removal.ts';
import { inCurrency } from './report.ts';
import { withSettled } from './settled.ts';
import { askSoldPrices } from './sold-prices.ts';
import type { Staged } from './staged.ts';
import type { FileKind, ImportReport, ImportResult, KindReport } from './types.ts';
import { type WrittenVersion, writeVersion } from './version.ts';

/** A file as it is merged: whole months as the days that they were spread over. */
const asMerged = (staged: Staged): Staged => ({ ...staged, table: staged.days ?? staged.table });

/**
 * Writes the version that the reading makes, unless a question is open; asks before one that removes much. Views
 * `new_*` are of the version written, or of the previous one.
 */
async function writeAsked(
  session: Session,
  work: Work,
  { staged, previous, questions }: Reading,
): Promise<WrittenVersion | null> {
  const names = staged.map(({ feed }) => feed.source.name);
  const asked: Work = completesInstead(work, names) ? { ...work, mode: 'incremental' } : work;
  const version = waits(work, questions)
    ? null
    : await writeVersion(session, asked, staged.map(asMerged), previous);
  await attachWarehouse(session, version?.folder ?? previous.folder, 'new_');
  await attachWarehouse(session, previous.folder, 'prev_');
  if (version === null) return version;
  const after = [
    ...version.settled.flatMap((settled) => settled.questions),
    ...(await askSoldPrices(session, staged)),
  ];
  if (previous.manifest !== null) {
    const manifests = { before: previous.manifest, after: version.manifest };
    const lastDay = await askLastDay(session, version.data_day, fileOfSales(staged));
    const removal = await askRemoval(session, asked, { ...manifests, names });
    after.push(...[lastDay, removal].filter((question) => question !== null));
  }
  questions.push(...after);
  if (!waits(work, after)) return version;
  await attachWarehouse(session, previous.folder, 'new_');
  await discardFolder(version.folder);
  return null;
}

/** The file that the question of the last day names. */
function fileOfSales(staged: readonly Staged[]): string {
  const found = staged.find(({ feed }) => feed.kind === 'sales') ?? staged[0];
  return found?.feed.source.name ?? '';
}

/** The till's totals that the version does not have, with what could explain it; views `new_*` are of the version. */
async function findGaps(
  session: Session,
  { controls = [], control_tolerance = 0 }: Work,
  { every }: ReadFiles,
  { currency, added }: { currency: string; added: readonly ControlTotal[] },
): Promise<ControlGap[]> {
  const gaps = await readControlGaps(session, 'new_', withControlTotals(controls, added), control_tolerance);
  await explainGaps(session, gaps, every, currency);
  return gaps.map(({ code: _, ...gap }) => gap);
}

/** Whether nothing can come of the files, or nothing may. */
function isRefused(work: Work, { staged, outcome }: ReadFiles): boolean {
  const isEmptyDelivery = outcome.files.some(({ rows_read }) => rows_read === 0);
  return (
    (staged.every(({ feed }) => feed.kind === 'projects') && !isEmptyDelivery) ||
    (work.stop_on_error === true && outcome.error_count > 0)
  );
}

/** The kinds of files that change list prices: those of codes too, whose products are others. */
const PRICING: ReadonlySet<FileKind> = new Set(['items', 'prices', 'equivalents']);

/** What a check changes in list prices; nothing for a first import, which changes none. */
async function findPriceEffect(
  session: Session,
  work: Work,
  { staged, previous: { manifest: before } }: ReadFiles,
  version: WrittenVersion | null,
): Promise<PriceEffect> {
  const mayChange = staged.some(({ feed }) => PRICING.has(feed.kind));
  if (!work.check || version === null || version.unchanged || before === null || !mayChange)
    return { lists: [], changed: [] };
  const { manifest: after } = version;
  return readPriceEffect(session, {
    usual: { before: before.usual_price_list ?? '', after: after.usual_price_list ?? '' },
    paid: after.settings.paid_price_list_id ?? null,
    data_date: after.data_date ?? importDay(work),
  });
}

/** What each file brings, nothing being kept of those that an answer leaves out once they are merged. */
function takenOf({ outcome }: ReadFiles, version: WrittenVersion | null): KindReport[] {
  const left = (version?.settled ?? []).flatMap(({ left_out }) => left_out ?? []);
  const isOut = ({ file, kind }: KindReport): boolean =>
    left.some(({ feed }) => feed.kind === kind && feed.source.name === file);
  return outcome.files.map((file) => (isOut(file) ? { ...file, rows_kept: 0 } : file));
}

async function runImport(session: Session, request: Work, scratch: string): Promise<ImportResult> {
  const work = withWholeShares(request);
  const started = performance.now();
  const read = await readFiles(session, work, scratch);
  const { previous, questions, staged } = read;
  if (isRefused(work, read)) await attachWarehouse(session, previous.folder, 'new_');
  const version = isRefused(work, read) ? null : await writeAsked(session, work, read);
  work.onProgress?.({ stage: 'quality', label: 'Contrôle de la qualité des données', share: 0 });
  const manifest = version?.manifest ?? previous.manifest;
  const data_date = manifest?.data_date ?? null;
  const control_totals = await readControlTotals(session, staged);
  const currency = manifest?.currency ?? USUAL_CURRENCY;
  const totals =
    version?.manifest.totals ??
    (await readTotals(session, 'new_', (await readDataDay(session, 'new_', null)).date));
  const prices = await findPriceEffect(session, work, read, version);
  const report: ImportReport = {
    status: version === null ? 'refused' : 'completed',
    ...read.outcome,
    files: takenOf(read, version).map((file) => inCurrency(file, currency)),
    questions,
    totals,
    readings: [
      ...read.readings,
      ...(version?.settled ?? []).flatMap(({ notes }) => notes),
      ...(await packsReading(session, version)),
      ...readingsOf(totals, data_date),
    ],
    totals_before: previous.manifest?.totals ?? null,
    effect: work.check ? { ...(await readEffect(session)), prices: prices.lists } : null,
    gaps: await findGaps(session, work, read, { currency, added: control_totals }),
    quality:
      version === null
        ? []
        : await qualityReport(session, 'new_', data_date, manifest?.settings.paid_price_list_id ?? null),
    products: version === null ? null : await deliveredProducts(session, staged),
    unchanged: version?.unchanged ?? true,
    data_date,
    currency,
    amounts: amountsSaid(previous.manifest, manifest),
    vat_rate: manifest?.vat_rate ?? null,
    cost_share_of_price: manifest?.settings.cost_share_of_price ?? null,
    duration_ms: Math.round(performance.now() - started),
  };
  return {
    folder: version?.folder ?? null,
    manifest: version?.manifest ?? null,
    report,
    used_mappings: toRemember(
      read.plan,
      confirmedWritings(work, withSettled(staged, version?.settled ?? [])),
    ),
    control_totals,
    changed_prices: prices.changed,
  };
}

/**
 * Reads, checks and merges a customer's files into a new version of the warehouse. Bad rows are listed in the report
 * and never stop the good ones (unless `stop_on_error`). Nothing is visible before the folder gets its final name.
 *
 * @throws CancelledError when `signal` fires; the previous version is untouched.
 */
export async function importFiles(work: Work): Promise<ImportResult> {
  checkCancelled(work.signal);
  await mkdir(work.temp_folder, { recursive: true });
  const scratch = await temporaryFolder(join(work.temp_folder, 'import'));
  let database: Database | null = null;
  const stop = (): void => database?.interrupt();
  try {
    database = await openDatabase({
      temp_folder: scratch,
      memory_limit: work.memory_limit ?? '500MB',
      connections: 2,
      ...(await threadsForFiles(work.files, work.previous_folder)),
    });
    work.signal?.addEventListener('abort', stop);
    const { session: borrow } = database;
    return await borrow((session) =>
      borrow((other) => runImport({ ...session, beside: [other] }, work, scratch)),
    );
  } finally {
    work.signal?.removeEventListener('abort', stop);
    database?.close();
    await discardFolder(scratch);
  }
}
