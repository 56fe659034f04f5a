import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFactStore, type ProjectFacts, type RecordRequest } from '@palier/analytics';
import { FIELDS, type SerieDays } from '@palier/domain';
import { type BenchLine, type BenchOptions, benchLine, interleave } from './bench.ts';
import { type Bare, openBare } from './listing/bare.ts';
import { makeDecisions, makeSnapshot } from './listing/data.ts';

// The report of series: 100,000 products (or --products), three series of four phases, two dimensions.
// - « DuckDB alone »: a statement written by hand over the same files and facts, in a DuckDB of its own.
// - « DuckDB alone, asked first »: the same before the product has read any of the three, as the first report of a day.
// - « the listing's groups »: as many lines, levels and measures, asked of the same facts.
// - « one series »: what three cost beside three times what one costs.
// - « size »: megabytes of a series against ten for 100,000 lines: of a plan whose every line is planned apart, and of
//   sales of every line in every phase.

const RUNS = 11;
const BY = ['section', 'family'];
const STARTS = ['2026-07-08', '2026-07-15', '2026-07-22', '2026-07-29'];
const LASTS = ['2026-07-14', '2026-07-21', '2026-07-28', '2026-08-11'];
const PHASES = STARTS.map((start_date, project_phase): SerieDays => {
  const last_date = LASTS[project_phase] ?? start_date;
  return { project_phase, start_date, last_date, from_date: start_date, to_date: last_date };
});

/** Three series recorded as the product records them: the plan and two runs. */
async function recordAll(facts: ProjectFacts, folder: string): Promise<string[]> {
  const split = [0.5, 0.3, 0.2].map((part) => new Float64Array(facts.line_count).fill(part));
  const ids = await facts.lineIds({});
  const folders: string[] = [];
  for (const pct of [null, 20, 40]) {
    const own = join(folder, `v${folders.length + 1}`);
    const run =
      pct === null
        ? null
        : ids.map((discount_id) => ({ discount_id, discount_pct: pct, next_discount_pcts: [60] }));
    await facts.recordSerie({
      folder: own,
      phases: PHASES,
      content: { source: 'plan', split, run },
      over: false,
    });
    folders.push(own);
  }
  return folders;
}

/** Series that pack as badly as a retailer's can: no two lines alike. */
async function widest(facts: ProjectFacts): Promise<Record<string, RecordRequest['content']>> {
  const ids = await facts.lineIds({});
  const unlike = (line: number, of: number): number =>
    Math.abs(Math.sin(line * 12.9898 + of * 78.233) * 43758.5453) % 1;
  const split = STARTS.slice(1).map((_, phase) => Float64Array.from(ids, (_id, line) => unlike(line, phase)));
  const pcts = (line: number) => STARTS.map((_, phase) => 10 * Math.floor(7 * unlike(line, phase + 9)));
  const run = ids.map((discount_id, line) => {
    const [discount_pct = 0, ...next_discount_pcts] = pcts(line);
    return { discount_id, discount_pct, next_discount_pcts };
  });
  const lines = ids.map((line_id, line) => {
    const qty = STARTS.map((_, phase) => Math.floor(120 * unlike(line, phase + 20)));
    const sales = qty.map((units, phase) => Math.round(units * 4000 * unlike(line, phase + 30)) / 100);
    return { line_id, qty, discount_pct: pcts(line), sales };
  });
  return {
    'a plan': { source: 'plan', split, run },
    sales: { source: 'given', kind: 'sales', lines },
  };
}

/** Series that were never asked for: as many copies as `interleave` asks. */
async function copyAll(folders: readonly string[]): Promise<string[][]> {
  return Promise.all(
    Array.from({ length: RUNS + 1 }, (_, run) =>
      Promise.all(
        folders.map(async (folder) => {
          await cp(folder, `${folder}-${run}`, { recursive: true });
          return `${folder}-${run}`;
        }),
      ),
    ),
  );
}

