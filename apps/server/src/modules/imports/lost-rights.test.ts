import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Person, startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { stagingPath } from '../folders/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

const FILE = 'code produit;libellé;prix TTC;stock\nA1;Robe;49,90;12\nA2;Jupe;39,90;8\n';

/** Waits until a file of a form is being written: its sender's rights have been asked by then. */
const isStaging = () =>
  vi.waitFor(async () => {
    const paths = await readdir(test.deps.config.data_folder, { recursive: true });
    const staging = dirname(stagingPath('id'));
    expect(paths.filter((path) => dirname(dirname(path)).endsWith(staging))).not.toEqual([]);
  });

/** Sends a file to a call in two pieces; something is done once the first was received. */
async function sendSlowly(person: Person, url: string, meanwhile: () => Promise<unknown>) {
  const form = new FormData();
  form.append('uploadedFiles', new Blob([FILE]), 'articles.csv');
  const request = new Response(form);
  const bytes = Buffer.from(await request.arrayBuffer());
  async function* pieces() {
    yield bytes.subarray(0, bytes.length - 60);
    await isStaging();
    await meanwhile();
    yield bytes.subarray(bytes.length - 60);
  }
  return test.ask(person, {
    ...{ method: 'POST', url: `/api${url}`, payload: Readable.from(pieces()) },
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}

const change = async (person: Person, payload: object) =>
  expect(
    (await test.ask('claire', { method: 'PUT', url: `/api/members/${userOf(person).user_id}`, payload }))
      .status,
  ).toBe(200);

const importCount = async () =>
  ((await test.ask('claire', { url: '/api/imports' })).body as { data: unknown[] }).data.length;

it('files sent by somebody whose role no longer imports once they have arrived are not imported', async () => {
  const sent = await sendSlowly('nadia', '/imports', () => change('nadia', { role: 'reader' }));
  expect(sent.status).toBe(403);
  expect(sent.body).toMatchObject({
    error: expect.stringContaining('Vos droits ont changé pendant l’envoi'),
  });
  expect(await importCount()).toBe(0);
  await change('nadia', { role: 'data' });
});

it('nor those of somebody who was taken out of the organisation meanwhile', async () => {
  const dismiss = async () =>
    expect(
      (await test.ask('claire', { method: 'DELETE', url: `/api/members/${userOf('nadia').user_id}` })).status,
    ).toBeLessThan(300);
  expect((await sendSlowly('nadia', '/imports', dismiss)).status).toBe(403);
  expect(await importCount()).toBe(0);
});

it('files that take long to arrive are imported when nothing changed', async () => {
  expect((await sendSlowly('claire', '/imports', async () => {})).status).toBeLessThan(300);
  expect(await importCount()).toBe(1);
});

it('files that wait their turn are not imported once whoever sent them may no longer import', async () => {
  const { queue } = test.deps;
  const { wake } = queue;
  queue.wake = async (kind) => {
    queue.wake = wake;
    await change('marion', { role: 'reader' });
    return wake.call(queue, kind);
  };
  await change('marion', { role: 'data' });
  const { status } = await sendSlowly('marion', '/imports', async () => {});
  queue.wake = wake;
  expect(status).toBeLessThan(300);
  const listed = async () =>
    (
      (await test.ask('claire', { url: '/api/imports' })).body as {
        data: { status: string; error: string | null }[];
      }
    ).data[0];
  await vi.waitFor(async () => expect((await listed())?.status).toMatch(/failed|completed/), 20_000);
  expect(await listed()).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('n’en a plus le droit'),
  });
});
