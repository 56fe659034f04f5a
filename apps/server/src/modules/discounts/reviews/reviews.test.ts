import type { Scenario, WriteReceipt } from '@palier/contract';
import type { Line, ValidationCheck } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { type Person, startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

// A review is of the discount that was seen: whatever changes it takes the review, and says who and how.

const CODES = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'];
let test: TestApp;
let project: string;
let source: string;
let run: string;
let rule: string;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    CODES.map((code, index) => ({ code, brand: index < 3 ? 'Lune' : 'Soleil', weekly_sales: 1 + index })),
  );
  project = (await openProject(test, 'Soldes/France'))._id;
  source = (await openProject(test, 'Soldes/Belgique'))._id;
  await choose(test, source, { A1: 20, A2: 30, A3: 40, A4: 50 });
  const scenario = { name: 'Écoulement', goal: 'cogs', constraints: {} };
  const { _id } = (await ask<Scenario>('POST', '/scenarios', scenario)).body;
  run = (await ask<{ _id: string }>('POST', `/scenarios/${_id}/optimizations`, { projects: [project] })).body
    ._id;
  const query = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] };
  rule = (
    await ask<{ _id: string }>('POST', `/projects/${project}/rules`, {
      ...{ name: 'Lune', query, discount_spec_map_type: 'fixed', discount_spec_map: { '*': 30 } },
    })
  ).body._id;
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
});
afterAll(() => test?.close());

