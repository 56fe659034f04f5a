import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFactStore, type ProjectFacts } from '@palier/analytics';
import { type BenchLine, benchLine, interleave } from '../bench.ts';
import { openBare } from './bare.ts';
import { CASES } from './cases.ts';
import { makeDecisions, makeSnapshot } from './data.ts';

const USERS = 20;

/** So many projects of so many products, open in one process; what is read of each is its own. */
async function openProjects(count: number, products: number) {
  const temp = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  const snapshot = await makeSnapshot(products);
  const folders = [snapshot];
  for (let index = 1; index < count; index += 1) folders.push(await snapshot.copy());
  const store = await openFactStore({ temp_folder: temp });
  const projects: ProjectFacts[] = [];
  for (const [index, { folder }] of folders.entries()) {
    const facts = await store.openProject({ project_id: `bench-${index}`, folder });
    await facts.applyDecisions(makeDecisions(products));
    projects.push(facts);
  }
  const close = async (): Promise<void> => {
    for (const facts of projects) await facts.close();
    await store.close();
    for (const folder of folders) await folder.discard();
    await rm(temp, { recursive: true, force: true });
  };
  return { projects, folder: snapshot.folder, close };
}

/** Twenty users ask at once, each on their own project when there are enough, against as many bare statements at once. */
async function measureUsers(count: number, products: number): Promise<BenchLine[]> {
  const { projects, folder, close } = await openProjects(count, products);
  const [first] = projects;
  if (!first) return [];
  const bare = await openBare(folder, first);
  const lines: BenchLine[] = [];
  for (const { name, ours, bare: text } of CASES) {
    let round = 0;
    const times = await interleave(
      7,
      () => {
        round += 1;
        return Promise.all(
          Array.from({ length: USERS }, (_, user) => ours(projects[user % count] ?? first, round)),
        );
      },
      () => Promise.all(Array.from({ length: USERS }, () => bare.another(text))),
    );
    const title = `${USERS} users at once on ${count} projects, ${name}, ${products.toLocaleString('en')} products`;
    lines.push(
      benchLine('listing', `${title}: DuckDB alone`, times.subject, times.reference, 'ms', 1.5),
      benchLine('listing', `${title}: budget`, times.subject, 2000, 'ms', 1),
    );
  }
  bare.closeSync();
  await close();
  return lines;
}

/** Users on different projects: as many projects as users, and a few large ones. */
export async function measureProjects(): Promise<BenchLine[]> {
  return [...(await measureUsers(20, 20_000)), ...(await measureUsers(3, 100_000))];
}
