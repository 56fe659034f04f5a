import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftSnapshot, importFiles } from '@palier/analytics';
import { type BenchLine, type BenchOptions, benchLine, median } from './bench.ts';
import { checkByHand, doByHand, readBare, type Tell } from './import/by-hand.ts';
import { type Files, makeFiles, SALES_PER_PRODUCT } from './import/files.ts';

const RUNS = 3;

async function importOurs({ folder, names }: Files, tell: Tell): Promise<void> {
  const work = join(folder, 'work');
  let running: string | null = null;
  const { folder: version } = await importFiles({
    files: names.map((name) => ({ name, path: join(folder, name) })),
    ...{
      warehouse_folder: join(work, 'warehouse'),
      version: 1,
      previous_folder: null,
      mode: 'incremental',
      temp_folder: join(work, 'temp'),
    },
    onProgress: ({ stage }) => {
      if (running !== null && running !== stage) tell(running);
      running = stage;
    },
  });
  tell('quality');
  const draft = await draftSnapshot({
    ...{
      warehouse_folder: version ?? '',
      snapshot_folder: join(work, 'snapshot'),
      version: 1,
      temp_folder: join(work, 'temp'),
      newId: () => crypto.randomUUID(),
    },
    project: {
      ...{
        project_id: 'bench',
        data_date: '2026-07-05',
        end_date: '2026-08-05',
        working_phase: 0,
        discount_pct_range: [20, 60],
      },
      phases: [{ name: null, start_date: '2026-07-08' }],
      ...{
        discount_levels: [0, 10, 20, 30, 40, 50, 60],
        accounting_currency: 'EUR',
        catalog_currency: 'EUR',
        selection: {},
      },
    },
  });
  tell('metrics');
  await draft.extractPanel({ weeks: 104 });
  tell('panel');
  await draft.finish(null);
  tell('snapshot');
  await rm(work, { recursive: true, force: true });
}

/** Milliseconds on the clock, and of processor: the second is the fairer on a machine that others use. */
interface Spent {
  clock: number;
  processor: number;
}

async function timeImport(action: () => Promise<void>): Promise<Spent> {
  const start = performance.now();
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - start, processor: (user + system) / 1000 };
}

function seconds(spent: readonly Spent[], of: keyof Spent): number {
  return median(spent.map((one) => one[of])) / 1000;
}

/** What each stage of an import took. */
function stopwatch(): { tell: Tell; stages: Map<string, Spent> } {
  const stages = new Map<string, Spent>();
  let last = performance.now();
  let used = process.cpuUsage();
  const tell: Tell = (stage) => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    const { clock, processor } = stages.get(stage) ?? { clock: 0, processor: 0 };
    stages.set(stage, { clock: clock + now - last, processor: processor + (user + system) / 1000 });
    last = now;
    used = process.cpuUsage();
  };
  return { tell, stages };
}

async function sizeOf({ folder, names }: Files): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Files to published snapshot (the fit left out) against DuckDB's bare reading of the same files and against the same
 * duties in SQL by hand, in turn; the stages of the last run against that run's bare reading.
 */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const products =
    options.products ?? Math.round((options.rows ?? 4000 * SALES_PER_PRODUCT) / SALES_PER_PRODUCT);
  const files = await makeFiles(products);
  const ours: Spent[] = [];
  const bare: Spent[] = [];
  const byHand: Spent[] = [];
  let stages = new Map<string, Spent>();
  const runs = files.sales > 5_000_000 ? 1 : RUNS;
  for (let index = 0; index < runs; index++) {
    bare.push(await timeImport(() => readBare(files)));
    ours.push(
      await timeImport(() => {
        const watch = stopwatch();
        stages = watch.stages;
        return importOurs(files, watch.tell);
      }),
    );
    byHand.push(await timeImport(() => doByHand(files)));
  }
  const hand = stopwatch();
  await doByHand(files, hand.tell);
  const checks = stopwatch();
  await checkByHand(files, checks.tell);
  checks.stages.delete('read');
  const name = `${(files.sales / 1e6).toFixed(1)} M sales rows, ${Math.round((await sizeOf(files)) / 1e6)} MB`;
  await rm(files.folder, { recursive: true, force: true });
  const line = (label: string, subject: number, reference: number, budget: number | null = null) =>
    benchLine('import', `${name}, ${label}`, subject, reference, 's', budget);
  const last = bare.at(-1) ?? { clock: 0, processor: 0 };
  const opened = stages.get('open')?.processor ?? 0;
  return [
    line('to snapshot: bare DuckDB read', seconds(ours, 'clock'), seconds(bare, 'clock'), 3),
    line('to snapshot: bare DuckDB read, processor', seconds(ours, 'processor'), seconds(bare, 'processor')),
    line('to snapshot: same duties by hand', seconds(ours, 'clock'), seconds(byHand, 'clock')),
    line('by hand: bare DuckDB read', seconds(byHand, 'clock'), seconds(bare, 'clock')),
    ...[...stages].flatMap(([stage, spent]) => [
      line(`stage ${stage}: bare DuckDB read`, spent.clock / 1000, last.clock / 1000),
      line(`stage ${stage}: bare DuckDB read, processor`, spent.processor / 1000, last.processor / 1000),
    ]),
    // Each duty in the shortest SQL for these files: what none can be had for less than.
    ...[...hand.stages, ...checks.stages].map(([duty, spent]) =>
      line(`${duty} by hand: bare DuckDB read, processor`, spent.processor / 1000, last.processor / 1000),
    ),
    // What each file is, and what each of its columns, is found out while files are opened.
    line('opening and recognition: whole import, processor', opened / 1000, seconds(ours, 'processor'), 0.05),
    benchLine('import', `${name}: peak memory`, process.resourceUsage().maxRSS / 1000, 1500, 'MB', 1),
  ];
}
