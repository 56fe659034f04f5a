import type { Project } from '@palier/contract';
import { type Group, type LinePage, OUTSIDE_PERIMETER } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppEvent } from './events/events.ts';
import { narrowEvent } from './modules/system/events/narrow.ts';
import { systemScope } from './scope.ts';
import { startTestApp, type TestApp, userOf } from './test/app.ts';
import { ORGANIZATION } from './test/small-shop.ts';
import { answerTo, makeWorld, readingRoutes, type World } from './test/walk.ts';

// Marion reaches the brand « Lune »: nothing that a call answers her tells of « Éclat ».

let test: TestApp;
let world: World;
const LUNE = { project_groups: [], fields: [{ field: 'brand', values: ['Lune'] }] };

/** Given before she calls: she is kept for a moment as she was last read. */
async function limit(perimeter: object): Promise<void> {
  const url = `/api/members/${userOf('marion').user_id}`;
  const { status } = await test.ask('claire', { method: 'PUT', url, payload: { perimeter } });
  expect(status).toBe(200);
  expect((await test.ask('marion', { url: '/api/me' })).body).toMatchObject({ perimeter });
}

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  world = await makeWorld(test);
  await limit(LUNE);
}, 120_000);
afterAll(() => test?.close());

const isOutside = (code: string) => code.startsWith('ECLAT');
const codes = (outside: boolean) => [...world.lines.keys()].filter((code) => isOutside(code) === outside);
const lineId = (outside: boolean) => world.lines.get(codes(outside)[0] ?? '')?._id ?? '';
const read = async <T>(url: string): Promise<T> => (await test.ask('marion', { url: `/api${url}` })).body;

it('a walk of every route that answers without writing finds no product, line or project outside', async () => {
  const hidden = [/ECLAT/, /Éclat/, new RegExp(world.other._id), /Caché/];
  for (const code of codes(true)) hidden.push(new RegExp(world.lines.get(code)?._id ?? 'none'));
  const answered = new Set<string>();
  const faults: string[] = [];
  for (const asked of readingRoutes(world)) {
    const { status, body } = await answerTo(test, 'marion', asked);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (status < 300) answered.add(asked.route.id);
    else if (![403, 404, 409, 501].includes(status)) faults.push(`${status} ${asked.url} ${text}`);
    for (const one of hidden) if (one.test(text)) faults.push(`${asked.route.id} ${asked.url}: ${one}`);
  }
  expect([...new Set(faults)]).toEqual([]);
  // What tells the most was told: the walk is not one of refusals.
  for (const id of ['discounts.list', 'discounts.groups', 'discounts.export', 'fields.terms', 'items.terms'])
    expect(answered).toContain(id);
  for (const id of ['products.get', 'projects.what_if', 'projects.preview', 'rules.preview', 'activity.list'])
    expect(answered).toContain(id);
});

describe('what she sees adds up to her lines', () => {
  it('in the listing, its groups, its counts and the project itself', async () => {
    const own = codes(false);
    const page = await read<LinePage & { summary: Group }>(
      `/projects/${world.mixed._id}/discounts?size=1000&summary=true`,
    );
    expect(page.data.map((line) => line.item_group_id).sort()).toEqual(own.sort());
    expect(page.discount_count).toBe(own.length);
    const stock = own.reduce((sum, code) => sum + Number(world.lines.get(code)?.stock_qty), 0);
    expect(page.summary).toMatchObject({ discount_count: own.length, stock_qty: stock });
    const { data } = await read<{ data: Project[] }>('/projects');
    expect(data).toMatchObject([
      {
        ...{ _id: world.mixed._id, reach: 'part', snapshot: { discount_count: own.length } },
        overview: { discount_count: own.length, stock_qty: stock },
      },
    ]);
    expect(await read(`/projects/${world.mixed._id}/fields/brand`)).toMatchObject({
      data: [{ value: 'Lune', item_group_count: own.length }],
    });
    const effect = await test.ask('marion', {
      ...{ method: 'POST', url: `/api/projects/${world.mixed._id}/simulate` },
      payload: { edits: [{ edit: { discount_pct_user: 60 } }] },
    });
    expect(effect.body).toMatchObject({ discount_count: own.length });
  });

  it('and is what her whole colleagues get when they filter by her brand', async () => {
    const filter = encodeURIComponent(
      JSON.stringify({ combinator: 'and', rules: [{ field: 'brand', operator: 'in', value: ['Lune'] }] }),
    );
    const lines = `/api/projects/${world.mixed._id}/discounts`;
    const { data } = await read<{ data: Project[] }>('/projects');
    const day = data[0]?.snapshot?.data_date;
    const plan = encodeURIComponent(JSON.stringify([{ serie_date: day, kind: 'forecast' }]));
    for (const url of [
      `${lines}/stats?`,
      `${lines}/groups?by=family&summary=true&`,
      `${lines}/references?by=family&`,
      `${lines}/missing?`,
      `${lines}/optimizations?`,
      `/api/projects/${world.mixed._id}/export/listing-csv?`,
      `/api/series/report?projectIds=${world.mixed._id}&dimensions=family&series=${plan}&`,
      `/api/projects/${world.mixed._id}/fields/title?`,
      `/api/projects/${world.mixed._id}/fields/family/count?`,
    ]) {
      const { body, status } = await test.ask('marion', { url });
      expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200);
      expect(body, url).toEqual((await test.ask('claire', { url: `${url}filter=${filter}` })).body);
    }
  });

  it('in the journal, where an act on all the lines counts hers', async () => {
    const { data } = await read<{ data: { discount_count: number; comment: string | null }[] }>(
      `/projects/${world.mixed._id}/activity`,
    );
    expect(Math.max(...data.map((one) => one.discount_count))).toBe(codes(false).length);
    expect(data.map(({ comment }) => comment)).not.toContain('vu ECLAT-00');
  });
});

