import type { Activity, RouteOutput } from '@palier/contract';
import type { Group, Line, LinePage } from '@palier/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { readModel } from '../engine/index.ts';
import { openProject as ownProject, readProject } from '../projects/index.ts';

let test: TestApp;
let project_id: string;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'R1', title: 'Robe Ambre', brand: 'Lune', weekly_sales: 6 },
    { code: 'R2', title: 'Robe Brise', brand: 'Lune' },
    { code: 'R3', title: 'Robe Corail', brand: 'Soleil', weekly_sales: 1 },
    { code: 'P1', title: 'Pantalon Dune', brand: 'Soleil', family: 'Pantalons' },
  ]);
  project_id = (await openProject(test, 'Soldes/Femme/Robes'))._id;
});
afterAll(() => test.close());

interface Answer<T> {
  status: number;
  body: T;
}
const get = <T>(path: string, person: 'claire' | 'marion' = 'claire'): Promise<Answer<T>> =>
  test.ask(person, { url: `/api${path}` });
const put = <T>(path: string, payload?: object, person: 'claire' | 'marion' = 'claire'): Promise<Answer<T>> =>
  test.ask(person, {
    method: 'PUT',
    url: `/api${path}`,
    ...(payload !== undefined && { payload }),
  });

async function line(code: string): Promise<Line> {
  const { body } = await get<LinePage>(`/projects/${project_id}/discounts?size=100`);
  const found = body.data.find((one) => one.item_group_id === code);
  if (!found) throw new Error(`no line ${code}`);
  return found;
}
const edits = `/projects/PROJECT/discounts`;
const edit = (payload: object, person: 'claire' | 'marion' = 'claire') =>
  put<RouteOutput<'discounts.edit'>>(edits.replace('PROJECT', project_id), payload, person);
const history = async () =>
  (await get<{ data: Activity[] }>(`/projects/${project_id}/discounts/history`)).body.data;

it('[API-16] lists lines page by page, with the total and a cursor', async () => {
  const first = await get<LinePage>(`/projects/${project_id}/discounts?size=3&summary=true`);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ discount_count: 4, summary: { discount_count: 4 } });
  const next = await get<LinePage>(`/projects/${project_id}/discounts?size=3&after=${first.body.cursor}`);
  const codes = [...first.body.data, ...next.body.data].map((one) => one.item_group_id);
  expect(new Set(codes)).toEqual(new Set(['R1', 'R2', 'R3', 'P1']));
  expect(next.body.cursor).toBeNull();
});

it('[API-17] gathers lines by brand, and the groups hold them all', async () => {
  const { body } = await get<{ data: Group[]; discount_count: number }>(
    `/projects/${project_id}/discounts/groups?by=brand`,
  );
  expect(body.data.map((group) => [group.keys[0], group.discount_count]).sort()).toEqual([
    ['Lune', 2],
    ['Soleil', 2],
  ]);
  expect(body.discount_count).toBe(4);
});

it('[API-18] the distribution of discounts counts every line', async () => {
  const { body } = await get<RouteOutput<'discounts.stats'>>(`/projects/${project_id}/discounts/stats`);
  expect(body.discount_pct.reduce((sum, bucket) => sum + bucket.discount_count, 0)).toBe(body.discount_count);
});

it('[API-20] [EDIT-01] choosing 40 % for a product changes that product alone, at once', async () => {
  const { _id } = await line('R1');
  const { status, body } = await edit({ [_id]: { discount_pct_user: 40 } });
  expect(status).toBe(200);
  expect(body.data[0]).toMatchObject({ _id, discount_pct_user: 40, discount_pct: 40 });
  expect(await line('R1')).toMatchObject({ discount_pct: 40, discount_kind: 'user' });
  expect((await line('R2')).discount_pct_user).toBeNull();
});

