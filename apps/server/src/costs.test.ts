import { type Line, type LinePage, lackOf, tellsCosts } from '@palier/domain';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test/app.ts';
import { linesOf } from './test/small-shop.ts';
import { answerTo, COST, makeWorld, readingRoutes, type World } from './test/walk.ts';

// Hugo reads without seeing costs: every unit costs 7.77, and no answer tells it.

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  world = await makeWorld(test);
}, 120_000);
afterAll(() => test?.close());

/** Names that tell costs, and numbers that are some units' cost, wherever they stand in an answer. */
function telling(value: unknown, path = ''): string[] {
  if (typeof value === 'number') {
    const units = value / COST;
    return units > 0.5 && Math.abs(units - Math.round(units)) < 1e-6 ? [`${path} = ${value}`] : [];
  }
  if (value === null || typeof value !== 'object') return [];
  // Limits that somebody set bear the names of what they watch.
  const shown = Object.entries(value).filter(([name]) => name !== 'thresholds');
  return shown.flatMap(([name, member]) => [
    ...(tellsCosts(name) ? [`${path}.${name}`] : []),
    ...telling(member, `${path}.${name}`),
  ]);
}

it('a walk of every route that answers without writing finds no cost, margin nor what they are worked out of', async () => {
  const faults = new Set<string>();
  const answered = new Set<string>();
  for (const asked of readingRoutes(world)) {
    const { status, body } = await answerTo(test, 'hugo', asked);
    const text: string = typeof body === 'string' ? body : '';
    if (status < 300) answered.add(asked.route.id);
    else if (![403, 404, 409, 501].includes(status)) faults.add(`${status} ${asked.url}`);
    for (const one of telling(body)) faults.add(`${asked.route.id}: ${one.replaceAll(/\.\d+\./g, '.')}`);
    if (/7[.,]77|[Mm]arge|[Cc]oût(?!e)/.test(text || JSON.stringify(sentences(body))))
      faults.add(`${asked.route.id} ${asked.url}: a text`);
  }
  expect([...faults]).toEqual([]);
  for (const id of ['discounts.list', 'discounts.groups', 'discounts.export', 'discounts.references'])
    expect(answered).toContain(id);
  for (const id of [
    'products.get',
    'projects.what_if',
    'projects.simulate',
    'rules.preview',
    'projects.checks',
  ])
    expect(answered).toContain(id);
});

/** Sentences of an answer: what it explains to the person, not the names of what she may choose. */
function sentences(body: unknown): unknown {
  const { reasons, data } = (body ?? {}) as { reasons?: unknown; data?: unknown };
  const checks = Array.isArray(data)
    ? data.map((one: { text?: unknown; detail?: unknown }) => [one?.text, one?.detail])
    : [];
  return [reasons, checks];
}

describe('a field that tells costs is one that there is not', () => {
  const ask = (query: string) =>
    test.ask('hugo', { url: `/api/projects/${world.mixed._id}/discounts?${query}` });
  const filter = encodeURIComponent(
    JSON.stringify({ combinator: 'and', rules: [{ field: 'margin_pct', operator: 'gt', value: 1 }] }),
  );

  it('to filter, sort, group or list by, and left out of what is asked for', async () => {
    const unknown = {
      status: 400,
      body: { code: 'invalid_query', error: expect.stringContaining('inconnu') },
    };
    expect(await ask(`filter=${filter}`)).toMatchObject(unknown);
    expect(await ask('sort=forecast.profit')).toMatchObject(unknown);
    expect(await ask('by=below_cost')).toMatchObject(unknown);
    expect(await test.ask('hugo', { url: `/api/projects/${world.mixed._id}/fields/cost` })).toMatchObject(
      unknown,
    );
    const { body } = await ask('fields=title,cost,forecast.profit,forecast.sales');
    const page: LinePage = body;
    expect(page.data[0]).not.toHaveProperty('cost');
    expect(page.data[0]?.forecast).toEqual({ sales: expect.any(Number) });
  });

  it('and is what it was for who may see it', async () => {
    const lines = await linesOf(test, world.mixed._id);
    for (const line of lines.values()) expect((line as Line).cost).toBe(COST);
  });
});

it('a call that is all of costs says what is lacking', async () => {
  const { status, body } = await test.ask('hugo', { url: `/api/optimizations/${world.run._id}` });
  expect([status, body]).toMatchObject([403, { error: lackOf('canSeeCosts') }]);
});

it('no file tells one, whatever its template and format, nor the columns that are asked for', async () => {
  const { body } = await test.ask('hugo', { url: '/api/settings' });
  const templates = (body as { exportTemplates: { id: string }[] }).exportTemplates.map(({ id }) => id);
  expect(templates).toEqual(expect.arrayContaining(['listing-csv', 'listing-xlsx', 'prices-csv']));
  const faults: string[] = [];
  for (const template of templates) {
    const answer = await test.app.inject({
      url: `/api/projects/${world.mixed._id}/export/${template}?columns=price,margin,stockTotal,forecastProfit`,
      headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('hugo')}` },
    });
    if (/^(listing|prices)/.test(template)) expect(answer.statusCode, template).toBe(200);
    if (answer.statusCode !== 200) continue;
    for (const cell of await cellsOf(answer.headers['content-type'], answer.rawPayload)) {
      const amount = Number(cell.replace(',', '.'));
      const told = /Marge|Coût(?!e)/i.test(cell) || (cell !== '' && telling(amount).length > 0);
      if (told) faults.push(`${template}: ${cell}`);
    }
  }
  expect(faults).toEqual([]);
});

/** Every cell of a file, headings included, as texts. */
async function cellsOf(type: string | number | string[] | undefined, bytes: Buffer): Promise<string[]> {
  if (!String(type).includes('spreadsheetml')) return bytes.toString('utf8').split(/[;\r\n]+/);
  const { sheets } = await readXlsx(bytes);
  return sheets.flatMap(({ rows }) => rows.flatMap((row) => row.map((cell) => String(cell ?? ''))));
}