describe('what she is told as it happens', () => {
  const told = async (event: Partial<AppEvent>) => {
    const scope = { ...systemScope(ORGANIZATION), perimeter: LUNE };
    const project_id = event.project_id === undefined ? world.mixed._id : event.project_id;
    const whole = {
      type: 'discounts',
      organization_id: ORGANIZATION,
      data: {},
      ...event,
      project_id,
    } as const;
    return narrowEvent(test.deps, scope, whole).catch(() => null);
  };

  it('names her lines alone, nothing of those outside, of runs and of imports', async () => {
    const ids = [lineId(false), lineId(true)];
    expect(await told({ data: { ids, version: 3 } })).toMatchObject({
      data: { ids: [lineId(false)], version: 3 },
    });
    expect(await told({ data: { ids: [lineId(true)] } })).toBeNull();
    expect(await told({ project_id: world.other._id, data: { ids: null } })).toBeNull();
    expect(await told({ type: 'optimization' })).toBeNull();
    expect(await told({ type: 'import', project_id: null })).toBeNull();
    expect(await told({ type: 'snapshot' })).not.toBeNull();
  });
});

describe('what she does', () => {
  const put = (url: string, payload?: object) =>
    test.ask('marion', { method: 'PUT', url: `/api${url}`, ...(payload && { payload }) });

  it('changes her lines, and of a whole selection hers alone; one outside does not exist', async () => {
    const edit = (id: string) =>
      put(`/projects/${world.mixed._id}/discounts`, { [id]: { discount_pct_user: 50 } });
    expect((await edit(lineId(false))).status).toBe(200);
    expect((await edit(lineId(true))).status).toBe(404);
    expect((await put(`/discounts/${lineId(true)}/review`)).status).toBe(404);
    const group = await put(`/projects/${world.mixed._id}/discounts/groups`, {
      edit: { discount_pct_user: 30 },
    });
    expect(group.body).toMatchObject({ discount_count: codes(false).length });
    const { body } = await test.ask('claire', {
      url: `/api/projects/${world.mixed._id}/discounts?size=1000`,
    });
    const page: LinePage = body;
    for (const line of page.data)
      expect(line.discount_pct_user, line.item_group_id).toBe(isOutside(line.item_group_id) ? 40 : 30);
  });

  it('an act on the whole project is refused with its reason, and one on the organisation', async () => {
    const { _id } = world.mixed;
    const post = (url: string, payload?: object) =>
      test.ask('marion', { method: 'POST', url: `/api${url}`, ...(payload && { payload }) });
    const refused = { status: 403, body: { error: OUTSIDE_PERIMETER.project } };
    expect(await put(`/projects/${_id}`, { section: 'Femme' })).toMatchObject(refused);
    expect(await post(`/projects/${_id}/rules/process`)).toMatchObject(refused);
    expect(await put(`/rules/${world.ids.rule}`, { name: 'Autre' })).toMatchObject(refused);
    const asked = { projects: [_id] };
    expect(await post(`/scenarios/${world.ids.scenario}/optimizations`, asked)).toMatchObject(refused);
    const sending = { optimization_ids: [world.run._id], project_ids: [_id] };
    expect(await put('/optimizations/listing', sending)).toMatchObject(refused);
    expect(await post('/project-groups', { name: 'À moi', project_ids: [_id] })).toMatchObject({
      ...{ status: 403, body: { error: OUTSIDE_PERIMETER.organization } },
    });
  });

  it('a project outside that she names does not exist, wherever she names it', async () => {
    const post = (url: string, payload: object) =>
      test.ask('marion', { method: 'POST', url: `/api${url}`, payload });
    const absent = { status: 404, body: { error: 'Ce projet est introuvable.' } };
    const projects = [world.other._id];
    expect(await post('/scenarios', { name: 'À moi', projects })).toMatchObject(absent);
    expect(await put(`/scenarios/${world.ids.scenario}`, { projects })).toMatchObject(absent);
    const goal = { optimization_goal: 'profit', projects };
    expect(await put(`/projects/${world.mixed._id}/discounts/optimizations`, goal)).toMatchObject(absent);
    const lesson = { operation: 'Soldes', name: 'Moins de 50 %', reason: null };
    const sets = { kind: 'note' };
    expect(await post('/lessons', { ...lesson, project_id: projects[0], sets })).toMatchObject(absent);
    // Her own, of which she has a part, is named as before.
    expect(await post('/scenarios', { name: 'À moi', projects: [world.mixed._id] })).toMatchObject({
      ...{ status: 201, body: { projects: [world.mixed._id] } },
    });
  });

  it('a lesson of a project outside is not hers to change', async () => {
    const lesson = { operation: 'Soldes', name: 'Tôt', reason: null, sets: { kind: 'note' } };
    const payload = { ...lesson, project_id: world.other._id };
    const { body } = await test.ask('claire', { method: 'POST', url: '/api/lessons', payload });
    const url = `/lessons/${(body as { _id: string })._id}`;
    const absent = { status: 404, body: { error: 'Cette leçon est introuvable.' } };
    expect(await put(url, { name: 'Tard' })).toMatchObject(absent);
    expect(await test.ask('marion', { method: 'DELETE', url: `/api${url}` })).toMatchObject(absent);
    const own = await test.ask('marion', {
      ...{ method: 'POST', url: '/api/lessons', payload: { ...lesson, project_id: world.mixed._id } },
    });
    expect((await put(`/lessons/${(own.body as { _id: string })._id}`, { name: 'Tard' })).status).toBe(200);
  });

  it('a project that she makes takes her products alone', async () => {
    const rules = [{ field: 'family', operator: 'equals', value: 'Robes' }];
    const make = (more: object[]) =>
      test.ask('marion', {
        ...{ method: 'POST', url: '/api/projects' },
        payload: {
          ...{ name: 'Soldes/Femme/Essai', phases: [{ start_date: '2026-07-01' }], end_date: '2026-08-26' },
          selection: { item_query: { combinator: 'and', rules: [...rules, ...more] } },
        },
      });
    expect(await make([])).toMatchObject({
      ...{ status: 422, body: { error: expect.stringContaining('dépasse votre périmètre') } },
    });
    expect((await make([{ field: 'brand', operator: 'equals', value: 'Lune' }])).status).toBe(201);
  });
});

