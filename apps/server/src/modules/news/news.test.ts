import type { Activity, NewsAnswer } from '@palier/contract';
import { formatDate, narrowingPerimeter } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { type Person, startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';
import { readNews } from './service.ts';

// What the bell says of a real project's journal, to each of its people.

const CODES = ['A1', 'A2', 'A3', 'A4'];
let test: TestApp;
let project: string;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    CODES.map((code) => ({ code })),
  );
  project = (await openProject(test, 'Soldes/France'))._id;
});
afterAll(() => test?.close());

async function ask<T>(
  by: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<T> {
  const answer = await test.ask(by, { method, url: `/api${path}`, ...(payload && { payload }) });
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
async function bell(by: Person): Promise<NewsAnswer> {
  await test.deps.news.collect();
  return ask<NewsAnswer>(by, 'GET', '/news');
}
const sentences = ({ data }: NewsAnswer) =>
  data.map(({ sentence, read }) => (read ? `lu: ${sentence}` : sentence));
const readAll = (by: Person) => ask<NewsAnswer>(by, 'PUT', '/news/read', {});
async function idOf(code: string): Promise<string> {
  const line = (await linesOf(test, project)).get(code);
  if (!line) throw new Error(`no line ${code}`);
  return line._id;
}

it('says what a colleague changes of the lines that one decided, and opens these lines; not one’s own acts', async () => {
  await choose(test, project, { A1: 20, A2: 20 });
  await choose(test, project, { A1: 30, A2: 30, A3: 30 }, 'marion');
  const { unread, data } = await bell('claire');
  expect([unread, data.map(({ sentence }) => sentence)]).toEqual([
    1,
    ['Marion Roche a changé 2 de vos lignes'],
  ]);
  expect(data[0]?.project_name).toBe('Soldes/France');
  const { pathname, searchParams } = new URL(data[0]?.path ?? '', 'http://palier');
  expect(pathname).toBe(`/project/${project}/dashboard`);
  expect(JSON.parse(searchParams.get('filtre') ?? '').rules[0].value.sort()).toEqual(['A1', 'A2']);
  expect((await bell('marion')).data).toEqual([]);
  expect((await bell('paul')).data).toEqual([]);
});

it('keeps what was read by person, and counts again what comes after', async () => {
  expect((await readAll('claire')).unread).toBe(0);
  // Marion decides A1 now: what she does with it again is her own affair, until Claire takes it back.
  await choose(test, project, { A1: 20 }, 'marion');
  expect((await bell('claire')).unread).toBe(0);
  await choose(test, project, { A1: 30 });
  await choose(test, project, { A1: 40 }, 'marion');
  expect(sentences(await bell('claire'))).toEqual([
    'Marion Roche a changé une de vos lignes',
    'lu: Marion Roche a changé 2 de vos lignes',
  ]);
  const [first] = (await bell('claire')).data;
  expect((await ask<NewsAnswer>('claire', 'PUT', '/news/read', { ids: first?.ids })).unread).toBe(0);
  // Another's news are not hers to mark.
  await choose(test, project, { A2: 20 });
  const [hers] = (await bell('marion')).data;
  await ask('claire', 'PUT', '/news/read', { ids: hers?.ids });
  expect((await bell('marion')).unread).toBe(1);
});

it('says the answers to one’s comments, and comments on one’s lines', async () => {
  await Promise.all([readAll('claire'), readAll('marion')]);
  await ask('ines', 'POST', `/discounts/${await idOf('A4')}/comments`, { comment: 'Trop tôt ?' });
  await choose(test, project, { A4: 20 }, 'marion');
  await ask('claire', 'POST', `/discounts/${await idOf('A4')}/comments`, {
    comment: 'Le stock est trop haut.',
  });
  const { data } = await bell('ines');
  expect(data.map(({ sentence, comment }) => [sentence, comment])).toEqual([
    ['Claire Vasseur a répondu à votre commentaire', 'Le stock est trop haut.'],
  ]);
  // The panel is opened by the product's code.
  expect(data[0]?.path).toContain('produit=A4');
  expect(sentences(await bell('marion'))[0]).toBe('Claire Vasseur a commenté une de vos lignes');
});

it('says that a review is taken back, or undone, as what it is', async () => {
  await Promise.all([readAll('claire'), readAll('marion')]);
  await choose(test, project, { A4: 30 });
  const review = `/discounts/${await idOf('A4')}/review`;
  await ask('marion', 'PUT', review);
  await ask('marion', 'DELETE', review);
  const told = async () => sentences(await bell('claire')).filter((sentence) => !sentence.startsWith('lu'));
  expect((await told()).sort()).toEqual([
    'Marion Roche a retiré la revue d’une de vos lignes',
    'Marion Roche a revu une de vos lignes',
  ]);
  const history = async () =>
    (await ask<{ data: Activity[] }>('marion', 'GET', `/projects/${project}/activity?size=2`)).data;
  expect((await history()).map(({ description }) => description)).toEqual([
    'Revue de 1 produit retirée',
    'Revue de 1 produit',
  ]);
  await readAll('claire');
  await ask('marion', 'PUT', review);
  const [latest] = await history();
  await ask('marion', 'POST', `/projects/${project}/activity/${latest?.activity_id}/undo`);
  expect((await told()).sort()).toEqual([
    'Marion Roche a retiré la revue d’une de vos lignes',
    'Marion Roche a revu une de vos lignes',
  ]);
});

it('says that a calculation that one asked has ended, to who asked alone', async () => {
  await Promise.all([readAll('claire'), readAll('marion')]);
  const query = { combinator: 'and', rules: [{ field: 'item_group_id', operator: 'equals', value: 'A3' }] };
  await ask('marion', 'POST', `/projects/${project}/rules`, {
    ...{ name: 'Doux', query, discount_spec_map_type: 'fixed', discount_spec_map: { '*': 20 } },
  });
  await ask('marion', 'POST', `/projects/${project}/rules/process`);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  expect((await bell('marion')).data[0]).toMatchObject({
    ...{ sentence: 'Application des règles : c’est terminé', path: `/project/${project}/rules`, read: false },
  });
  expect(sentences(await bell('claire')).filter((sentence) => sentence.startsWith('Application'))).toEqual(
    [],
  );
});

it('rings at the end of a calculation that changed nothing, though no event tells of it', async () => {
  const ended = async () =>
    sentences(await ask<NewsAnswer>('marion', 'GET', '/news')).filter((one) =>
      one.includes('Application des'),
    );
  const before = (await ended()).length;
  await ask('marion', 'POST', `/projects/${project}/rules/process`);
  await expect.poll(ended).toHaveLength(before + 1);
});

it('says once that data have arrived in the projects that one works on', async () => {
  await Promise.all([readAll('claire'), readAll('marion')]);
  await importShop(test, [{ code: 'A1', stock: 4 }, ...CODES.slice(1).map((code) => ({ code }))]);
  for (let again = 0; again < 2; again++) {
    const [first] = (await bell('marion')).data;
    expect(first?.sentence).toBe('De nouvelles données jusqu’au 01/07/2026 dans votre projet');
  }
  expect((await bell('marion')).unread).toBe(1);
  expect((await bell('hugo')).data).toEqual([]);
});

it('says once of a project that is over the day of its data, which later ones do not move', async () => {
  const over = await openProject(test, 'Soldes/Finie', {
    ...{ end_date: '2026-06-24', working_phase: null, data_date: '2026-06-30' },
    phases: [{ start_date: '2026-06-10' }],
  });
  const told = async (): Promise<string[]> => {
    const { data } = await bell('claire');
    return data.filter(({ project_id }) => project_id === over._id).map(({ sentence }) => sentence);
  };
  for (const stock of [5, 6]) {
    await importShop(test, [{ code: 'A1', stock }, ...CODES.slice(1).map((code) => ({ code }))]);
    expect(await told()).toEqual(['De nouvelles données jusqu’au 30/06/2026 dans votre projet']);
    await readAll('claire');
  }
  await ask('claire', 'DELETE', `/projects/${over._id}`);
});

it('says that data are late to those who import, once', async () => {
  const { db } = test.deps.database;
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const rows = await db.selectFrom('warehouse_version').select('version').execute();
  const versions = [900, 901, 902, 903];
  await db
    .insertInto('warehouse_version')
    .values(
      versions.map((version, index) => ({
        ...{ organization_id: 'org_atelier_lisiere', version, published_by: 'system', import_id: null },
        ...{ restored_from: null, details: '{}', published_at: ago(41 - index * 7) },
      })),
    )
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  await test.deps.news.tidy();
  await test.deps.news.tidy();
  const last = formatDate(ago(20).toISOString().slice(0, 10));
  expect(sentences(await bell('paul'))).toEqual([
    `Aucune donnée n’est arrivée depuis le ${last}\u202f; d’habitude il en arrive tous les 7 jours`,
  ]);
  expect(sentences(await bell('nadia'))).toEqual([]);
  // Once some arrive, it is no longer so.
  await db
    .insertInto('warehouse_version')
    .values({
      ...{ organization_id: 'org_atelier_lisiere', version: 904, published_by: 'system', import_id: null },
      ...{ restored_from: null, details: '{}', published_at: new Date() },
    })
    .execute();
  expect(sentences(await bell('paul'))).toEqual([]);
});

it('tells the browsers of the person alone, and forgets what is older than ninety days', async () => {
  const heard: (string | undefined)[] = [];
  const leave = test.deps.events.subscribe(({ type, user_id }) => {
    if (type === 'news') heard.push(user_id);
  });
  await choose(test, project, { A1: 50 }, 'claire');
  await bell('marion');
  leave();
  expect(new Set(heard)).toEqual(new Set([userOf('marion').user_id]));
  const { db } = test.deps.database;
  await db
    .updateTable('news')
    .set({ created_at: new Date(Date.now() - 91 * 86_400_000) })
    .execute();
  await test.deps.news.tidy();
  expect((await ask<NewsAnswer>('marion', 'GET', '/news')).data).toEqual([]);
});

it('says nothing of lines out of one’s perimeter', async () => {
  await bell('claire');
  await readAll('claire');
  await choose(test, project, { A2: 20, A3: 20 });
  await choose(test, project, { A2: 50, A3: 50 }, 'marion');
  expect(sentences(await bell('claire'))[0]).toBe('Marion Roche a changé 2 de vos lignes');
  const { db } = test.deps.database;
  const scope = { organization_id: ORGANIZATION, user_id: userOf('claire').user_id };
  const within = async (codes: string[]) => {
    const fields = [{ field: 'item_group_id', values: codes }];
    const narrowed = narrowingPerimeter({ fields, project_groups: [] });
    const person = { ...systemScope(ORGANIZATION), ...scope, perimeter: narrowed };
    return (await readNews({ db, facts: test.deps.facts }, person)).data.map(({ sentence }) => sentence);
  };
  expect((await within(['A2']))[0]).toBe('Marion Roche a changé une de vos lignes');
  expect((await within(['A4'])).filter((sentence) => /a changé/.test(sentence))).toEqual([]);
});

it('says nothing of a project that is gone', async () => {
  await bell('claire');
  await readAll('claire');
  await choose(test, project, { A1: 60 }, 'marion');
  expect((await bell('claire')).unread).toBe(1);
  await ask('claire', 'DELETE', `/projects/${project}`);
  expect(await bell('claire')).toEqual({ unread: 0, data: [] });
});

it('carries the acts that changed one’s lines, for them to be undone where they are read', async () => {
  const other = (await openProject(test, 'Outlet/France'))._id;
  const news = async () => (await bell('claire')).data.find(({ project_id }) => project_id === other);
  await choose(test, other, { A1: 20 });
  await choose(test, other, { A1: 30, A3: 30 }, 'marion');
  const acts = (await news())?.acts ?? [];
  expect(acts).toMatchObject([{ kind: 'discount', can_undo: true, undone_by: null, reach: 'whole' }]);
  const undo = `/projects/${other}/activity/${acts[0]?.activity_id}/undo`;
  const undone = await ask<{ activity_id: string; discount_count: number }>('claire', 'POST', undo);
  expect(undone.discount_count).toBe(2);
  expect((await linesOf(test, other)).get('A1')?.discount_pct_user).toBe(20);
  expect((await news())?.acts).toMatchObject([{ can_undo: false, undone_by: undone.activity_id }]);
});
