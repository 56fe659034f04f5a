import type { Import } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { type Person, startTestApp, type TestApp } from '../../test/app.ts';
import { importTexts, ORGANIZATION } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// Two people before one check: what is imported is what the one who imports it has seen.

const HEADINGS = 'code produit;libellé;prix TTC;stock\n';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, {
    'articles.csv': `${HEADINGS}A1;Robe;49,90;12\nA2;Jupe;39,90;8\nA3;Cape;59,90;4\n`,
  });
});
afterAll(() => test.close());

async function ask<T>(person: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const { status, body } = await test.ask(person, { method, url: `/api${url}`, ...(payload && { payload }) });
  return { status, body: body as T & { error?: string } };
}

async function ended(id: string): Promise<Import> {
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return (await ask<Import>('claire', 'GET', `/imports/${id}`)).body;
}

/** A file of one product, checked as an addition to those in place. */
async function check(): Promise<Import> {
  const form = new FormData();
  form.append('check', 'true');
  form.append('mapping', JSON.stringify({ accept_likely: true }));
  form.append('uploadedFiles', new Blob([`${HEADINGS}A4;Gant;19,90;4\n`]), 'articles.csv');
  const request = new Response(form);
  const { body } = await test.ask('claire', {
    ...{ method: 'POST', url: '/api/imports', payload: Buffer.from(await request.arrayBuffer()) },
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
  return ended((body as Import)._id);
}

const productCount = async () =>
  (await ask<{ item_group_count: number }>('claire', 'GET', '/items')).body.item_group_count;

it('a check that somebody had read again in another way is not imported by who has the former one before her', async () => {
  const seen = await check();
  expect(seen).toMatchObject({ check: 'staged', mode: 'incremental' });
  // Somebody else has it replace all that is in place.
  expect((await ask('ines', 'PUT', `/imports/${seen._id}/check`, { mode: 'full' })).status).toBe(200);
  const now = await ended(seen._id);
  const late = await ask<Import>('claire', 'POST', `/imports/${seen._id}/publish`, { reading: seen.reading });
  expect(late.status).toBe(409);
  expect(late.body.error).toContain('Ce contrôle a été refait depuis');
  expect(await productCount()).toBe(3);
  // Who has seen it imports it.
  const own = await ask('ines', 'POST', `/imports/${seen._id}/publish`, { reading: now.reading });
  expect(own.status).toBe(200);
});
