import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFactStore, type ProjectFacts } from '@palier/analytics';
import { median } from '../bench.ts';
import { CASES, FIELDS } from './cases.ts';
import { makeDecisions, makeSnapshotApart } from './data.ts';

// node growth-process.ts <products> [a snapshot's folder, made when missing]: opens one project of so many products, asks every kind of question, and prints
// the median time of each and the process's largest memory as JSON.

const RUNS = 7;

/** Every kind of question, besides those of CASES; `run` makes texts and values that were not asked before. */
const QUESTIONS: Record<string, (facts: ProjectFacts, run: number) => Promise<unknown>> = {
  ...Object.fromEntries(CASES.map(({ name, ours }) => [name, ours])),
  'total of all lines': (facts) => facts.summary({ fields: FIELDS }),
  'groups of three levels at once': (facts) =>
    facts.groups({ by: ['section', 'family', 'brand'], all_levels: true, fields: FIELDS, size: 200 }),
  'first page, sorted by title': (facts) => facts.lines({ fields: FIELDS, sort: 'title' }),
  'a page further down': (facts) => facts.lines({ fields: FIELDS, sort: 'stock_qty', after: cursor }),
  'page of a nested filter': (facts, run) =>
    facts.lines({
      fields: FIELDS,
      filter: {
        combinator: 'or',
        rules: [
          { field: 'title', operator: 'contains', value: `longue ${run}` },
          {
            combinator: 'and',
            rules: [
              { field: 'price', operator: 'between', value: [100 + run, 200] },
              { field: 'brand', operator: 'in', value: ['Marque 3', 'Marque 8'] },
              { field: 'discount_pct', operator: 'gte', value: 20 },
            ],
          },
        ],
      },
    }),
  'a keystroke in the search': (facts, run) => facts.lines({ fields: FIELDS, q: `robe ${run}` }),
  'open-all of 60 groups, 30 lines each': (facts) => facts.groupPages({ by: ['family'], fields: FIELDS }),
  'terms of a field': (facts) => facts.terms({ field: 'brand' }),
  'distribution of discounts': (facts) => facts.stats({}),
};

const [products, made] = [Number(process.argv[2]), process.argv[3]];
const temp = await mkdtemp(join(tmpdir(), 'palier-bench-'));
const folder = made ?? (await makeSnapshotApart(products));
const store = await openFactStore({ temp_folder: temp });
const opening = performance.now();
const facts = await store.openProject({ project_id: 'bench', folder });
await facts.applyDecisions(makeDecisions(products));
const opened = performance.now() - opening;
const { cursor } = await facts.lines({ fields: ['title'], sort: 'stock_qty', size: 500 });
const times: Record<string, number> = {};
for (const [name, ask] of Object.entries(QUESTIONS)) {
  const measured: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const start = performance.now();
    await ask(facts, run);
    // The first is planned and read from the disk.
    if (run > 0) measured.push(performance.now() - start);
  }
  times[name] = median(measured);
}
const megabytes = process.resourceUsage().maxRSS / 1024;
await facts.close();
await store.close();
for (const each of made ? [temp] : [folder, temp]) await rm(each, { recursive: true, force: true });
console.log(JSON.stringify({ opened, times, megabytes }));