async function ask<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  by?: Person,
): Promise<{ status: number; body: T }> {
  const answer = await test.ask(by ?? 'claire', { method, url: `/api${path}`, ...(payload && { payload }) });
  if (answer.status >= 400 && answer.status !== 409) throw new Error(JSON.stringify(answer.body));
  return answer;
}
const lines = () => linesOf(test, project);
async function lineOf(code: string): Promise<Line> {
  const line = (await lines()).get(code);
  if (!line) throw new Error(`no line ${code}`);
  return line;
}
const review = async (reviewed = true, codes: readonly string[] = CODES) => {
  const filter = {
    combinator: 'and',
    rules: [{ field: 'item_group_id', operator: 'in', value: [...codes] }],
  };
  const address = `/projects/${project}/discounts/reviews?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return ask<WriteReceipt>(reviewed ? 'PUT' : 'DELETE', address);
};
const edit = async (code: string, change: object, by: Person = 'claire') =>
  ask<WriteReceipt>('PUT', `/projects/${project}/discounts`, { [(await lineOf(code))._id]: change }, by);
const undo = (activity: string | null) =>
  ask<WriteReceipt>('POST', `/projects/${project}/activity/${activity}/undo`);

type Act = (value: number) => Promise<{ body: { activity_id?: string | null } }>;

/** Every act that may change a discount; the value is a discount of the project. */
const ACTS: Record<string, Act> = {
  discount: (value) => edit(CODES[value / 10 - 1] ?? 'A1', { discount_pct_user: value }, 'marion'),
  inclusion: async (value) => {
    const code = CODES[value / 10 - 1] ?? 'A1';
    return edit(code, { included: (await lineOf(code)).included === false });
  },
  group: (discount_pct_user) =>
    ask('PUT', `/projects/${project}/discounts/groups`, { edit: { discount_pct_user } }),
  automatic: () => ask('PUT', `/projects/${project}/discounts/groups`, { edit: { discount_pct_user: null } }),
  sync: () => ask('PUT', `/projects/${project}/discounts/sync`, { source_project_id: source }),
  goal: () =>
    ask('PUT', `/projects/${project}/discounts/optimizations`, {
      ...{ optimization_goal: 'sales', keep_discount_pct_user: false },
    }),
  map: (value) =>
    ask('PUT', `/projects/${project}/discounts/optimizations`, {
      ...{ discount_pct_user_map_field: 'brand', discount_pct_user_map: { Lune: value, Soleil: 20 } },
      keep_discount_pct_user: false,
    }),
  optimization: async () => {
    const sent = await ask<{ data?: never }>('PUT', '/optimizations/listing', {
      ...{ optimization_ids: [run], project_ids: [project] },
    });
    return { ...sent, body: { activity_id: await latest() } };
  },
  rules: async () => {
    await ask('PUT', `/rules/${rule}`, { discount_spec_map: { '*': 40 } });
    await ask('POST', `/projects/${project}/rules/process`);
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    return { body: { activity_id: await latest() } };
  },
  import: async (value) => {
    const form = new FormData();
    form.append('uploadedFiles', new Blob([`code_produit;demarque\nA2;${value}\nA5;${value}\n`]), 'c.csv');
    const packed = new Response(form);
    const { body } = await test.ask('claire', {
      method: 'POST',
      url: `/api/projects/${project}/import`,
      headers: { 'content-type': packed.headers.get('content-type') ?? '' },
      payload: Buffer.from(await packed.arrayBuffer()),
    });
    return { body: body as { activity_id: string | null } };
  },
};
const latest = async () =>
  (await ask<{ data: { activity_id: string }[] }>('GET', `/projects/${project}/activity?size=1`)).body.data[0]
    ?.activity_id ?? null;

interface Seen {
  discount_pct: number | null;
  price: string;
  reviewed: boolean;
}
const stateOf = async (): Promise<Map<string, Seen>> =>
  new Map(
    [...(await lines())].map(([code, line]) => [
      code,
      {
        discount_pct: line.discount_pct ?? null,
        // The price that it stands at, by a rule of its own: the discount, or the former one when left out.
        price: String(line.included ? (line.discount_pct ?? 0) : 0),
        reviewed: line.discount_pct_reviewed === true,
      },
    ]),
  );

describe('[STATE-31] a review is of the discount that was seen', () => {
  for (const [kind, act] of Object.entries(ACTS)) {
    it(`« ${kind} » takes the reviews of the lines that it changes, and no other; its undoing gives them back`, async () => {
      // Rules and plans decide where nobody chose.
      const start = kind === 'rules' || kind === 'optimization' ? null : 60;
      await choose(test, project, Object.fromEntries(CODES.map((code) => [code, start])));
      await review();
      const before = await stateOf();
      const { body } = await act(20);
      const after = await stateOf();
      for (const [code, was] of before) {
        const is = after.get(code);
        const same = was.discount_pct === is?.discount_pct && was.price === is?.price;
        expect({ code, reviewed: is?.reviewed }).toEqual({ code, reviewed: same });
        if (!same)
          expect((await lines()).get(code)).toMatchObject({
            ...{ changed_since_review: true, review_lost_pct: start },
            review_lost_by: expect.stringMatching(/\w+ \w+/),
          });
      }
      expect([...after.values()].some(({ reviewed }) => !reviewed)).toBe(true);
      if (body.activity_id) await undo(body.activity_id);
      expect(await stateOf()).toEqual(before);
    });
  }

  it('writing the same value, another origin of the same discount or a comment takes none', async () => {
    await choose(test, project, { A1: 30 });
    await review(true, ['A1']);
    await edit('A1', { discount_pct_user: 30, comment: 'vu' });
    await edit('A1', { optimization_goal: 'profit' });
    expect(await lineOf('A1')).toMatchObject({ discount_pct_reviewed: true, changed_since_review: false });
  });

  it('of a discount that a colleague has changed since it was shown is refused, and says so', async () => {
    await choose(test, project, { A1: 30 });
    const { _id } = await lineOf('A1');
    const seen = (discount_pct: number | null, included = true) =>
      test.ask('claire', {
        ...{ method: 'PUT', url: `/api/discounts/${_id}/review`, payload: { discount_pct, included } },
      });
    await edit('A1', { discount_pct_user: 40 }, 'marion');
    expect(await seen(30)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('a changé depuis que vous l’avez affichée') },
    });
    expect((await seen(40, false)).status).toBe(409);
    expect(await lineOf('A1')).toMatchObject({ discount_pct_reviewed: false });
    expect((await seen(40)).status).toBe(200);
    expect(await lineOf('A1')).toMatchObject({ discount_pct_reviewed: true });
  });

  it('says who changed it, when and from what; groups count it, a filter finds it, a new review ends it', async () => {
    await choose(test, project, { A1: 30 });
    await review();
    await edit('A1', { discount_pct_user: 40 }, 'marion');
    const changed = await lineOf('A1');
    expect(changed).toMatchObject({
      ...{ review_lost_by: 'Marion Roche', review_lost_act: 'discount', review_lost_pct: 30 },
    });
    expect(Date.now() - Date.parse(changed.review_lost_date ?? '')).toBeLessThan(60_000);
    const filter = {
      combinator: 'and',
      rules: [{ field: 'changed_since_review', operator: 'equals', value: true }],
    };
    const found = await ask<{ data: Line[]; summary: object }>(
      'GET',
      `/projects/${project}/discounts?summary=true&filter=${encodeURIComponent(JSON.stringify(filter))}`,
    );
    expect(found.body.data.map((line) => line.item_group_id)).toEqual(['A1']);
    expect(found.body.summary).toMatchObject({ changed_since_review_count: 1 });
    const checks = await ask<{ data: ValidationCheck[] }>('GET', `/projects/${project}/checks`);
    expect(checks.body.data).toContainEqual(
      expect.objectContaining({ text: '1 produit modifié depuis sa revue', filter }),
    );
    await review(true, ['A1']);
    expect(await lineOf('A1')).toMatchObject({ discount_pct_reviewed: true, changed_since_review: false });
  });

  it('an edit that undoes the one that took the review gives it back, one by hand to the same value does not', async () => {
    await choose(test, project, { A1: 30, A2: 30 });
    await review();
    for (const code of ['A1', 'A2']) await edit(code, { discount_pct_user: 40 });
    await edit('A1', { discount_pct_user: 30, gives_review_back: true });
    await edit('A2', { discount_pct_user: 30 });
    expect(await lineOf('A1')).toMatchObject({ discount_pct_reviewed: true, changed_since_review: false });
    expect(await lineOf('A2')).toMatchObject({ discount_pct_reviewed: false, changed_since_review: true });
    await edit('A2', { discount_pct_user: 50, gives_review_back: true });
    expect(await lineOf('A2')).toMatchObject({ discount_pct_reviewed: false });
  });

  it('undoing the review of a group leaves what was reviewed before it', async () => {
    await review(false);
    await review(true, ['A1']);
    const { body } = await review();
    await undo(body.activity_id);
    expect(await lineOf('A1')).toMatchObject({ discount_pct_reviewed: true });
    expect(await lineOf('A2')).toMatchObject({ discount_pct_reviewed: false });
  });

  it('undoing an act after a newer review gives back the review that the act took', async () => {
    await choose(test, project, { A1: 30 });
    await review(true, ['A1']);
    const { body } = await edit('A1', { discount_pct_user: 40 });
    await review(true, ['A1']);
    await undo(body.activity_id);
    expect(await lineOf('A1')).toMatchObject({ discount_pct: 30, discount_pct_reviewed: true });
    // And one that took none gives none: the review of 40 goes with the 40.
    await review(false, ['A1']);
    const second = await edit('A1', { discount_pct_user: 40 });
    await review(true, ['A1']);
    await undo(second.body.activity_id);
    expect(await lineOf('A1')).toMatchObject({ discount_pct: 30, discount_pct_reviewed: false });
  });

  it('a mark taken away does not come back on a discount that was changed since', async () => {
    await choose(test, project, { A1: 30 });
    await review(true, ['A1']);
    const { body } = await review(false, ['A1']);
    await edit('A1', { discount_pct_user: 50 });
    expect((await undo(body.activity_id)).status).toBe(409);
    expect(await lineOf('A1')).toMatchObject({ discount_pct_reviewed: false });
  });
});

describe('random acts', () => {
  it('[STATE-31] leave reviewed exactly the lines whose discount is the one last seen', async () => {
    const names = Object.keys(ACTS).filter((name) => name !== 'rules' && name !== 'optimization');
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    /** Of each act done: the reviews it took, with the discount seen. */
    const took = new Map<string, Map<string, Seen>>();
    await review(false);
    let model = await stateOf();
    for (let step = 0; step < (process.env.PALIER_THOROUGH ? 400 : 40); step += 1) {
      const choice = random(4);
      const codes = CODES.filter(() => random(2) === 0);
      const done = [...took.keys()];
      const before = model;
      if (choice === 0 && codes.length > 0) await review(random(4) > 0, codes);
      const undone = choice === 1 ? done[random(done.length)] : undefined;
      const gives = undone ? took.get(undone) : undefined;
      if (undone) took.delete(undone);
      const answer =
        choice === 0
          ? null
          : undone
            ? await undo(undone)
            : await ACTS[names[random(names.length)] ?? 'discount']?.(20 + 10 * random(5));
      const now = await stateOf();
      if (choice !== 0) {
        const lost = new Map<string, Seen>();
        for (const [code, was] of before) {
          const is = now.get(code) ?? was;
          const changed = was.discount_pct !== is.discount_pct || was.price !== is.price;
          if (was.reviewed && changed) lost.set(code, was);
          const back = gives?.get(code)?.discount_pct === is.discount_pct;
          expect(is.reviewed).toBe(changed ? back : was.reviewed);
        }
        const id = answer?.body.activity_id;
        if (!undone && id) took.set(id, lost);
      }
      model = now;
    }
    expect(took.size).toBeGreaterThan(5);
  });
});
