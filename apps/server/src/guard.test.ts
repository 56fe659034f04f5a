import { permissionsFor, ROUTE_LIST, type Route } from '@palier/contract';
import { permissionsOf } from '@palier/domain';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from './ids.ts';
import { startTestApp, type TestApp, userOf } from './test/app.ts';

// Every route of the contract with every kind of caller: a route added tomorrow is walked too.

const PUBLIC = new Set(['anyone', 'signed_link']);
const secured = ROUTE_LIST.filter((route) => !PUBLIC.has(route.permission));

/** Valid bodies for the routes whose resource is looked up after the body. */
const BODIES: Readonly<Record<string, unknown>> = {
  'imports.decide_quality': { action: 'accept' },
  'scenarios.update': { name: 'Autre' },
  'optimizations.request': { projects: ['00000000-0000-7000-8000-000000000000'] },
  'views.update': { name: 'Autre' },
  'rules.update': { name: 'Autre' },
  'projects.reopen': { reason: 'Erreur' },
  'approval.withdraw': { approval_id: '00000000-0000-7000-8000-000000000000' },
  'approval.sign': { approval_id: '00000000-0000-7000-8000-000000000000' },
  'approval.return': { approval_id: '00000000-0000-7000-8000-000000000000', word: 'Non' },
  'project_groups.update': { name: 'Autre', project_ids: ['00000000-0000-7000-8000-000000000000'] },
  'members.update': { name: 'Autre' },
  'price_templates.update': {
    ...{ name: 'Caisse', format: 'xlsx', with_excluded: false },
    columns: [{ field: 'price', heading: 'Prix' }],
    dialect: { separator: ';', decimal: ',', date: 'dd/mm/yyyy', encoding: 'utf-8', headings: true },
  },
};

let test: TestApp;
let project_id: string;
let owned: Record<string, string>;

beforeAll(async () => {
  test = await startTestApp();
  const project = await test.ask('claire', {
    method: 'POST',
    url: '/api/projects',
    payload: { name: 'Op/Femme/Robes' },
  });
  project_id = (project.body as { _id: string })._id;
  const discount_id = newId();
  await test.deps.database.db
    .insertInto('discount')
    .values({ project_id, discount_id, item_group_id: 'robe', version: 1 })
    .execute();
  const scenario = await test.ask('claire', {
    method: 'POST',
    url: '/api/scenarios',
    payload: { name: 'Prudent' },
  });
  const view = await test.ask('claire', {
    method: 'POST',
    url: '/api/views',
    payload: { name: 'Moi', shared: true },
  });
  owned = {
    project: project_id,
    discount: discount_id,
    scenarios: (scenario.body as { _id: string })._id,
    views: (view.body as { _id: string })._id,
  };
});
afterAll(() => test.close());

/** A route's address with ids of Claire's organisation. */
function urlOf(route: Route): string {
  const resource = route.path.split('/')[1] ?? '';
  const id = route.permission.startsWith('project')
    ? owned.project
    : (owned[route.permission] ?? owned[resource] ?? newId());
  return `/api${route.path.replace('{id}', id ?? '').replaceAll(/\{\w+\}/g, newId())}`;
}

async function ask(route: Route, authorization?: string) {
  const headers = { host: 'localhost:4600', ...(authorization && { authorization }) };
  const payload = BODIES[route.id];
  return test.app.inject({
    method: route.method,
    url: urlOf(route),
    headers,
    ...(payload !== undefined && { payload: payload as object }),
  });
}

describe('without a valid token nothing answers', () => {
  it.each(secured.map((route) => [route.id, route] as const))('%s', async (_, route) => {
    const expired = await test.deps.identity.issueToken(userOf('claire'), -60);
    for (const authorization of [undefined, 'Bearer nonsense', `Bearer ${expired}`]) {
      const response = await ask(route, authorization);
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ code: 'unauthenticated', error: expect.any(String) });
    }
  });
});

describe('somebody who signed in elsewhere but is unknown here is refused', () => {
  it.each(secured.map((route) => [route.id, route] as const))('%s', async (_, route) => {
    const token = await test.deps.identity.issueToken({ ...userOf('claire'), user_id: newId() });
    const response = await ask(route, `Bearer ${token}`);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'forbidden' });
  });
});

