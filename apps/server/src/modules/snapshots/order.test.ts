import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';

// After an import every project of the organisation is computed again, one after the other.

let test: TestApp;
const ids: string[] = [];

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [{ code: 'A1' }]);
  for (const name of ['Un/France', 'Deux/France', 'Trois/France'])
    ids.push((await openProject(test, name))._id);
});
afterAll(() => test?.close());

/** Projects of the last import in the order in which they were computed. */
async function computed(): Promise<(string | null)[]> {
  const jobs = await test.deps.database.db
    .selectFrom('job')
    .select(['project_id', 'status'])
    .where('organization_id', '=', ORGANIZATION)
    .where('kind', '=', 'snapshot')
    .orderBy('created_at', 'desc')
    .orderBy('started_at', 'desc')
    .limit(ids.length)
    .execute();
  expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(['completed']));
  return jobs.map(({ project_id }) => project_id).reverse();
}

it('computes the project that new data change before those whose day is frozen', async () => {
  const { _id } = await openProject(test, 'Quatre/France', { data_date: undefined });
  ids.push(_id);
  await importShop(test, [{ code: 'A1' }, { code: 'A3' }]);
  expect((await computed())[0]).toBe(_id);
});

it('computes first the projects that people are at, the latest before the others', async () => {
  const [one = '', two = '', three = '', four = ''] = ids;
  const order = [three, one, two, four];
  for (const id of [...order].reverse())
    expect((await test.ask('claire', { url: `/api/projects/${id}/discounts?size=1` })).status).toBe(200);
  // Somebody opens the list of operations meanwhile: it asks something of each, and nobody is at any of them by that.
  for (const id of ids)
    expect((await test.ask('marion', { url: `/api/projects/${id}/discounts/references` })).status).toBe(200);
  await importShop(test, [{ code: 'A1' }, { code: 'A2' }]);
  expect(await computed()).toEqual(order);
});
