import type { Lesson } from '@palier/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, userOf } from '../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test?.close());

const levels = { kind: 'levels', discount_pct_range: [20, 40], discount_step: 10 };
const lesson = {
  operation: 'Soldes hiver 2026',
  project_id: null,
  name: 'Deux taux',
  reason: null,
  sets: levels,
};

const send = (
  who: 'claire' | 'marion' | 'paul' | 'hugo',
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => test.ask(who, { method, url: `/api${url}`, ...(payload && { payload }) });

async function kept(who: 'claire' | 'marion' | 'paul'): Promise<Lesson[]> {
  return ((await send(who, 'GET', '/lessons')).body as { data: Lesson[] }).data;
}

describe('the lessons of an operation', () => {
  it('are kept under who learnt them, changed and deleted, in their organisation alone', async () => {
    const made = await send('claire', 'POST', '/lessons', lesson);
    expect(made).toMatchObject({
      status: 201,
      body: { ...lesson, user_name: 'Claire Vasseur', updated_at: null },
    });
    const { _id } = made.body as Lesson;
    expect(await kept('claire')).toMatchObject([{ _id, sets: levels }]);
    expect(await kept('paul')).toEqual([]);
    const budget = { kind: 'budget', discount_budget: 120_000, currency: 'EUR' };
    const changed = await send('claire', 'PUT', `/lessons/${_id}`, { name: 'Un budget', sets: budget });
    expect(changed.body).toMatchObject({ name: 'Un budget', reason: null, sets: budget });
    expect((changed.body as Lesson).updated_at).not.toBeNull();
    for (const method of ['PUT', 'DELETE'] as const)
      expect(
        (await send('paul', method, `/lessons/${_id}`, method === 'PUT' ? { name: 'x' } : undefined)).status,
      ).toBe(404);
    expect((await send('claire', 'DELETE', `/lessons/${_id}`)).status).toBe(204);
    expect(await kept('claire')).toEqual([]);
  });

  it('are refused from who may not make projects, of another’s project, and with discounts out of step', async () => {
    expect((await send('hugo', 'POST', '/lessons', lesson)).status).toBe(403);
    const stranger = { ...lesson, project_id: '01890000-0000-7000-8000-00000000abcd' };
    expect((await send('claire', 'POST', '/lessons', stranger)).status).toBe(404);
    const odd = { ...lesson, sets: { ...levels, discount_pct_range: [25] } };
    expect(await send('claire', 'POST', '/lessons', odd)).toMatchObject({ status: 422 });
    expect(await kept('claire')).toEqual([]);
  });

  it('are not told to a member whose perimeter holds nothing of the operation', async () => {
    const made = await send('claire', 'POST', '/lessons', lesson);
    const perimeter = { project_groups: ['another'], fields: [] };
    const { user_id } = userOf('marion');
    const limited = await send('claire', 'PUT', `/members/${user_id}`, { perimeter });
    expect(limited.status).toBe(200);
    expect(await kept('marion')).toEqual([]);
    expect(await kept('claire')).toHaveLength(1);
    await send('claire', 'DELETE', `/lessons/${(made.body as Lesson)._id}`);
  });
});
