import { ROUTE_LIST, type Route } from '@palier/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from './ids.ts';
import { startTestApp, type TestApp, userOf } from './test/app.ts';

// What a hostile or broken client may send: it is refused in French, and never an unexpected error.

let test: TestApp;
let project_id: string;
let view_id: string;

beforeAll(async () => {
  test = await startTestApp({ limits: { person: 1e6, address: 1e6 } });
  project_id = (await create('/api/projects', { name: 'Op/Femme/Robes' }))._id;
  view_id = (await create('/api/views', { name: 'Moi' }))._id;
});
afterAll(() => test.close());

const create = async (url: string, payload: object) =>
  (await test.ask('claire', { method: 'POST', url, payload })).body as { _id: string };

/** An answer that says what is wrong, or that the call does not exist yet; never an unexpected error. */
const isRefusal = (status: number) => status < 500 || status === 501;

const BOUNDARY = 'frontiere';
const formHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

function part(name: string, content: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
}

const sendForm = (payload: string, url = '/api/imports') =>
  test.ask('claire', { method: 'POST', url, headers: formHeaders, payload });

describe('a form', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'with a field named %s is read or refused',
    async (name) => {
      for (const form of [part(name, 'x'), part(name, 'a;b', 'a.csv')])
        expect((await sendForm(`${form}--${BOUNDARY}--\r\n`)).status).toBe(400);
    },
  );

  it.each(['a\u0000b.csv', '\u202ea.csv', 'a\u001f\u007f.csv', '\u0000'])(
    'with a file named %j is taken under a name that can be kept',
    async (name) => {
      const form = `${part('uploadedFiles', 'code_produit;prix_ttc\nA;1\n', name)}--${BOUNDARY}--\r\n`;
      const answer = await sendForm(form);
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    },
  );

  it.each([
    ['left_aside.0', '{"left_aside":["a\\u0000"]}'],
    ['left_aside.0', '{"left_aside":["a\\ud800"]}'],
    ['answers.a', '{"answers":{"a\\u0000":"b"}}'],
    ['currencies.a', '{"currencies":{"a\\u0000":"EUR"}}'],
    ['settings.currency', '{"settings":{"currency":"\\u0000"}}'],
    ['files.0.columns.a', '{"files":[{"match":"a","kind":"items","columns":{"a\\u0000":"item_group_id"}}]}'],
  ])('with a mapping whose « %s » has a character that no text has is refused', async (where, mapping) => {
    const data = part('uploadedFiles', 'code_produit;prix_ttc\nA;1\n', 'a.csv');
    for (const given of [part('mapping', mapping), part('mapping', mapping, 'mapping.json')])
      for (const url of ['/api/imports', '/api/imports/inspect']) {
        const { status, body } = await sendForm(`${given}${data}--${BOUNDARY}--\r\n`, url);
        expect(status, url).toBe(400);
        expect(body).toMatchObject({
          code: 'invalid_request',
          error: expect.stringContaining(`« ${where}`),
        });
      }
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary', 'multipart/form-data; boundary='])(
    'announced as « %s », without what separates its parts, is refused',
    async (type) => {
      const answer = await test.ask('claire', {
        ...{ method: 'POST', url: '/api/imports', headers: { 'content-type': type }, payload: 'x' },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid_request' });
    },
  );

  it('cut short anywhere is refused', async () => {
    const whole = `${part('mapping', '{}')}${part('files', 'code;prix\r\nA;1', 'a.csv')}--${BOUNDARY}--\r\n`;
    for (let length = 0; length < whole.length - 4; length += 7) {
      const { status } = await sendForm(whole.slice(0, length));
      expect([400, 415], `cut at ${length}`).toContain(status);
    }
  });
});

const NASTY = [
  '..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e',
  'x'.repeat(101),
  'x'.repeat(5000),
  '%00',
  'a%00b',
  '%F0%9F%92%A9',
  "'",
  '%25',
  '__proto__',
];

describe('an address', () => {
  const withParams = ROUTE_LIST.filter((route) => route.path.includes('{'));
  it.each(withParams.map((route) => [route.id, route] as const))(
    'of %s with a hostile parameter is refused',
    async (_, route) => {
      for (const nasty of NASTY)
        for (const url of addressesOf(route, nasty)) {
          const { statusCode } = await send(route, url);
          expect(statusCode, `${route.method} ${url.slice(0, 90)}`).toSatisfy(isRefusal);
        }
    },
  );

  it.each(ROUTE_LIST.map((route) => [route.id, route] as const))(
    'of %s with hostile queries is refused',
    async (_, route) => {
      const names = Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {});
      for (const name of names)
        for (const nasty of [
          ...NASTY.filter((text) => !text.startsWith('..')),
          '%7B%7D',
          '%5B%5D',
          '-1',
          '1e309',
          'NaN',
          '',
        ])
          expect(
            (await send(route, `${addressOf(route)}?${name}=${nasty}`)).statusCode,
            `${route.id} ${name}=${nasty.slice(0, 40)}`,
          ).toSatisfy(isRefusal);
    },
  );
});