describe("another organisation's things do not exist", () => {
  const named = secured.filter((route) => route.path.includes('{id}'));
  it.each(named.map((route) => [route.id, route] as const))('%s', async (_, route) => {
    const response = await ask(route, `Bearer ${await test.token('paul')}`);
    expect([404, 501]).toContain(response.statusCode);
    expect(response.json()).toMatchObject({ error: expect.any(String) });
  });

  it('lists hold nothing of the other organisation', async () => {
    for (const url of ['/api/projects', '/api/scenarios', '/api/imports', '/api/jobs']) {
      expect((await test.ask('paul', { url })).body, url).toEqual({ data: [] });
    }
    const views = await test.ask('paul', { url: '/api/views' });
    expect((views.body as { data: { _id: string }[] }).data.map((view) => view._id)).not.toContain(
      owned.views,
    );
  });
});

describe('without the permission', () => {
  it('[PERM-02] a shared view is neither changed nor deleted', async () => {
    const url = `/api/views/${owned.views}`;
    expect((await test.ask('marion', { method: 'PUT', url, payload: { name: 'Pris' } })).status).toBe(403);
    expect((await test.ask('marion', { method: 'DELETE', url })).status).toBe(403);
    expect((await test.ask('claire', { method: 'PUT', url, payload: { name: 'Nous' } })).status).toBe(200);
  });

  it('a phase is not validated, other changes of the project pass', async () => {
    const url = `/api/projects/${project_id}`;
    expect((await test.ask('marion', { method: 'PUT', url, payload: { working_phase: null } })).status).toBe(
      403,
    );
    expect((await test.ask('marion', { method: 'PUT', url, payload: { section: 'Femme' } })).status).toBe(
      200,
    );
  });
});

describe('every role at every door', () => {
  const people = ['claire', 'marion', 'ines', 'nadia', 'hugo'] as const;
  // A stream that opens does not end by itself.
  const doors = secured.filter((route) => route.answer !== 'events');
  const nowhere = (route: Route) => `/api${route.path.replaceAll(/\{\w+\}/g, newId())}`;

  it.each(people)('%s passes those that her role opens, and is told what the others take', async (person) => {
    const held = permissionsOf(userOf(person).role);
    for (const route of doors) {
      const needed = permissionsFor(route.right);
      const opens = needed === null || needed.some((name) => held[name]);
      // Of things that are not there: a door that opens finds nothing, and the walk changes nothing.
      const { status, body } = await test.ask(person, { method: route.method, url: nowhere(route) });
      if (opens) expect(status, route.id).not.toBe(403);
      else
        expect([status, body], route.id).toMatchObject([
          403,
          { error: expect.stringMatching(/^Votre rôle ne permet pas : /) },
        ]);
    }
  });

  it('nothing but what must be is open without signing in', () => {
    const open = ROUTE_LIST.filter((route) => route.right === 'public').map(({ id }) => id);
    expect(open).toEqual(ROUTE_LIST.filter((route) => PUBLIC.has(route.permission)).map(({ id }) => id));
  });
});

describe('a body with a field that the call does not know is refused, naming it', () => {
  const withBody = ROUTE_LIST.filter(
    (route) => 'body' in route && !('multipart' in route) && !PUBLIC.has(route.permission),
  );
  it.each(withBody.map((route) => [route.id, route] as const))('%s', async (_, route) => {
    const payload = { ...(BODIES[route.id] as object | undefined), champ_inconnu: 1 };
    const { status, body } = await test.ask('claire', { method: route.method, url: urlOf(route), payload });
    expect(status).toBe(400);
    expect(JSON.stringify((body as { details: unknown }).details)).toContain('champ_inconnu');
  });
});

it('[ERR-15] every fault is JSON with a French sentence', async () => {
  const faults: InjectOptions[] = [
    { url: '/api/nowhere' },
    { method: 'POST', url: '/api/projects', payload: { name: '' } },
    { method: 'POST', url: '/api/projects', payload: '{', headers: { 'content-type': 'application/json' } },
    { url: `/api/projects/${project_id}/discounts?filter={` },
    { url: `/api/projects/${project_id}/discounts?size=0` },
  ];
  for (const fault of faults) {
    const { status, body } = await test.ask('claire', fault);
    expect(status, String(fault.url)).toBeGreaterThanOrEqual(400);
    expect(status, String(fault.url)).toBeLessThan(500);
    expect((body as { error: string }).error.length).toBeGreaterThan(5);
  }
});
