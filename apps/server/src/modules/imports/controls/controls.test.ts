import type { RouteOutput } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';

type Controls = RouteOutput<'controls.get'>;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'A1', family: 'Robes', weekly_sales: 3, stock: 60, price: 50, cost: 20 },
    { code: 'A2', family: 'Robes', weekly_sales: 2, stock: 40, price: 50, cost: 20 },
  ]);
});
afterAll(() => test?.close());

async function ask<T>(
  method: 'GET' | 'PUT',
  url: string,
  payload?: object,
): Promise<{ status: number; body: T }> {
  const request = { method, url: `/api${url}`, ...(payload && { payload }) };
  return (await test.ask('claire', request)) as unknown as { status: number; body: T };
}

it('totals are typed or dropped, gaps follow the data, and a phase is validated on gaps with a reason only', async () => {
  const none = await ask<Controls>('GET', '/controls');
  expect(none.body).toMatchObject({ data: [], gaps: [], tolerance: 0.001, currency: 'EUR' });

  const month = '2026-06';
  const totals = [{ month, place: null, revenue: null, quantity: 1_000_000, stock: null }];
  const typed = await ask<Controls>('PUT', '/controls', { totals });
  expect(typed.body.data).toEqual(totals);
  expect(typed.body.gaps).toMatchObject([{ month, place: null, measure: 'quantity', expected: 1_000_000 }]);

  const form = new FormData();
  const found = typed.body.gaps[0]?.found ?? 0;
  form.append('uploadedFiles', new Blob([`mois;pièces\njuin 2026;${found}\nmai;12\n`]), 'caisse.csv');
  const response = new Response(form);
  const dropped = (await test.ask('claire', {
    method: 'POST',
    url: '/api/controls/import',
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  })) as unknown as { status: number; body: Controls };
  expect(dropped.body).toMatchObject({ data: [{ month, quantity: found }], gaps: [], error_count: 1 });

  const project = await openProject(test, 'Soldes/Femme/Robes');
  await ask('PUT', '/controls', { totals });
  const url = `/projects/${project._id}`;
  const refused = await ask<{ error: string }>('PUT', url, { working_phase: 1 });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: expect.stringMatching(/totaux de la caisse \(pièces, juin 2026, tous les lieux\)/) },
  ]);
  const control_reason = 'la caisse de Lille compte deux fois juin';
  const validated = await ask<{ working_phase: number }>('PUT', url, { working_phase: 1, control_reason });
  expect([validated.status, validated.body.working_phase]).toEqual([200, 1]);
  const activity = await ask<{ data: { kind: string; comment: string | null }[] }>('GET', `${url}/activity`);
  expect(activity.body.data.find(({ kind }) => kind === 'phase')?.comment).toBe(control_reason);
});