it('[EDIT-03] an edit keeps its reason, its author and its date', async () => {
  const { _id } = await line('R2');
  await edit({ [_id]: { discount_pct_user: 20, comment: 'Fin de série' } }, 'marion');
  const after = await line('R2');
  expect(after).toMatchObject({
    discount_pct_update_description: 'Fin de série',
    discount_pct_update_user: 'Marion Roche',
  });
  expect(Date.parse(after.discount_pct_update_date ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

it('« Modifiée par » names who changed the discount, not who reviewed it or gave it a goal since; a conflict names these', async () => {
  const seen = await line('R2');
  const goal = await edit({ [seen._id]: { optimization_goal: 'sales' } });
  expect(goal.body.data[0]).toMatchObject({ optimization_goal: 'sales', version: goal.body.version });
  await put(`/discounts/${seen._id}/review`);
  const { discount_pct_update_user, discount_pct_update_date, discount_pct_reviewed } = await line('R2');
  expect(discount_pct_reviewed).toBe(true);
  expect(discount_pct_update_user).toBe('Marion Roche');
  expect(discount_pct_update_date).toBe(seen.discount_pct_update_date);
  const late = await edit({ [seen._id]: { discount_pct_user: 40, version: seen.version ?? 0 } }, 'marion');
  expect(late.body).toMatchObject({
    details: { conflicts: [{ stored: { update_user: 'Claire Vasseur' } }] },
  });
  await test.ask('claire', { method: 'DELETE', url: `/api/discounts/${seen._id}/review` });
});

it('[API-19] [VALID-02] the history tells of each edit once; an edit that changes nothing is none', async () => {
  const before = await history();
  const { _id } = await line('R3');
  await edit({ [_id]: { discount_pct_user: 30 } });
  await edit({ [_id]: { discount_pct_user: 30, comment: 'encore' } });
  const after = await history();
  expect(after.length).toBe(before.length + 1);
  expect(after[0]).toMatchObject({
    kind: 'discount',
    discount_count: 1,
    user_name: 'Claire Vasseur',
    can_undo: true,
  });
});

/** The id that a clock an hour ahead would have made. */
function hourLater(id: string): string {
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16) + 3_600_000;
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${id.slice(13)}`;
}

it('acts are told in the order they were made, though another server’s clock was ahead', async () => {
  const { _id } = await line('R3');
  await edit({ [_id]: { discount_pct_user: 60 } });
  const before = await history();
  const ahead = hourLater(before[0]?.activity_id ?? '');
  for (const table of ['activity', 'activity_line'])
    await sql`update ${sql.table(table)} set activity_id = ${ahead} where activity_id = ${before[0]?.activity_id}`.execute(
      test.deps.database.db,
    );
  await edit({ [_id]: { discount_pct_user: 40 } });
  expect((await history()).map(({ activity_id }) => activity_id).slice(1)).toEqual([
    ahead,
    ...before.slice(1).map(({ activity_id }) => activity_id),
  ]);
});

it('two people on one line: the later one sees both values, and nothing is overwritten', async () => {
  const seen = await line('R3');
  await edit({ [seen._id]: { discount_pct_user: 50, version: seen.version } });
  const { status, body } = await edit(
    { [seen._id]: { discount_pct_user: 20, version: seen.version } },
    'marion',
  );
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'stale_version',
    details: {
      conflicts: [
        {
          _id: seen._id,
          sent: { discount_pct_user: 20 },
          stored: { discount_pct_user: 50, update_user: 'Claire Vasseur' },
        },
      ],
    },
  });
  expect((await line('R3')).discount_pct_user).toBe(50);
});

it('all edits of a request are taken or none', async () => {
  const [a, b] = [await line('R1'), await line('R2')];
  const { status, body } = await edit({
    [a._id]: { discount_pct_user: 30 },
    [b._id]: { discount_pct_user: 35 },
  });
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'discount_refused' });
  expect((await line('R1')).discount_pct_user).toBe(a.discount_pct_user);
  expect((await edit({ nobody: { discount_pct_user: 30 } })).status).toBe(404);
  const aimless = await edit({ [a._id]: { optimization_goal: 'bonheur' } });
  expect(aimless).toMatchObject({
    status: 422,
    body: { code: 'refused', error: expect.stringMatching(/^Cet objectif/) },
  });
  expect((await line('R1')).optimization_goal).toBe(a.optimization_goal);
});

it('[EDIT-02] a group takes one discount; a rehearsal tells the effect and writes nothing', async () => {
  const filter = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Soleil' }] };
  const path = `/projects/${project_id}/discounts/groups`;
  type Receipt = RouteOutput<'discounts.edit_group'>;
  const trial = await put<Receipt>(path, { filter, edit: { discount_pct_user: 60 }, dry_run: true });
  expect(trial.body).toMatchObject({ discount_count: 2, activity_id: null });
  expect(trial.body.after?.sales_qty ?? 0).toBeGreaterThanOrEqual(trial.body.before?.sales_qty ?? 0);
  expect((await line('P1')).discount_pct_user).toBeNull();
  const done = await put<Receipt>(path, {
    filter,
    edit: { discount_pct_user: 60, comment: 'Soleil à −60 %' },
  });
  expect(done.body.discount_count).toBe(2);
  expect((await line('P1')).discount_pct).toBe(60);
  expect((await line('R1')).discount_pct).not.toBe(60);
});

it('what was done can be undone, and that can be undone too', async () => {
  const [latest] = await history();
  const undo = (id: string): Promise<Answer<{ activity_id: string; discount_count: number }>> =>
    test.ask('claire', {
      method: 'POST',
      url: `/api/projects/${project_id}/activity/${id}/undo`,
    }) as unknown as Promise<Answer<{ activity_id: string; discount_count: number }>>;
  const undone = await undo(latest?.activity_id ?? '');
  expect(undone.body).toMatchObject({ discount_count: 2, conflict_count: 0 });
  expect(await line('P1')).toMatchObject({ discount_pct_user: null });
  expect((await undo(latest?.activity_id ?? '')).status).toBe(409);
  await undo(undone.body.activity_id);
  expect((await line('P1')).discount_pct_user).toBe(60);
});

it('undo leaves alone the lines that somebody changed since', async () => {
  const [a, b] = [await line('R1'), await line('R2')];
  const { body } = await edit({ [a._id]: { discount_pct_user: 50 }, [b._id]: { discount_pct_user: 50 } });
  await edit({ [b._id]: { discount_pct_user: 60 } }, 'marion');
  const undone = await test.ask('claire', {
    method: 'POST',
    url: `/api/projects/${project_id}/activity/${body.activity_id}/undo`,
  });
  expect(undone.body).toMatchObject({ discount_count: 1, conflict_count: 1 });
  expect((await line('R1')).discount_pct_user).toBe(a.discount_pct_user);
  expect((await line('R2')).discount_pct_user).toBe(60);
});

it('[API-35] [API-36] [STATE-31] a line is marked as reviewed, and the mark is taken back', async () => {
  const { _id } = await line('R1');
  expect((await put<Line>(`/discounts/${_id}/review`)).body).toMatchObject({
    _id,
    discount_pct_reviewed: true,
  });
  const cleared = await test.ask('claire', { method: 'DELETE', url: `/api/discounts/${_id}/review` });
  expect(cleared.body).toMatchObject({ discount_pct_reviewed: false });
});

it('[API-33] [API-34] [EDIT-05] a group is reviewed as a whole and counted', async () => {
  const filter = encodeURIComponent(
    JSON.stringify({ combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] }),
  );
  const reviewed = async () => {
    const { body } = await get<{ data: Group[] }>(`/projects/${project_id}/discounts/groups?by=brand`);
    return Object.fromEntries(body.data.map((group) => [group.keys[0], group.discount_pct_reviewed_count]));
  };
  await put(`/projects/${project_id}/discounts/reviews?filter=${filter}`);
  expect(await reviewed()).toEqual({ Lune: 2, Soleil: 0 });
  await test.ask('claire', { method: 'DELETE', url: `/api/projects/${project_id}/discounts/reviews` });
  expect(await reviewed()).toEqual({ Lune: 0, Soleil: 0 });
});

it('[API-48] a product shows its line, every discount and why this one', async () => {
  const { status, body } = await get<RouteOutput<'products.get'>>(`/projects/${project_id}/products/R1`);
  expect(status).toBe(200);
  expect(body.item_group_id).toBe('R1');
  expect(body.levels?.map((level) => level.discount_pct)).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(body.reasons?.length).toBeGreaterThan(0);
  // Whoever reviews a choice is not who made it.
  const { discount_pct_user } = body.line;
  await edit({ [body.line._id]: { discount_pct_user: 50 } }, 'marion');
  await put(`/discounts/${body.line._id}/review`);
  const again = await get<RouteOutput<'products.get'>>(`/projects/${project_id}/products/R1`);
  expect(again.body.reasons?.[0]).toMatch(/^50.% est choisi à la main par Marion Roche/);
  await edit({ [body.line._id]: { discount_pct_user } });
  const scope = await ownProject(test.deps.database.db, systemScope(ORGANIZATION), project_id);
  const { snapshot_version } = await readProject(test.deps.database.db, scope, project_id);
  const model = await readModel(test.deps.folders, project_id, snapshot_version);
  const sd = model?.elasticity_sd[model.ids.indexOf(body.line._id)] ?? Number.NaN;
  const { value = Number.NaN, low, high } = body.elasticity ?? {};
  // Eight chances in ten, as the panel says.
  expect(high).toBeCloseTo(value + 1.2816 * sd, 9);
  expect(low).toBeCloseTo(value - 1.2816 * sd, 9);
  expect((await get(`/projects/${project_id}/products/inconnu`)).status).toBe(404);
});

it('[API-09] [API-10] a field tells its values and how many products have them', async () => {
  const terms = await get<RouteOutput<'fields.terms'>>(`/projects/${project_id}/fields/brand`);
  expect(terms.body.data.map((term) => term.value).sort()).toEqual(['Lune', 'Soleil']);
  const count = await get<RouteOutput<'fields.count'>>(`/projects/${project_id}/fields/brand/count`);
  expect(count.body).toMatchObject({ item_group_count: 4, item_count: 8 });
});

it('[API-06] discounts are imported by product code, bad rows are reported and good ones imported', async () => {
  const form = new FormData();
  const text = 'code_produit;démarque;commentaire\nR2;60 %;salon\nR3;35;\nZZ;40;\n';
  form.append('uploadedFiles', new Blob([text]), 'demarques.csv');
  const response = new Response(form);
  const { status, body } = await test.ask('claire', {
    method: 'POST',
    url: `/api/projects/${project_id}/import`,
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    errors: [
      { file: 'demarques.csv', line: 3, value: '35' },
      { file: 'demarques.csv', line: 4, value: 'ZZ', reason: 'produit inconnu dans ce projet' },
    ],
  });
  expect((await line('R2')).discount_pct_user).toBe(60);
});

it('a line is commented on without being changed, by anyone, and taken back by its author alone', async () => {
  const before = await line('P1');
  const post = (comment: string) =>
    test.ask('marion', {
      method: 'POST',
      url: `/api/discounts/${before._id}/comments`,
      payload: { comment },
    });
  expect((await post('  ')).status).toBe(400);
  const { status, body } = await post('Plus de 36 à Lyon');
  expect(status).toBe(200);
  expect(body).toMatchObject({ kind: 'comment', comment: 'Plus de 36 à Lyon', can_undo: false });
  const { version: _, ...same } = await line('P1');
  expect(before).toMatchObject(same);
  const [latest] = await history();
  expect(latest).toMatchObject({
    user_name: 'Marion Roche',
    comment: 'Plus de 36 à Lyon',
    discount_count: 1,
  });
  const { activity_id } = body as Activity;
  const undo = { method: 'POST', url: `/api/projects/${project_id}/activity/${activity_id}/undo` } as const;
  expect((await test.ask('claire', undo)).status).toBe(422);
  const remove = (person: 'claire' | 'marion') =>
    test.ask(person, { method: 'DELETE', url: `/api/discounts/${before._id}/comments/${activity_id}` });
  expect((await remove('claire')).status).toBe(403);
  expect((await remove('marion')).status).toBe(204);
  expect((await history()).some((one) => one.activity_id === activity_id)).toBe(false);
});

it('tells the effect of several edits at once, as the listing shows it once they are made', async () => {
  const trial = (await openProject(test, 'Soldes/Essais'))._id;
  const where = (field: string, value: string) => ({
    filter: { combinator: 'and', rules: [{ field, operator: 'equals', value }] },
  });
  const edits = [
    { ...where('brand', 'Lune'), edit: { discount_pct_user: 40 } },
    { ...where('brand', 'Soleil'), edit: { discount_pct_change: 17 } },
    { ...where('item_group_id', 'R2'), edit: { included: false } },
  ];
  const figures = async () => {
    const { body } = await get<LinePage>(`/projects/${trial}/discounts?size=1&summary=true`);
    if (!body.summary) throw new Error('no summary');
    return body.summary;
  };
  const ask = (payload: object): Promise<Answer<RouteOutput<'projects.what_if'>>> =>
    test.ask('claire', {
      method: 'POST',
      url: `/api/projects/${trial}/simulate`,
      payload,
    });
  const before = await figures();
  const { status, body } = await ask({ edits });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ discount_count: 4, refused: {} });
  expect((await figures()).forecast).toEqual(before.forecast);
  for (const { edit, filter } of edits) {
    const done = await put(`/projects/${trial}/discounts/groups`, { filter, edit });
    expect(done.status).toBe(200);
  }
  const after = await figures();
  // A line that stays as it is counts among those the edits are about.
  const same = (await ask({ edits: [{ ...where('brand', 'Lune'), edit: { discount_pct_user: 40 } }] })).body;
  expect(same).toMatchObject({ discount_count: 0, before: same.after });
  expect(same.before.sales_qty ?? 0).toBeGreaterThan(0);
  const names = [
    'sales_qty',
    'sales',
    'profit',
    'cogs',
    'stock',
    'sales_discount_pct',
    'sell_through_pct',
  ] as const;
  for (const name of names) {
    expect(body.project.before[name], name).toBeCloseTo(before.forecast?.[name] ?? Number.NaN, 4);
    expect(body.project.after[name], name).toBeCloseTo(after.forecast?.[name] ?? Number.NaN, 4);
    expect(body.project.phase_after[name], name).toBeCloseTo(after.phase_forecast?.[name] ?? Number.NaN, 4);
  }
  expect(body.project.discount_budget_after).toBeCloseTo(after.discount_budget ?? Number.NaN, 4);
  // Every line is concerned here: what is said of them is what is said of the project.
  expect(body.after.profit).toBeCloseTo(body.project.after.profit ?? 0, 4);

  const line_ids = [(await get<LinePage>(`/projects/${trial}/discounts?size=1&q=R1`)).body.data[0]?._id];
  const later = (await ask({ edits: [{ line_ids, edit: { next_discount_pct: 60 } }] })).body;
  expect(later.discount_count).toBe(1);
  expect(later.phase_after).toEqual(later.phase_before);
  expect(later.after.sales_qty ?? 0).toBeGreaterThan(later.before.sales_qty ?? 0);
  expect((await ask({ edits: [{ edit: { discount_pct_user: 35 } }] })).status).toBe(422);
  expect((await ask({ edits: [{ edit: {} }] })).status).toBe(400);
});
