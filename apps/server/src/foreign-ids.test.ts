import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from './ids.ts';
import { startTestApp, type TestApp, userOf } from './test/app.ts';

// A call of Claire's that names, in its body, what is of Paul's organisation: it is not found, and nothing keeps its id.

let test: TestApp;
const mine = { project: '', scenario: '' };
const theirs = { project: '', scenario: '', line: '', template: '', user: userOf('paul').user_id };

const make = async (person: 'claire' | 'paul', url: string, payload: object) => {
  const { status, body } = await test.ask(person, { method: 'POST', url: `/api${url}`, payload });
  expect(status, url).toBe(201);
  return (body as { _id: string })._id;
};
const TEMPLATE = {
  ...{ name: 'Caisse', format: 'csv', with_excluded: false },
  columns: [{ field: 'price', heading: 'Prix' }],
  dialect: { separator: ';', decimal: ',', date: 'dd/mm/yyyy', encoding: 'utf-8', headings: true },
};

beforeAll(async () => {
  test = await startTestApp();
  mine.project = await make('claire', '/projects', { name: 'Op/Femme/Robes' });
  mine.scenario = await make('claire', '/scenarios', { name: 'Prudent', projects: [mine.project] });
  theirs.project = await make('paul', '/projects', { name: 'Leur/Homme/Vestes' });
  theirs.scenario = await make('paul', '/scenarios', { name: 'Le leur' });
  theirs.template = await make('paul', '/price-templates', TEMPLATE);
  theirs.line = newId();
  for (const [project_id, discount_id] of [
    [theirs.project, theirs.line],
    [mine.project, newId()],
  ] as const)
    await test.deps.database.db
      .insertInto('discount')
      .values({ project_id, discount_id, item_group_id: 'robe', version: 1 })
      .execute();
});
afterAll(() => test.close());

const CALLS: [string, string, () => object, number][] = [
  ['POST', '/scenarios', () => ({ name: 'Vol', projects: [theirs.project] }), 404],
  ['POST', '/scenarios', () => ({ name: 'Vol', projects: [mine.project, theirs.project] }), 404],
  ['PUT', '/scenarios/{scenario}', () => ({ projects: [mine.project, theirs.project] }), 404],
  ['POST', '/scenarios/{scenario}/optimizations', () => ({ projects: [theirs.project] }), 404],
  ['POST', '/projects', () => ({ name: 'Op/Femme/Jupes', pilot_user_id: theirs.user }), 404],
  ['PUT', '/projects/{project}', () => ({ pilot_user_id: theirs.user }), 404],
  ['POST', '/projects/preview', () => ({ _id: theirs.project }), 404],
  ['PUT', '/projects/{project}/simulate', () => ({ _id: theirs.project, objective: {} }), 422],
  ['POST', '/project-groups', () => ({ name: 'Vol', project_ids: [mine.project, theirs.project] }), 404],
  [
    'POST',
    '/project-groups',
    () => ({ name: 'V', project_ids: [mine.project], leader_id: theirs.project }),
    422,
  ],
  ['PUT', '/projects/{project}/discounts/sync', () => ({ source_project_id: theirs.project }), 404],
  ['PUT', '/projects/{project}/discounts', () => ({ [theirs.line]: { discount_pct_user: 30 } }), 404],
  [
    'POST',
    '/projects/{project}/price-files',
    () => ({ phase: 0, template_id: theirs.template, scope: 'all' }),
    404,
  ],
  [
    'PUT',
    '/signers/delegation',
    () => ({ delegation: { delegate_id: theirs.user, from_date: '2100-01-01', to_date: '2100-01-02' } }),
    422,
  ],
  [
    'POST',
    '/lessons',
    () => ({
      ...{ operation: 'Op', project_id: theirs.project, name: 'Vol', reason: null },
      sets: { kind: 'note' },
    }),
    404,
  ],
];

it.each(CALLS)('%s %s (%#) is refused', async (method, path, body, status) => {
  const url = `/api${path.replace('{project}', mine.project).replace('{scenario}', mine.scenario)}`;
  const answer = await test.ask('claire', { method: method as 'POST', url, payload: body() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(JSON.stringify(answer.body)).not.toMatch(/Leur|Paul|Le leur/);
});

it('what is kept names nothing of theirs', async () => {
  for (const url of ['/scenarios', '/projects', '/project-groups', '/lessons', '/signers']) {
    const { body } = await test.ask('claire', { url: `/api${url}` });
    for (const id of Object.values(theirs)) expect(JSON.stringify(body), url).not.toContain(id);
  }
});

it('a scenario keeps the projects that it had, though one has gone since', async () => {
  const gone = await make('claire', '/projects', { name: 'Op/Femme/Jupes' });
  const scenario = await make('claire', '/scenarios', { name: 'Hardi', projects: [mine.project, gone] });
  await test.ask('claire', { method: 'DELETE', url: `/api/projects/${gone}` });
  const payload = { name: 'Plus hardi', projects: [gone, mine.project] };
  const answer = await test.ask('claire', { method: 'PUT', url: `/api/scenarios/${scenario}`, payload });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Plus hardi' } });
});

it('whoever left leads what she led, and nothing new', async () => {
  const pilot_user_id = userOf('marion').user_id;
  const led = await make('claire', '/projects', { name: 'Op/Femme/Pulls', pilot_user_id });
  await test.ask('claire', { method: 'DELETE', url: `/api/members/${pilot_user_id}` });
  const put = (id: string) =>
    test.ask('claire', {
      ...{ method: 'PUT', url: `/api/projects/${id}`, payload: { pilot_user_id, section: 'Femme' } },
    });
  expect((await put(led)).status).toBe(200);
  expect((await put(mine.project)).status).toBe(404);
});
