import { openApiDocument, POLICIES, ROUTE_LIST } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHandlers } from './table.ts';
import { startTestApp, type TestApp } from './test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('every route that the document promises has something that answers it, and nothing answers in secret', () => {
  const handled = new Set(Object.keys(createHandlers(test.deps)));
  const promised = new Set(
    ROUTE_LIST.filter((route) => route.implemented).map((route) => route.id as string),
  );
  expect([...promised].filter((id) => !handled.has(id))).toEqual([]);
  expect([...handled].filter((id) => !promised.has(id))).toEqual([]);
});

it('every route has a policy, a schema of its answer and a sentence that documents it', () => {
  expect(ROUTE_LIST.length).toBeGreaterThan(58);
  for (const route of ROUTE_LIST) {
    expect(POLICIES[route.permission], route.id).toBeTruthy();
    expect(route.response, route.id).toBeDefined();
    expect(route.summary.length, route.id).toBeGreaterThan(8);
  }
});

it('the API describes itself, for tools and for people', async () => {
  const document = await test.ask(null, { url: '/api/openapi.json' });
  expect(document.body).toMatchObject({ openapi: (openApiDocument() as { openapi: string }).openapi });
  const page = await test.ask(null, { url: '/api/docs' });
  expect(page.headers['content-type']).toContain('text/html');
  for (const route of ROUTE_LIST) expect(page.body).toContain(`id="${route.id}"`);
  expect(page.body).not.toMatch(/src=|https?:\/\//);
});

it('what is announced for later answers 501 with a clear sentence', async () => {
  for (const route of ROUTE_LIST.filter(({ implemented, path }) => !implemented && !path.includes('{'))) {
    const { status, body } = await test.ask('claire', {
      method: route.method,
      url: `/api${route.path}?projectIds=x&series=[]`,
    });
    expect(status, route.id).toBe(501);
    expect(body).toMatchObject({ code: 'not_implemented' });
  }
});