it('limited to a group of projects, she has these whole, the others are not there, and the organisation is not hers', async () => {
  const made = await test.ask('claire', {
    ...{ method: 'POST', url: '/api/project-groups' },
    payload: { name: 'Robes', project_ids: [world.mixed._id] },
  });
  const group = made.body as { _id: string };
  await limit({ project_groups: [group._id], fields: [] });
  const { data } = await read<{ data: Project[] }>('/projects');
  expect(data).toMatchObject([{ _id: world.mixed._id, reach: 'whole' }]);
  const page = await read<LinePage>(`/projects/${world.mixed._id}/discounts?size=1000`);
  expect(page.data).toHaveLength(world.lines.size);
  expect((await test.ask('marion', { url: `/api/projects/${world.other._id}/discounts` })).status).toBe(404);
  const put = (id: string) =>
    test.ask('marion', { method: 'PUT', url: `/api/projects/${id}`, payload: { section: 'Femme' } });
  expect((await put(world.mixed._id)).status).toBe(200);
  expect((await put(world.other._id)).status).toBe(404);
  const grouping = { name: 'À moi', project_ids: [world.mixed._id] };
  expect(
    await test.ask('marion', { method: 'POST', url: '/api/project-groups', payload: grouping }),
  ).toMatchObject({ status: 403, body: { error: OUTSIDE_PERIMETER.organization } });
  // A project that leaves the group leaves her too.
  await test.ask('claire', { method: 'DELETE', url: `/api/project-groups/${group._id}` });
  expect(await read('/projects')).toEqual({ data: [] });
});
