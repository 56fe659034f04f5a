import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFactStore, type ProjectFacts } from '@palier/analytics';
import { type BenchLine, type BenchOptions, benchLine, interleave } from './bench.ts';
import { openBare } from './listing/bare.ts';
import { CASES, type Case, DECISION_COLUMNS, FIELDS } from './listing/cases.ts';
import { makeDecisions, makeSnapshot, oneEdit } from './listing/data.ts';
import { measureMemory } from './listing/memory.ts';
import { openPostgres, type PostgresCopy } from './listing/postgres.ts';
import { measureProjects } from './listing/projects.ts';

// Groups and pages of the listing, decisions included, from 1,000 products to 100,000 (or --products).
// - « DuckDB alone »: a statement written by hand (listing/cases.ts) in a DuckDB of its own, over the same facts file
//   and a table of decisions, joined by line: what an engineer would write who knows the tables. It answers less than
//   we do, so the ratio is against us.
// - « PostgreSQL »: the same statement on PostgreSQL 18 with keys, indexes on what is grouped and filtered by,
//   statistics and warm caches; tables of the needed columns alone. No index helps the sort: any of 120 may be asked.
// - « budget »: a time or a size against what ARCHITECTURE.md promises.
// Ours is the whole answer. Of one run the next has the plans and the facts of the lines that a page shows, as a
// screen that asks again after an edit has; a page that was never looked at is a case of its own. JSON and HTTP are
// outside on every side.

const RUNS = 11;
const EDITS = 500;

interface Measured {
  facts: ProjectFacts;
  products: number;
  label: string;
}

async function against(
  { facts, products, label }: Measured,
  { name, ours }: Case,
  reference: { name: string; run: () => Promise<unknown>; budget: number; runs: number },
): Promise<BenchLine> {
  let round = 0;
  const asked = () => {
    round += 1;
    return ours(facts, round);
  };
  const times = await interleave(reference.runs, asked, reference.run);
  const budget = products === 100_000 ? reference.budget : null;
  const title = `${name}, ${label}: ${reference.name}`;
  return benchLine('listing', title, times.subject, times.reference, 'ms', budget);
}

/** Times against a fixed budget: the reference is the budget itself. */
async function againstBudget(
  { label }: Measured,
  name: string,
  budget: number,
  action: () => Promise<unknown>,
): Promise<BenchLine> {
  const { subject } = await interleave(RUNS, action, async () => undefined);
  return benchLine('listing', `${name}, ${label}: budget`, subject, budget, 'ms', 1);
}

/** Groups while edits of one line come one after the other. */
async function whileEdited(measured: Measured, version: number): Promise<BenchLine> {
  const { facts, products } = measured;
  let going = true;
  const editing = (async () => {
    for (let edit = version; going; edit += 1) await facts.applyDecisions([oneEdit(edit, products)]);
  })();
  const line = await againstBudget(measured, 'groups while edits come', 1000, () =>
    facts.groups({ by: ['family'], fields: FIELDS, sort: 'stock_qty', order: 'desc' }),
  );
  going = false;
  await editing;
  return line;
}

export async function measureSize(products: number, postgres: boolean): Promise<BenchLine[]> {
  const temp = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  const snapshot = await makeSnapshot(products);
  const store = await openFactStore({ temp_folder: temp });
  const facts = await store.openProject({ project_id: 'bench', folder: snapshot.folder });
  await facts.applyDecisions(makeDecisions(products));
  const bare = await openBare(snapshot.folder, facts);
  const copy: PostgresCopy | null = postgres
    ? await openPostgres(bare, temp, FIELDS, DECISION_COLUMNS)
    : null;
  const measured = { facts, products, label: `${products.toLocaleString('en')} products` };
  const lines: BenchLine[] = [];
  const compare = async (asked: Case, name: string): Promise<void> => {
    const run = async () => (await bare.runAndReadAll(asked.bare)).getRowObjectsJS();
    lines.push(await against(measured, asked, { name, run, budget: 1.5, runs: RUNS }));
  };
  for (const asked of CASES) {
    await compare(asked, 'DuckDB alone');
    if (!copy) continue;
    const run = () => copy.query(asked.bare);
    lines.push(await against(measured, asked, { name: 'PostgreSQL', run, budget: 1 / 3, runs: 7 }));
  }
  lines.push(
    await againstBudget(measured, 'a keystroke in the search', 50, () =>
      facts.lines({ fields: FIELDS, q: 'robe 42' }),
    ),
    await againstBudget(measured, 'open-all of 60 groups, 30 lines each', 1000, () =>
      facts.groupPages({ by: ['family'], fields: FIELDS }),
    ),
    await whileEdited(measured, 2),
  );
  for (let edit = 0; edit < EDITS; edit += 1)
    await facts.applyDecisions([oneEdit(edit + 1_000_000, products)]);
  for (const asked of CASES)
    if (/groups by family|first page/.test(asked.name))
      await compare(asked, `DuckDB alone, after ${EDITS} edits`);
  await copy?.close();
  bare.closeSync();
  await facts.close();
  await store.close();
  await snapshot.discard();
  await rm(temp, { recursive: true, force: true });
  return lines;
}

/** See the head of this file. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const largest = options.products ?? 100_000;
  const sizes = [...new Set([1000, 10_000, 100_000, largest].filter((size) => size <= largest))];
  const lines: BenchLine[] = [];
  for (const size of sizes) lines.push(...(await measureSize(size, size === 100_000)));
  lines.push(...(await measureProjects()), ...(await measureMemory(largest)));
  return lines;
}
