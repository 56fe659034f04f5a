import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlGap, ControlTotal, ImportQuestion } from '@palier/domain';
import { type Database, openDatabase } from '../database/database.ts';
import { discardFolder, temporaryFolder } from '../database/folders.ts';
import type { Session } from '../database/session.ts';
import { qualityReport } from '../quality/quality.ts';
import { amountsSaid } from '../warehouse/amounts.ts';
import { readControlGaps } from '../warehouse/controls.ts';
import { readDataDay } from '../warehouse/data-date.ts';
import { attachWarehouse, type Previous, readPrevious, USUAL_CURRENCY } from '../warehouse/previous.ts';
import { readTotals } from '../warehouse/totals.ts';
import { askedOnce, waits } from './asking.ts';
import { checkCancelled } from './cancelled.ts';
import { repairCodes } from './codes/repair.ts';
import { settleSpellings } from './codes/spelling.ts';
import { readControlTotals, withControlTotals } from './control-totals.ts';
import { withoutCopies } from './copies.ts';
import { monthsReading, spreadMonths } from './dates/months.ts';
import { readEffect } from './effect.ts';
import { refuseCycles } from './equivalent-cycles.ts';
import { explainGaps } from './gap-causes.ts';
import { headingLines } from './heading-lines.ts';
import { askLastDay } from './last-day.ts';
import { settleLoweredPrices } from './lowered-prices.ts';
import { importDay } from './merge.ts';
import { ownCurrency } from './own-currency.ts';
import { refusePackCycles } from './pack-cycles.ts';
import { packsReading } from './packs-reading.ts';
import { parquetHeadOf } from './parquet-head.ts';
import { settlePlaces } from './places/spelling.ts';
import type { Plan } from './plan-types.ts';
import { deliveredProducts } from './products.ts';
import { withWholeShares } from './progress.ts';
import { withExamples } from './read-aloud.ts';
import { readingsOf } from './readings.ts';
import { knownCodes } from './recognition/known-codes.ts';
import { confirmedWritings, planBoth, toRemember } from './remember.ts';
import { askRemoval, completesInstead } from './removal.ts';
import { settleRepeated } from './repeated/settle.ts';
import {
  gatherProblems,
  inCurrency,
  kindReport,
  type Problems,
  unpaidReading,
  untaxedReading,
} from './report.ts';
import { withSettled } from './settled.ts';
import { askSoldPrices } from './sold-prices.ts';
import { openSources } from './source.ts';
import { stageAll } from './stage-all.ts';
import type { Staged } from './staged.ts';
import { takenOffReading } from './taken-off.ts';
import type { ImportReport, ImportRequest, ImportResult, KindReport } from './types.ts';
import { type WrittenVersion, writeVersion } from './version.ts';

type Work = ImportRequest & { temp_folder: string };

/** A file as it is merged: whole months as the days that they were spread over. */
const asMerged = (staged: Staged): Staged => ({ ...staged, table: staged.days ?? staged.table });

/** What was read, before it is merged with what is there. */
interface Reading {
  /** Without the files of which no row was kept: they replace nothing. */
  staged: readonly Staged[];
  previous: Previous;
  questions: ImportQuestion[];
}

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

function isEmptyBeside(staged: Staged | undefined, report: KindReport | undefined): boolean {
  return staged?.feed.beside_items === true && report?.rows_read === 0;
}

interface ReadFiles extends Reading {
  /** French, by file: what was not read of it, and the sales that came without an amount, or without taxes. */
  readings: string[];
  /** Also the files of which no row was kept. */
  every: readonly Staged[];
  /** As the questions will have been answered once a check is published: what is remembered of it. */
  plan: Plan;
  /** Of the files as they were read: what each brings, its problems, and what was left aside. */
  outcome: Pick<ImportReport, 'files' | 'ignored_files'> & Problems;
}