/** What an engineer who knows the files would write: every measure of every series, by two fields. */
function bareText(folders: readonly string[]): string {
  const over = (of: (phase: number) => string): string =>
    `(${STARTS.map((_, phase) => of(phase)).join(' + ')})`;
  const series = folders.map(
    (folder, at) => `JOIN (SELECT line_id, price, cost, stock, ${over((n) => `qty_${n}`)} AS qty,
      ${over((n) => `price * (1 - pct_${n} / 100) * qty_${n}`)} AS sales, price * ${over((n) => `qty_${n}`)} AS list_sales,
      ${over((n) => `(base_price * (1 - pct_${n} / 100) - cost) * qty_${n}`)} AS profit, ${over((n) => `pct_${n} * 7`)} / 28 AS pct,
      greatest(stock - upcoming - ${over((n) => `qty_${n}`)}, 0) AS left_qty, season + upcoming + ${over((n) => `qty_${n}`)} AS season_qty
      FROM read_parquet('${join(folder, 'line.parquet')}')) s${at} USING (line_id)`,
  );
  const sums = folders.map((_, at) => {
    const s = `s${at}`;
    return [
      `sum(${s}.qty)`,
      `sum(${s}.sales)`,
      `sum(${s}.list_sales)`,
      `sum(${s}.list_sales - ${s}.sales)`,
      `sum(${s}.profit)`,
      `sum(${s}.season_qty)`,
      `sum(${s}.season_qty) FILTER (${s}.left_qty IS NOT NULL)`,
      `sum(${s}.left_qty)`,
      `sum(${s}.left_qty * ${s}.cost)`,
      `sum(${s}.left_qty * ${s}.price)`,
      `sum(${s}.pct * ${s}.stock)`,
      `sum(${s}.stock)`,
      'count(*)',
      `count(*) FILTER (${s}.sales IS NULL OR ${s}.profit IS NULL)`,
    ].map((sum, index) => `${sum} AS m${at}_${index}`);
  });
  return `SELECT section, family, ${sums.flat().join(', ')} FROM (SELECT _id::UUID AS line_id, section, family FROM line) ${series.join(' ')} GROUP BY section, family`;
}

interface Measured {
  facts: ProjectFacts;
  bare: Bare;
  folders: readonly string[];
  label: string;
}

async function compare({ facts, bare, folders, label }: Measured): Promise<BenchLine[]> {
  const ask = async (own: readonly string[]): Promise<void> => {
    const series = own.map((folder) => ({
      ...{ folder, kind: 'forecast' as const },
      ...{ phases: PHASES, spans: PHASES },
    }));
    const wanted = { series, by: BY, filter: null };
    await facts.seriesGroups(wanted);
    await facts.seriesLineCounts(wanted);
  };
  const copies = await copyAll(folders);
  const text = bareText(folders);
  const askBare = async () => (await bare.runAndReadAll(text)).getRowObjectsJS();
  const first = await interleave(RUNS, () => ask(copies.pop() ?? []), askBare);
  const alone = await interleave(RUNS, () => ask(folders), askBare);
  const fields = FIELDS.filter(({ source, aggregation }) => source === 'static' && aggregation.kind === 'sum')
    .slice(0, 39)
    .map(({ id }) => id);
  const groups = await interleave(
    RUNS,
    () => ask(folders),
    () => facts.groups({ by: BY, all_levels: true, summary: true, fields }),
  );
  const linear = await interleave(
    RUNS,
    () => ask(folders),
    () => ask(folders.slice(0, 1)),
  );
  return [
    benchLine(
      'reporting',
      `three series, ${label}: DuckDB alone, asked first`,
      first.subject,
      first.reference,
      'ms',
      1.5,
    ),
    benchLine('reporting', `three series, ${label}: DuckDB alone`, alone.subject, alone.reference, 'ms', 1.5),
    benchLine(
      'reporting',
      `three series, ${label}: the listing's groups`,
      groups.subject,
      groups.reference,
      'ms',
      2,
    ),
    benchLine(
      'reporting',
      `three series, ${label}: three times one`,
      linear.subject,
      3 * linear.reference,
      'ms',
      1,
    ),
  ];
}

/** See the head of this file. */
export async function run({ products = 100_000 }: BenchOptions): Promise<BenchLine[]> {
  const temp = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  const snapshot = await makeSnapshot(products);
  const store = await openFactStore({ temp_folder: temp });
  const facts = await store.openProject({ project_id: 'bench', folder: snapshot.folder });
  await facts.applyDecisions(makeDecisions(products));
  const folders = await recordAll(facts, join(temp, 'serie'));
  const bare = await openBare(snapshot.folder, facts);
  const label = `${products.toLocaleString('en')} products`;
  const lines = await compare({ facts, bare, folders, label });
  for (const [name, content] of Object.entries(await widest(facts))) {
    const folder = join(temp, 'widest', name);
    const { byte_size } = await facts.recordSerie({ folder, phases: PHASES, content, over: false });
    const size = `${name} of four phases, ${label}: size`;
    lines.push(benchLine('reporting', size, byte_size / 1e6, products / 10_000, 'MB', 1));
  }
  bare.closeSync();
  await facts.close();
  await store.close();
  await snapshot.discard();
  await rm(temp, { recursive: true, force: true });
  return lines;
}