const send = async (route: Route, url: string, payload?: unknown) =>
  test.app.inject({
    method: route.method,
    url,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
    ...(payload !== undefined && { payload: payload as object }),
  });

const idOf = (route: Route): string => {
  if (route.path.startsWith('/projects')) return project_id;
  return route.path.startsWith('/views') ? view_id : newId();
};
const addressOf = (route: Route): string =>
  `/api${route.path.replace('{id}', idOf(route)).replaceAll(/\{\w+\}/g, newId())}`;

/** The route's addresses with each of its parameters in turn nasty. */
function addressesOf(route: Route, nasty: string): string[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.map((name) => {
    const path = route.path.replace(`{${name}}`, nasty);
    return `/api${path.replace('{id}', idOf(route)).replaceAll(/\{\w+\}/g, newId())}`;
  });
}

describe('a body', () => {
  const bodies: unknown[] = [
    {},
    [],
    null,
    'x',
    0,
    true,
    { name: 'a\u0000b' },
    { __proto__x: 1 },
    { name: 'x'.repeat(100_000) },
    { name: {} },
    { name: [] },
    { data: null },
  ];
  it.each(
    ROUTE_LIST.filter(({ method, id }) => method !== 'GET' && id !== 'projects.delete').map(
      (route) => [route.id, route] as const,
    ),
  )('of %s that is nothing of the kind is refused', async (_, route) => {
    for (const body of bodies) {
      const { statusCode, body: answer } = await send(
        route,
        addressOf(route),
        JSON.stringify(body) === undefined ? undefined : JSON.parse(JSON.stringify(body)),
      );
      expect(
        statusCode,
        `${route.id} ${JSON.stringify(body).slice(0, 50)} ${answer.slice(0, 200)}`,
      ).toSatisfy(isRefusal);
    }
  });

  it('with a character that no text has is refused, naming the field', async () => {
    const answer = await test.ask('claire', {
      method: 'POST',
      url: '/api/views',
      payload: { name: 'a\u0000b' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('with half of a character is refused, naming the field', async () => {
    const answer = await test.ask('claire', {
      method: 'POST',
      url: '/api/views',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":"a\\ud800"}',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it.each([
    ['lists', '{"name":', '[', ']', '}'],
    ['objects', '{"name":"x","parameters":', '{"a":', '}', '}'],
    ['conditions', '{"name":"x","scope":', '{"and":[', ']}', '}'],
  ])('nested too deeply, in %s, is refused', async (_, before, open, close, after) => {
    const payload = `${before}${open.repeat(20_000)}1${close.repeat(20_000)}${after}`;
    const headers = { 'content-type': 'application/json' };
    for (const url of ['/api/views', '/api/scenarios']) {
      const answer = await test.ask('claire', { method: 'POST', url, headers, payload });
      expect(answer, url).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', error: 'La demande n’est pas valide : trop de niveaux emboîtés.' },
      });
    }
  });

  it('of no change leaves a member as she is', async () => {
    const { user_id } = userOf('marion');
    const answer = await test.ask('claire', { method: 'PUT', url: `/api/members/${user_id}`, payload: {} });
    expect(answer.status).toBe(200);
  });

  it('of no change leaves a view as it is', async () => {
    const view = await create('/api/views', { name: 'Moi' });
    const answer = await test.ask('claire', { method: 'PUT', url: `/api/views/${view._id}`, payload: {} });
    expect(answer).toMatchObject({ status: 200, body: { _id: view._id, name: 'Moi' } });
  });
});

it.each(['\\ud800', '\\u0000'])(
  'a parameter that is JSON with %s in a text is refused',
  async (character) => {
    const series = encodeURIComponent(
      `[{"kind":"sales","serie_date":"2026-06-03","season":"${character}"},{"kind":"sales","serie_date":"2026-06-09"}]`,
    );
    const { status, body } = await test.ask('claire', {
      method: 'GET',
      url: `/api/series/report?projectIds=&series=${series}&dimensions=brand`,
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: expect.stringContaining('« series.0.season') },
    });
  },
);

it.each([
  `/api/projects/${'a'.repeat(101)}`,
  `/api/projects/${'a'.repeat(3000)}`,
  '/api/projects/%ff',
  '/api/%',
])('an address that cannot be one is refused in French as any other call (%#)', async (url) => {
  const { status, body } = await test.ask('claire', { method: 'GET', url });
  expect(status).toBe(400);
  expect(body).toEqual({ error: 'Cette adresse n’est pas valide.', code: 'invalid_request' });
});

it('a token of a person whose name no text has is nobody’s', async () => {
  const token = await test.deps.identity.issueToken({ ...userOf('claire'), user_id: 'a\u0000b' });
  const answer = await test.app.inject({
    url: '/api/me',
    headers: { host: 'localhost:4600', authorization: `Bearer ${token}` },
  });
  expect([401, 403]).toContain(answer.statusCode);
});
