import type { View } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp, userOf } from '../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

interface Answer<T> {
  status: number;
  body: T;
}
async function list(person: Person): Promise<View[]> {
  const { body }: Answer<{ data: View[] }> = await test.ask(person, { url: '/api/views' });
  return body.data;
}
const send = (
  person: Person,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answer<View>> => test.ask(person, { method, url: `/api${url}`, ...(payload && { payload }) });

const parameters = {
  groupBy: ['family'],
  included: true,
  searchQuery: { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] },
  sort: { field: 'stock_qty', order: 'desc' },
  coverageStat: 'q2',
  hideZeroPercent: false,
  columns: ['img', 'price'],
  featuredFields: ['brand'],
  customColumnWidths: { price: 120 },
};

it('[STATE-36] [VIEW-04] « Tous les produits » is there when nobody has made a view', async () => {
  const views = await list('marion');
  expect(views).toHaveLength(1);
  expect(views[0]).toMatchObject({
    name: 'Tous les produits',
    shared: true,
    is_default: true,
    parameters: { coverageStat: 'q2', included: true, hideZeroPercent: false },
  });
  expect(await list('claire')).toEqual(views);
});

it('[API-23] [API-24] [ENT-15] [ENT-16] a view is kept with its author and its parameters as they were', async () => {
  const { status, body } = await send('claire', 'POST', '/views', { name: 'Robes', parameters });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    author_id: userOf('claire').user_id,
    shared: false,
    starred: false,
    parameters,
  });
  expect((await list('claire')).find((view) => view._id === body._id)).toEqual(body);
  expect((await list('marion')).map((view) => view._id)).not.toContain(body._id);
});

it('[API-25] [VIEW-02] [PERM-03] an author renames, describes and stars her view, and stays its author', async () => {
  const { body } = await send('marion', 'POST', '/views', {});
  expect(body.name).toBe('New View');
  const changed = await send('marion', 'PUT', `/views/${body._id}`, {
    name: 'À moi',
    description: 'Mes robes',
    starred: true,
  });
  expect(changed.body).toMatchObject({
    name: 'À moi',
    description: 'Mes robes',
    starred: true,
    author_id: userOf('marion').user_id,
  });
  expect((await send('claire', 'PUT', `/views/${body._id}`, { name: 'Pris' })).status).toBe(404);
});

it('[API-26] a deleted view is gone', async () => {
  const { body } = await send('claire', 'POST', '/views', { name: 'Brève' });
  expect((await send('claire', 'DELETE', `/views/${body._id}`)).status).toBe(204);
  expect((await list('claire')).map((view) => view._id)).not.toContain(body._id);
});

it('[PERM-02] sharing a view takes the permission; without it the view stays one’s own', async () => {
  const refused = await send('marion', 'POST', '/views', { name: 'Pour tous', shared: true });
  expect(refused.status).toBe(403);
  const { body } = await send('marion', 'POST', '/views', { name: 'Pour moi' });
  expect((await send('marion', 'PUT', `/views/${body._id}`, { shared: true })).status).toBe(403);
  expect((await list('marion')).find(({ _id }) => _id === body._id)).toMatchObject({ shared: false });
});

it('a personal view that opens first does so for its author alone', async () => {
  const { body } = await send('marion', 'POST', '/views', { name: 'Mon ouverture', is_default: true });
  const defaults = async (person: Person) =>
    (await list(person)).filter(({ is_default }) => is_default).map(({ name }) => name);
  expect(await defaults('claire')).toEqual(['Tous les produits']);
  expect((await defaults('marion')).toSorted()).toEqual(['Mon ouverture', 'Tous les produits']);
  const next = await send('marion', 'POST', '/views', { name: 'La suivante', is_default: true });
  expect(next.status).toBe(201);
  expect((await defaults('marion')).toSorted()).toEqual(['La suivante', 'Tous les produits']);
  const shared = (await list('marion')).find(({ name }) => name === 'Tous les produits');
  expect((await send('marion', 'PUT', `/views/${shared?._id}`, { is_default: false })).status).toBe(403);
  await send('marion', 'DELETE', `/views/${body._id}`);
});

it('one view opens first for all', async () => {
  const { body } = await send('claire', 'POST', '/views', {
    name: 'Première',
    shared: true,
    is_default: true,
  });
  expect((await list('claire')).filter((view) => view.is_default).map((view) => view._id)).toEqual([
    body._id,
  ]);
});

it('a view taken back from all by a colleague leaves its author what opens first for her', async () => {
  const first = (await list('claire')).find(({ name }) => name === 'Tous les produits');
  expect(first).toMatchObject({ author_id: userOf('marion').user_id, shared: true });
  await send('claire', 'PUT', `/views/${first?._id}`, { is_default: true });
  await send('marion', 'POST', '/views', { name: 'La mienne', is_default: true });
  const taken = await send('claire', 'PUT', `/views/${first?._id}`, { shared: false });
  expect(taken).toMatchObject({ status: 200, body: { shared: false, is_default: false } });
  const own = (await list('marion')).filter(({ is_default }) => is_default).map(({ name }) => name);
  expect(own).toEqual(['La mienne']);
});
