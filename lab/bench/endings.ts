import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFactStore, type ProjectFacts } from '@palier/analytics';
import { type BenchLine, type BenchOptions, benchLine, interleave } from './bench.ts';
import { CASES, FIELDS } from './listing/cases.ts';
import { makeDecisions, makeSnapshot } from './listing/data.ts';

// What prices with endings cost: the same reads and writes of two projects alike, one whose labels all have an ending
// (each line then has a rate of its own at each level), one whose prices are those that the discounts give.

const RUNS = 9;
const BUDGET = 1.3;
const PRICES = ['label_price', 'real_discount_pct', 'announced_pct'];

interface EndedCase {
  name: string;
  run: (facts: ProjectFacts, products: number, turn: number) => Promise<unknown>;
  /** Other than usual. */
  budget?: number;
}

const OTHER_CASES: readonly EndedCase[] = [
  {
    name: 'first page with the prices',
    run: (facts) => facts.lines({ fields: [...FIELDS, ...PRICES], sort: 'label_price', order: 'desc' }),
  },
  {
    name: 'what an edit of every line would change',
    run: (facts) => facts.whatIf([{ selection: {}, discount_pct_user: 30 }]),
  },
  // A rate for each of seven levels beside fifteen columns; a plan of as many lines then takes seconds.
  { name: 'lines of a plan, with their curves', run: (facts) => facts.planLines(), budget: 1.5 },
  {
    name: 'decisions of every third line taken in',
    run: (facts, products, turn) =>
      facts.applyDecisions(makeDecisions(products).map((row) => ({ ...row, version: turn }))),
  },
];

/** Lines of the bench, one for each read or write. */
export async function run({ products = 100_000 }: BenchOptions): Promise<BenchLine[]> {
  const temp = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  const store = await openFactStore({ temp_folder: temp });
  const open = async (endings: boolean) => {
    const snapshot = await makeSnapshot(products, { endings });
    const facts = await store.openProject({ project_id: `bench-${endings}`, folder: snapshot.folder });
    await facts.applyDecisions(makeDecisions(products));
    return { facts, snapshot };
  };
  const [ended, plain] = [await open(true), await open(false)];
  const cases = [...CASES.map(({ name, ours }): EndedCase => ({ name, run: ours })), ...OTHER_CASES];
  const lines: BenchLine[] = [];
  for (const { name, run: ask, budget = BUDGET } of cases) {
    let turn = 1;
    const asked = ({ facts }: typeof ended) => {
      turn += 1;
      return ask(facts, products, turn);
    };
    const times = await interleave(
      RUNS,
      () => asked(ended),
      () => asked(plain),
    );
    const title = `${name}, ${products.toLocaleString('en')} products: without endings`;
    lines.push(benchLine('endings', title, times.subject, times.reference, 'ms', budget));
  }
  for (const { facts, snapshot } of [ended, plain]) {
    await facts.close();
    await snapshot.discard();
  }
  await store.close();
  await rm(temp, { recursive: true, force: true });
  return lines;
}
