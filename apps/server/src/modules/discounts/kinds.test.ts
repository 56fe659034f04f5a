import type { Activity, Departures, Project, RouteOutput } from '@palier/contract';
import type { GroupPage, Line, LinePage } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppEvent } from '../../events/events.ts';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// A line whose automatic discount an optimiser once proposed, in a project that shows no optimisation.

let test: TestApp;
let project_id: string;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    ['R1', 'R2', 'R3'].map((code) => ({ code })),
  );
  project_id = (await openProject(test, 'Soldes/Femme/Robes'))._id;
  await test.deps.database.executeSql(
    `update project set version = version + 1 where project_id = '${project_id}'`,
  );
  await test.deps.database.executeSql(
    `update discount set discount_pct_auto = 30, discount_pct_opti = 30,
      version = (select version from project where project_id = '${project_id}') where project_id = '${project_id}'`,
  );
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'PUT' | 'POST', path: string, payload?: object): Promise<T> {
  const { status, body } = await test.ask('claire', {
    method,
    url: `/api${path}`,
    ...(payload && { payload }),
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as T;
}
const lines = async () => (await send<LinePage>('GET', `/projects/${project_id}/discounts?size=10`)).data;
const kinds = async () => (await lines()).map(({ discount_kind }) => discount_kind);
const counts = async () =>
  (await send<GroupPage>('GET', `/projects/${project_id}/discounts/groups?by=brand`)).data[0]
    ?.discount_kind_counts;

it('[STATE-23] a discount typed and undone is automatic again, in the answer of the edit as in the listing', async () => {
  expect(await kinds()).toEqual(['auto', 'auto', 'auto']);
  const [first] = (await lines()) as [Line];
  const edit = (discount_pct_user: number | null) =>
    send<RouteOutput<'discounts.edit'>>('PUT', `/projects/${project_id}/discounts`, {
      [first._id]: { discount_pct_user },
    });
  expect((await edit(40)).data[0]).toMatchObject({ discount_pct: 40, discount_kind: 'user' });
  expect((await edit(null)).data[0]).toMatchObject({ discount_pct: 30, discount_kind: 'auto' });
  expect(await kinds()).toEqual(['auto', 'auto', 'auto']);
  expect(await counts()).toEqual({ user: 0, optimised: 0, auto: 3 });
});

it('[STATE-22] the first goal of the project makes the automatic discounts of all its lines optimised, for everybody', async () => {
  const [first] = (await lines()) as [Line];
  const seen: AppEvent[] = [];
  const leave = test.deps.events.subscribe((event) => seen.push(event));
  await send('PUT', `/discounts/${first._id}/optimization`, { optimization_goal: 'profit' });
  expect(await kinds()).toEqual(['optimised', 'optimised', 'optimised']);
  expect(await counts()).toEqual({ user: 0, optimised: 3, auto: 0 });
  await expect
    .poll(() => seen.map(({ type, data }) => [type, data.ids]))
    .toEqual([
      ['project', undefined],
      ['discounts', null],
    ]);
  leave();
});

const hasOptimizations = async () =>
  (await send<{ data: Project[] }>('GET', '/projects')).data.find(({ _id }) => _id === project_id)
    ?.has_optimizations;
const undo = async (activity_id: string) =>
  (await send<{ activity_id: string }>('POST', `/projects/${project_id}/activity/${activity_id}/undo`))
    .activity_id;

it('[STATE-22] undoing the last goal that stands gives the automatic discounts back, redoing it takes them again', async () => {
  const journal = await send<{ data: Activity[] }>('GET', `/projects/${project_id}/activity`);
  const first = journal.data.find(({ kind }) => kind === 'goal')?.activity_id ?? '';
  const other = (await lines())[1] as Line;
  await send('PUT', `/discounts/${other._id}/optimization`, { optimization_goal: 'sales' });
  const second = (await send<{ data: Activity[] }>('GET', `/projects/${project_id}/activity`)).data[0]
    ?.activity_id;
  const undone = await undo(first);
  expect(await hasOptimizations()).toBe(true);
  expect(await kinds()).toEqual(['optimised', 'optimised', 'optimised']);
  await undo(second ?? '');
  expect(await hasOptimizations()).toBe(false);
  expect(await kinds()).toEqual(['auto', 'auto', 'auto']);
  await undo(undone);
  expect(await hasOptimizations()).toBe(true);
  expect(await kinds()).toEqual(['optimised', 'optimised', 'optimised']);
});

it('a discount that no optimisation proposed is « Automatique » in the file too', async () => {
  await test.deps.database.executeSql(
    `update project set version = version + 1 where project_id = '${project_id}'`,
  );
  await test.deps.database.executeSql(
    `update discount set discount_pct_opti = null, discount_pct_min = 40,
      version = (select version from project where project_id = '${project_id}')
      where project_id = '${project_id}' and item_group_id = 'R1'`,
  );
  const text = String(await send('GET', `/projects/${project_id}/export/listing-csv`));
  const [head = '', ...rows] = text.trim().split(/\r?\n/);
  const place = head.split(';').indexOf('Origine de la démarque');
  const said = ['Automatique', 'Optimisée', 'Optimisée'];
  expect(rows.map((row) => row.split(';')[place])).toEqual(said);
});

it('the row of a group says the kinds that its lines say', async () => {
  const kindsOf = async (query: string) => {
    const text = String(await send('GET', `/projects/${project_id}/export/listing-csv?by=brand${query}`));
    const [head = '', ...rows] = text.trim().split(/\r?\n/);
    const place = head.split(';').indexOf('Origine de la démarque');
    return rows.map((row) => row.split(';')[place]);
  };
  expect(await kindsOf('')).toEqual(['Optimisée | Automatique', 'Automatique', 'Optimisée', 'Optimisée']);
  expect(await kindsOf('&q=R1')).toEqual(['Automatique', 'Automatique']);
});

it('products named by their code in the criteria of a project that leave it do so with what the listing said of them', async () => {
  const rules = [{ field: 'item_group_id', operator: 'equals', value: 'R2' }];
  await send('PUT', `/projects/${project_id}`, { selection: { item_query: { combinator: 'and', rules } } });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const { data } = await send<Departures>('GET', `/projects/${project_id}/departures`);
  expect(data.map((line) => [line.item_group_id, line.discount_kind])).toEqual([
    ['R1', 'auto'],
    ['R3', 'optimised'],
  ]);
});
