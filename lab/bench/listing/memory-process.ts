import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFactStore } from '@palier/analytics';
import { CASES } from './cases.ts';
import { copySnapshot, makeDecisions, makeSnapshotApart, oneEdit } from './data.ts';

// node memory-process.ts <projects> <products>: opens them, asks, edits; prints the largest resident memory in MB.

const [count, products] = process.argv.slice(2).map(Number) as [number, number];
const temp = await mkdtemp(join(tmpdir(), 'palier-bench-'));
const first = await makeSnapshotApart(products);
const folders = [first];
for (let index = 1; index < count; index += 1) folders.push(await copySnapshot(first));
const store = await openFactStore({ temp_folder: temp });
const projects = [];
for (const [index, folder] of folders.entries()) {
  const facts = await store.openProject({ project_id: `bench-${index}`, folder });
  await facts.applyDecisions(makeDecisions(products));
  projects.push(facts);
}
for (let round = 0; round < 5; round += 1) {
  await Promise.all(projects.flatMap((facts) => CASES.map(({ ours }) => ours(facts))));
  for (const facts of projects) await facts.applyDecisions([oneEdit(round + 2, products)]);
}
const peak = process.resourceUsage().maxRSS / 1024;
for (const facts of projects) await facts.close();
await store.close();
for (const folder of [...folders, temp]) await rm(folder, { recursive: true, force: true });
console.log(Math.round(peak));
