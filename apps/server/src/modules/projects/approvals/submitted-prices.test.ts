import type { Activity, NewsAnswer, Project, SignatureState } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { type Person, startTestApp, type TestApp, userOf } from '../../../test/app.ts';
import { choose, importShop, importTexts, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { openProject as openOwn } from '../service.ts';
import { submitPhase } from './submit.ts';

// List prices that a delivery brings between the submission of a phase and its signature.

let test: TestApp;
let id: string;
const CODES = Array.from({ length: 12 }, (_, index) => `P${index + 10}`);

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    CODES.map((code) => ({ code, price: 40, cost: 10, stock: 40 })),
  );
  id = (await openProject(test, 'Soldes/Femme/Robes', { data_date: '2026-07-01' }))._id;
  await choose(test, id, Object.fromEntries(CODES.map((code) => [code, 30])));
});
afterAll(() => test?.close());

async function call<T>(person: Person, method: 'GET' | 'POST', url: string, payload?: object) {
  const path = `/api/projects/${id}${url}`;
  const { status, body } = await test.ask(person, { method, url: path, ...(payload && { payload }) });
  return { status, body: body as T };
}
const submit = async () =>
  String((await call<Project>('marion', 'POST', '/approval', { word: 'Prête' })).body.submission_id);
const stateOf = async () => (await call<SignatureState>('ines', 'GET', '/approval')).body;
const sign = (approval_id: string) =>
  call<Project & { error?: string }>('ines', 'POST', '/approval/signature', { approval_id });

async function rung(person: Person): Promise<string[]> {
  await test.deps.news.collect();
  const { body } = await test.ask(person, { url: '/api/news' });
  return (body as NewsAnswer).data.map(({ sentence }) => sentence);
}

/** The articles again, those named at other list prices, with a size more of the last. */
const deliver = (prices: Readonly<Record<string, number>>) =>
  importTexts(test, {
    'articles.csv': [
      'item_group_id,item_id,title,brand,family,size,release_season,price,cost',
      ...CODES.flatMap((code) =>
        ['S', 'M', ...(code === CODES.at(-1) ? ['L'] : [])].map(
          (size) => `${code},${code}-${size},${code},Lune,Robes,${size},E26,${prices[code] ?? 40},10`,
        ),
      ),
    ].join('\n'),
    'stock.csv': [
      'item_id,inventory_code,quantity,date',
      ...CODES.map((code) => `${code}-S,M01,${30 + (prices[code] ?? 0)},2026-07-01`),
    ].join('\n'),
  });

it('a list price that came since the submission is not signed unseen', async () => {
  const approval_id = await submit();
  expect((await stateOf()).refusal).toBeNull();
  // A delivery that changes the stock and brings a size at the same price: what is signed is what was seen.
  await deliver({});
  expect(await stateOf()).toMatchObject({ refusal: null, lapsed: { count: 0 } });
  await deliver({ P10: 25 });
  const { lapsed, refusal } = await stateOf();
  expect(refusal).toMatch(/changé depuis sa soumission/);
  expect(lapsed).toMatchObject({ count: 1, days_changed: false, prices_changed: false });
  expect(lapsed.lines).toMatchObject([
    { item_group_id: 'P10', seen_pct: 30, worked_pct: 30, seen_price: 28, price: 17.5 },
  ]);
  const answer = await sign(approval_id);
  expect(answer.status).toBe(409);
  expect(answer.body.error).toMatch(/changé depuis sa soumission/);
  const { data } = (await call<{ data: Activity[] }>('ines', 'GET', '/activity')).body;
  expect(data[0]).toMatchObject({ kind: 'lapsed', discount_count: 1, user_name: 'Palier' });
  expect(await rung('marion')).toContain(
    'Des prix de la phase «\u202fPremière démarque\u202f» ont changé depuis que vous l’avez soumise',
  );
});

it('a list price that comes back lets what was submitted be signed', async () => {
  await deliver({});
  expect(await stateOf()).toMatchObject({ refusal: null, lapsed: { count: 0 } });
});

it('what is submitted again is signed at the prices of then', async () => {
  await deliver({ P10: 25 });
  const again = await submit();
  expect(await stateOf()).toMatchObject({ refusal: null, lapsed: { count: 0 } });
  expect((await sign(again)).status).toBe(200);
  const { body } = await call('ines', 'GET', '/export/prices-csv?phase=0');
  expect(String(body).match(/^P10;.*;17,50;EUR/gm)).toHaveLength(2);
});

it('a list price that came while the phase was submitted is said to have changed, not found as it is signed', async () => {
  await choose(test, id, { P11: 40 });
  const facts = new Proxy(test.deps.facts, {
    get(own, name) {
      const value: unknown = Reflect.get(own, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const answer: unknown = await value.apply(own, given);
        // What the labels bear has been read; nothing is written yet.
        if (answer instanceof Object && 'price_endings' in answer) await deliver({ P10: 25, P11: 30 });
        return answer;
      };
    },
  });
  const marion = { ...systemScope(ORGANIZATION), user_id: userOf('marion').user_id };
  const project = await openOwn(test.deps.database.db, marion, id);
  await submitPhase({ ...test.deps, facts }, project, { word: 'Prête' });
  const { lapsed, refusal } = await stateOf();
  expect(refusal).toMatch(/changé depuis sa soumission/);
  expect(lapsed.lines).toMatchObject([{ item_group_id: 'P11', seen_price: 24, price: 18 }]);
});

it('new endings of prices are told to the browsers that show a project: its prices are on their way', async () => {
  const told: (string | null)[] = [];
  const leave = test.deps.events.subscribe(({ type, project_id }) => {
    if (type === 'project') told.push(project_id);
  });
  const { status } = await test.ask('claire', {
    ...{ method: 'PUT', url: '/api/price-endings', payload: { rules: [] } },
  });
  expect(status).toBe(200);
  // PostgreSQL tells after the answer.
  await expect.poll(() => told).toContain(id);
  leave();
});