/** What each file brings, and in French what was not read as it stands. */
async function reportFiles(
  session: Session,
  staged: readonly Staged[],
  { feeds }: Plan,
): Promise<{ reports: KindReport[]; readings: string[] }> {
  const reports: KindReport[] = [];
  const sources = [...feeds, ...staged.map(({ feed }) => feed)].map(({ source }) => source);
  const readings = sources.flatMap(({ name, notes = [] }) => notes.map((note) => `${name} : ${note}`));
  for (const table of staged) {
    reports.push(await kindReport(session, table));
    const found = [
      await takenOffReading(session, table),
      await monthsReading(session, table),
      await unpaidReading(session, table),
      await untaxedReading(session, table),
    ];
    readings.push(...found.filter((reading) => reading !== null));
  }
  return { reports, readings };
}

async function readFiles(session: Session, work: Work, scratch: string): Promise<ReadFiles> {
  const { files, copies } = await withoutCopies(work.files);
  work.onProgress?.({ stage: 'open', label: 'Ouverture des fichiers', share: 0 });
  const { sources, unreadable } = await openSources(files, {
    folder: scratch,
    parquetHead: parquetHeadOf(session),
    decimal: work.mapping?.settings?.decimal,
    heading_lines: headingLines(work),
    onFile: work.onFile,
  });
  const samples = sources.map(({ sample }) => sample);
  const codes = await knownCodes(session, work.previous_folder, samples);
  const previous = await readPrevious(work.previous_folder);
  const { vat_rate, currency } = previous.manifest?.settings ?? {};
  const { mapping, remembered } = work;
  const context = { mapping, remembered, codes, vat_rate, currency, today: importDay(work) };
  const { plan, published } = planBoth(sources, work, context);
  const read = await stageAll(session, work, plan, previous);
  await attachWarehouse(session, previous.folder, 'prev_', { packs: 'whole' });
  await repairCodes(session, read, work.mapping?.answers);
  const coded = await settleSpellings(session, read, work.mapping?.answers);
  const placed = await settlePlaces(session, coded, work.mapping?.answers);
  const { staged: spelled, notes: priced } = await settleLoweredPrices(
    session,
    placed,
    work.mapping?.answers,
  );
  await refuseCycles(session, spelled);
  await refusePackCycles(session, spelled);
  const spread: Staged[] = [];
  for (const table of spelled) spread.push(await spreadMonths(session, table, importDay(work)));
  const { staged, notes, ignored } = await settleRepeated(session, spread, work.mapping?.answers);
  const { reports, readings } = await reportFiles(session, staged, plan);
  if (work.report_folder !== undefined) await mkdir(work.report_folder, { recursive: true });
  const problems = await gatherProblems(session, staged, work.report_folder);
  // A file of which nothing is kept has nothing left to ask.
  const kept = staged.filter((_, index) => reports[index]?.rows_kept !== 0);
  const spoken = mapping?.settings?.currency ?? currency;
  const own =
    spoken === undefined
      ? (await ownCurrency(session, kept, mapping?.answers, previous.manifest)).question
      : null;
  const bad = unreadable.map(({ name, problem }) => ({ name, reason: problem }));
  return {
    plan: published,
    every: staged,
    staged: kept,
    previous,
    readings: [...new Set([...readings, ...priced, ...notes])],
    questions: await withExamples(
      session,
      askedOnce([...plan.questions, ...kept.flatMap((table) => table.questions), ...(own ? [own] : [])]),
      { staged, files: reports, currency: spoken ?? USUAL_CURRENCY },
    ),
    // Products whose file has a column of stock and none in it: nothing of stocks was sent.
    outcome: {
      files: reports.filter((_, index) => !isEmptyBeside(staged[index], reports[index])),
      ...problems,
      ignored_files: [...copies, ...plan.ignored, ...ignored, ...bad],
    },
  };
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
  const report: ImportReport = {
    status: version === null ? 'refused' : 'completed',
    ...read.outcome,
    files: read.outcome.files.map((file) => inCurrency(file, currency)),
    questions,
    totals,
    readings: [
      ...read.readings,
      ...(version?.settled ?? []).flatMap(({ notes }) => notes),
      ...(await packsReading(session, version)),
      ...readingsOf(totals, data_date),
    ],
    totals_before: previous.manifest?.totals ?? null,
    effect: work.check ? await readEffect(session) : null,
    gaps: await findGaps(session, work, read, { currency, added: control_totals }),
    quality: version === null ? [] : await qualityReport(session, 'new_', data_date),
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
