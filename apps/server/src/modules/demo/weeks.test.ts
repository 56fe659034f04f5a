import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '@palier/contract';
import { writeRetailer } from '@palier/demo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importTexts, ORGANIZATION } from '../../test/small-shop.ts';
import { readDefinitions } from '../files/index.ts';
import { saveDefinitions } from '../imports/index.ts';
import { waitForJobs } from '../jobs/index.ts';
import { filesOf } from './service.ts';

let test: TestApp;
let folder: string;
const RETAILER = { retailer: 'atelier_lisiere', products: 20 } as const;

/** Writes and imports the files of the demo, the first ones or those of the days until one. */
async function play(until?: string): Promise<void> {
  const target = join(folder, until ?? 'first');
  await writeRetailer(target, until === undefined ? RETAILER : { ...RETAILER, until });
  const files = (await filesOf(target)).filter(({ name }) => name.endsWith('.csv'));
  const texts = await Promise.all(
    files.map(async ({ name, path }) => [name, await readFile(path, 'utf8')] as const),
  );
  if (until === undefined) {
    const path = join(target, 'projets.json');
    const { definitions = [] } = (await readDefinitions({ path, name: 'projets.json' })) ?? {};
    await saveDefinitions(test.deps, systemScope(ORGANIZATION), definitions);
  }
  await importTexts(test, Object.fromEntries(texts));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-weeks-'));
  test = await startTestApp({ jobs: true });
  await play();
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

async function woman(): Promise<Project> {
  const { body } = await test.ask('claire', { method: 'GET', url: '/api/projects' });
  const found = (body as { data: Project[] }).data.find(({ name }) => name.includes('Femme'));
  if (!found) throw new Error('no project');
  return found;
}

async function change(changes: object): Promise<void> {
  const { _id } = await woman();
  const answer = await test.ask('claire', { method: 'PUT', url: `/api/projects/${_id}`, payload: changes });
  expect(answer.body).toMatchObject({ _id });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
}

describe('the weeks of the demo', () => {
  it('play the third round, the fourth, then the end: the projects follow the data', async () => {
    expect(await woman()).toMatchObject({
      data_date: '2026-07-05',
      working_phase: 2,
      data_date_frozen: false,
    });
    await change({ working_phase: 3 });
    await play('2026-07-12');
    expect(await woman()).toMatchObject({ data_date: '2026-07-12' });
    await change({ working_phase: null });
    await play('2026-07-26');
    expect(await woman()).toMatchObject({ data_date: '2026-07-26' });
    // Over: what comes later is not of the operation any more.
    await play('2026-08-02');
    expect(await woman()).toMatchObject({ data_date: '2026-07-26', working_phase: null });
  });

  it('a project frozen on purpose says so, and follows again in one change', async () => {
    await change({ data_date: '2026-07-10' });
    expect(await woman()).toMatchObject({ data_date: '2026-07-10', data_date_frozen: true });
    await change({ data_date: null });
    expect(await woman()).toMatchObject({ data_date: '2026-08-02', data_date_frozen: false });
  });
});
