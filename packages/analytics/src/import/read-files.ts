import { mkdir } from 'node:fs/promises';
import type { ImportQuestion } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { attachWarehouse, type Previous, readPrevious, USUAL_CURRENCY } from '../warehouse/previous.ts';
import { askedOnce } from './asking.ts';
import { asPlaces, openPlaces, stillAsked } from './by-place.ts';
import { repairCodes } from './codes/repair.ts';
import { settleSpellings } from './codes/spelling.ts';
import { withoutCopies } from './copies.ts';
import { askCutShort } from './cut-short.ts';
import { weeksReading } from './dates/iso-weeks.ts';
import { monthsReading, spreadMonths } from './dates/months.ts';
import { refuseCycles } from './equivalent-cycles.ts';
import { headingLines } from './heading-lines.ts';
import { skipsHidden } from './hidden.ts';
import { settleLoweredArticles } from './lowered/articles.ts';
import { importDay } from './merge.ts';
import { asOneStock } from './one-stock.ts';
import { ownCurrency } from './own-currency.ts';
import { refusePackCycles } from './pack-cycles.ts';
import { parquetHeadOf } from './parquet-head.ts';
import { settlePlaces } from './places/spelling.ts';
import type { Plan } from './plan-types.ts';
import { settleRaisedArticles } from './raised/articles.ts';
import { withExamples } from './read-aloud.ts';
import { knownCodes } from './recognition/known-codes.ts';
import { planBoth } from './remember.ts';
import { settleRepeated } from './repeated/settle.ts';
import { gatherProblems, kindReport, type Problems, unpaidReading, untaxedReading } from './report.ts';
import { settleSizes } from './sizes/spelling.ts';
import { openSources, type Sources } from './source.ts';
import { stageAll } from './stage-all.ts';
import type { Staged } from './staged.ts';
import { takenOffReading } from './taken-off.ts';
import type { ImportReport, ImportRequest, KindReport, SourceFile } from './types.ts';

/** An import, with where its files are unpacked and read. */
export type Work = ImportRequest & { temp_folder: string };

/** What was read, before it is merged with what is there. */
export interface Reading {
  /** Without the files of which no row was kept: they replace nothing. */
  staged: readonly Staged[];
  previous: Previous;
  questions: ImportQuestion[];
}

function isEmptyBeside(staged: Staged | undefined, report: KindReport | undefined): boolean {
  return staged?.feed.beside_items === true && report?.rows_read === 0;
}

export interface ReadFiles extends Reading {
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
      await weeksReading(session, table),
      await unpaidReading(session, table),
      await untaxedReading(session, table),
    ];
    readings.push(...found.filter((reading) => reading !== null));
  }
  return { reports, readings };
}

/** Asks of articles whose list prices fall or rise what they are. */
async function settleListPrices(
  session: Session,
  files: readonly Staged[],
  { mapping }: Work,
): Promise<{ staged: Staged[]; notes: string[] }> {
  const lowered = await settleLoweredArticles(session, files, mapping?.answers);
  const { staged, notes } = await settleRaisedArticles(session, lowered.staged, mapping?.answers);
  return { staged, notes: [...lowered.notes, ...notes] };
}

interface Planned {
  unreadable: Sources['unreadable'];
  previous: Previous;
  plan: Plan;
  /** As the questions will have been answered once a check is published. */
  published: Plan;
}

/** Opens files, and decides what each is. */
async function planFiles(
  session: Session,
  work: Work,
  { files, scratch }: { files: readonly SourceFile[]; scratch: string },
): Promise<Planned> {
  const { sources, unreadable } = await openSources(files, {
    folder: scratch,
    parquetHead: parquetHeadOf(session),
    decimal: work.mapping?.settings?.decimal,
    heading_lines: headingLines(work),
    skips_hidden: skipsHidden(work.mapping?.answers),
    onFile: work.onFile,
  });
  const samples = sources.map(({ sample }) => sample);
  const codes = await knownCodes(session, work.previous_folder, samples);
  const previous = await readPrevious(work.previous_folder);
  const { vat_rate, currency } = previous.manifest?.settings ?? {};
  const { mapping, remembered } = work;
  const context = { mapping, remembered, codes, vat_rate, currency, today: importDay(work) };
  const { plan, published } = planBoth(sources, work, context);
  const places = openPlaces(plan, mapping?.answers);
  if (places.length === 0) return { unreadable, previous, plan, published };
  // Columns are places from the opening of a file on: it is opened again, as the likely answer has it.
  const again = await planFiles(session, asPlaces(work, places), { files, scratch });
  return { ...again, ...stillAsked(again, places, work.check === true) };
}

/** Opens the files of an import, decides what each is, and reads them; nothing of them is merged yet. */
export async function readFiles(session: Session, work: Work, scratch: string): Promise<ReadFiles> {
  const { files, copies } = await withoutCopies(work.files);
  work.onProgress?.({ stage: 'open', label: 'Ouverture des fichiers', share: 0 });
  const { unreadable, previous, plan, published } = await planFiles(session, work, { files, scratch });
  const { currency } = previous.manifest?.settings ?? {};
  const { mapping } = work;
  const read = await stageAll(session, work, plan, previous);
  await attachWarehouse(session, previous.folder, 'prev_', { packs: 'whole' });
  await repairCodes(session, read, work.mapping?.answers);
  const coded = await settleSpellings(session, read, work.mapping?.answers);
  const placed = await settlePlaces(session, coded, work.mapping?.answers);
  const sized = await settleSizes(session, placed, work.mapping?.answers);
  const { staged: listed, notes: priced } = await settleListPrices(session, sized, work);
  await refuseCycles(session, listed);
  await refusePackCycles(session, listed);
  const spread: Staged[] = [];
  for (const table of listed)
    spread.push(await asOneStock(session, await spreadMonths(session, table, importDay(work))));
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
      askedOnce([
        ...plan.questions,
        ...kept.flatMap((table) => table.questions),
        ...(own ? [own] : []),
        ...(await askCutShort(session, kept)),
      ]),
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
