import type {
  Activity,
  NewsAnswer,
  Project,
  SetPolicy,
  SignatureState,
  SignedChanges,
} from '@palier/contract';
import { DEFAULT_SIGNATURE_POLICY, type SignaturePolicy } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { type Person, startTestApp, type TestApp, userOf } from '../../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

// A merchandiser submits, a manager signs what was submitted and nothing else.

let test: TestApp;
let count = 0;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    ['A', 'B', 'C'].map((code) => ({ code, stock: 40, cost: 20 })),
  );
});
afterAll(() => test?.close());

async function call<T>(
  person: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await test.ask(person, { method, url: `/api${url}`, ...(payload && { payload }) });
  return { status: answer.status, body: answer.body as T };
}
async function done<T>(
  person: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const { status, body } = await call<T>(person, method, url, payload);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}
async function newProject(): Promise<string> {
  count += 1;
  const project = await openProject(test, `Soldes/Femme/${count}`, { data_date: '2026-07-01' });
  await choose(test, project._id, { A: 20, B: 30, C: 40 });
  return project._id;
}
const setPolicy = (changes: Partial<SignaturePolicy>) =>
  done<SetPolicy>('ines', 'PUT', '/signature-policy', { ...DEFAULT_SIGNATURE_POLICY, ...changes });
const stateOf = (id: string, person: Person = 'ines') =>
  done<SignatureState>(person, 'GET', `/projects/${id}/approval`);
async function submit(
  id: string,
  person: Person = 'marion',
  payload: object = { word: 'Prête' },
): Promise<string> {
  const project = await done<Project>(person, 'POST', `/projects/${id}/approval`, payload);
  return String(project.submission_id);
}
const sign = (id: string, approval_id: string, person: Person = 'ines', word?: string) =>
  call<Project & { error?: string }>(person, 'POST', `/projects/${id}/approval/signature`, {
    approval_id,
    ...(word && { word }),
  });
const kinds = async (id: string) =>
  (await done<{ data: Activity[] }>('ines', 'GET', `/projects/${id}/activity`)).data.map(({ kind }) => kind);
const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

describe('a phase that is submitted', () => {
  // First: new endings compute every project again.
  it('lapses when the endings of prices change, and not when they come back', async () => {
    const id = await newProject();
    const approval_id = await submit(id);
    const rule = { price_list_id: null, from_price: 0, to_price: null, max_distance_pct: null };
    const nines = { ...rule, rounding: 'down', points: { kind: 'endings', cents: [99] } };
    const endWith = async (rules: object[]) => {
      await done('claire', 'PUT', '/price-endings', { rules });
      await settled();
    };
    await endWith([nines]);
    const state = await stateOf(id);
    expect(state.lapsed).toMatchObject({ count: 0, days_changed: false, prices_changed: true });
    expect(state.refusal).toMatch(/changé depuis sa soumission/);
    expect((await sign(id, approval_id)).status).toBe(409);
    const again = await submit(id);
    expect((await stateOf(id)).lapsed.prices_changed).toBe(false);
    await endWith([]);
    expect((await sign(id, again)).status).toBe(409);
    await endWith([nines]);
    expect((await sign(id, again)).status).toBe(200);
    await endWith([]);
  });

  it('is signed at the prices submitted: not while its figures have others, on their way to them', async () => {
    const rule = { price_list_id: null, from_price: 0, to_price: null, max_distance_pct: null };
    const nines = { ...rule, rounding: 'down', points: { kind: 'endings', cents: [99] } };
    const endWith = (rules: object[]) => done('claire', 'PUT', '/price-endings', { rules });
    const waits = { status: 409, body: { error: expect.stringMatching(/prix.*se recalculent/) } };
    const [back, ahead] = [await newProject(), await newProject()];
    const plain = await submit(back);
    await endWith([nines]);
    // Submitted with the new endings, which its figures do not have yet.
    const ended = await submit(ahead);
    expect(await sign(ahead, ended)).toMatchObject(waits);
    await settled();
    await endWith([]);
    // The endings are those submitted again; its figures have the others still.
    expect(await sign(back, plain)).toMatchObject(waits);
    await settled();
    expect((await sign(back, plain)).status).toBe(200);
    await settled();
    const { body } = await test.ask('marion', { url: `/api/projects/${back}/export/prices-csv?phase=0` });
    expect(String(body)).toMatch(/;40,00;EUR;/);
  });

  it('is signed by a manager: validated, its prices signed, both acts in the journal', async () => {
    const id = await newProject();
    const approval_id = await submit(id);
    expect(await stateOf(id)).toMatchObject({
      submission: { approval_id, submitted_name: 'Marion Roche', word: 'Prête', decision: null },
      ...{ refusal: null, lapsed: { count: 0 } },
    });
    expect((await sign(id, approval_id, 'marion')).status).toBe(403);
    expect((await sign(id, 'pas un identifiant')).status).toBe(409);
    const { status, body } = await sign(id, approval_id, 'ines', 'D’accord');
    expect(status).toBe(200);
    expect(body).toMatchObject({ working_phase: 1, submission_id: null });
    await settled();
    expect((await kinds(id)).slice(0, 3)).toEqual(['phase', 'signed', 'submitted']);
    expect((await stateOf(id)).history).toMatchObject([
      { approval_id, decision: 'signed', decided_name: 'Inès Dumont', decision_word: 'D’accord' },
    ]);
    const prices = await test.ask('marion', { url: `/api/projects/${id}/export/prices-csv?phase=0` });
    expect(String(prices.body)).toMatch(/Validée/);
  });

  it('rings the bell of who signs, then of who submitted, once: a signature validates', async () => {
    const id = await newProject();
    const phase = 'la phase «\u202fPremière démarque\u202f»';
    const rung = async (person: Person) => {
      await test.deps.news.collect();
      const { data } = await done<NewsAnswer>(person, 'GET', '/news');
      return data.filter(({ path }) => path.includes(id)).map(({ sentence, comment }) => [sentence, comment]);
    };
    const first = await submit(id, 'marion', { word: 'Prête', to_user_id: userOf('ines').user_id });
    expect(await rung('ines')).toEqual([[`Marion Roche vous soumet ${phase}`, 'Prête']]);
    expect(await rung('claire')).toEqual([]);
    await done('ines', 'POST', `/projects/${id}/approval/return`, { approval_id: first, word: 'Trop tôt' });
    expect(await rung('ines')).toEqual([]);
    const again = await submit(id, 'marion', { word: 'Comme convenu', to_user_id: userOf('ines').user_id });
    expect(await rung('ines')).toEqual([[`Marion Roche vous soumet ${phase}`, 'Comme convenu']]);
    await sign(id, again, 'ines');
    expect(await rung('ines')).toEqual([]);
    expect(await rung('marion')).toEqual([
      [`Inès Dumont a signé ${phase}`, null],
      [`Inès Dumont vous renvoie ${phase}`, 'Trop tôt'],
    ]);
    // Who worked on the project hears that the phase is validated; nobody is made to say another's word.
    expect(await rung('claire')).toEqual([[`Inès Dumont a validé ${phase}`, null]]);
    const { data } = await done<{ data: Activity[] }>('ines', 'GET', `/projects/${id}/activity`);
    expect(data[0]).toMatchObject({ description: `Validation de ${phase}`, comment: null });
    await settled();
  });

  it('lapses for the lines that change, whoever changes them, is told once, and comes back with what was seen', async () => {
    const id = await newProject();
    const approval_id = await submit(id);
    await choose(test, id, { B: 50 }, 'marion');
    const state = await stateOf(id);
    expect(state.lapsed).toMatchObject({
      count: 1,
      lines: [{ item_group_id: 'B', seen_pct: 30, worked_pct: 50, changed_by: 'Marion Roche' }],
    });
    expect(state.refusal).toMatch(/changé depuis sa soumission/);
    expect((await sign(id, approval_id)).status).toBe(409);
    await choose(test, id, { B: 60 });
    expect((await kinds(id)).filter((kind) => kind === 'lapsed')).toHaveLength(1);
    await choose(test, id, { B: 30 });
    expect((await stateOf(id)).lapsed.count).toBe(0);
    await choose(test, id, { C: 60 });
    expect((await kinds(id)).filter((kind) => kind === 'lapsed')).toHaveLength(2);
    const again = await submit(id);
    expect((await sign(id, approval_id)).status).toBe(409);
    expect((await stateOf(id)).history.map(({ decision }) => decision)).toEqual([null, 'replaced']);
    expect((await sign(id, again)).status).toBe(200);
    await settled();
  });

  it('lapses when its days change, and is neither validated, taken back a phase nor reopened meanwhile', async () => {
    const id = await newProject();
    const approval_id = await submit(id);
    expect((await call('claire', 'PUT', `/projects/${id}`, { working_phase: 1 })).status).toBe(409);
    expect((await call('claire', 'POST', `/projects/${id}/reopening`, { reason: 'Non' })).status).toBe(409);
    const phases = [{ start_date: '2026-07-02' }, { start_date: '2026-07-22' }];
    await done('marion', 'PUT', `/projects/${id}`, { phases });
    await settled();
    expect((await stateOf(id)).lapsed).toMatchObject({ count: 0, days_changed: true });
    expect((await sign(id, approval_id)).status).toBe(409);
  });

  it('is returned with a word, or taken back, and may then be submitted again', async () => {
    const id = await newProject();
    const first = await submit(id);
    const url = `/projects/${id}/approval`;
    expect((await call('ines', 'POST', `${url}/return`, { approval_id: first, word: ' ' })).status).toBe(400);
    expect((await call('marion', 'POST', `${url}/return`, { approval_id: first, word: 'Non' })).status).toBe(
      403,
    );
    await done('ines', 'POST', `${url}/return`, { approval_id: first, word: 'Trop profond' });
    expect((await stateOf(id)).history[0]).toMatchObject({
      decision: 'returned',
      decision_word: 'Trop profond',
    });
    expect((await sign(id, first)).status).toBe(409);
    const second = await submit(id);
    await done('marion', 'POST', `${url}/withdrawal`, { approval_id: second });
    expect((await sign(id, second)).status).toBe(409);
    expect((await kinds(id)).slice(0, 4)).toEqual(['withdrawn', 'submitted', 'returned', 'submitted']);
  });

  it('says what changed since the last signature: the whole plan at first, then what was decided since', async () => {
    const id = await newProject();
    const changes = () => done<SignedChanges>('ines', 'GET', `/projects/${id}/approval/changes`);
    const first = await changes();
    expect(first).toMatchObject({
      since: null,
      line_count: 3,
      changed_count: 3,
      deep_before: 0,
      deep_after: 0,
    });
    const codes = new Map(first.data.map((line) => [line.item_group_id, line]));
    expect(codes.get('B')).toMatchObject({ before_pct: 0, after_pct: 30 });
    const sum = first.data.reduce((total, { merit_change }) => total + (merit_change ?? 0), 0);
    expect((first.merit_after ?? 0) - (first.merit_before ?? 0)).toBeCloseTo(sum, 6);
    const { data: checks } = await done<{ data: { key: string; text: string }[] }>(
      'ines',
      'GET',
      `/projects/${id}/checks`,
    );
    const { loss } = await done<{ loss: { profit_after_leftovers: number } }>(
      ...(['ines', 'GET', `/projects/${id}/discounts/references`] as const),
    );
    expect(checks.some(({ key }) => key === 'merit')).toBe(true);
    expect(first.merit_after).toBeCloseTo(loss.profit_after_leftovers, 6);
    await sign(id, await submit(id));
    await settled();
    await choose(test, id, { C: 60 });
    expect(await changes()).toMatchObject({
      since: { name: 'Inès Dumont', label: 'Première démarque' },
      ...{ changed_count: 1, deep_after: 1, data: [{ item_group_id: 'C', before_pct: 40, after_pct: 60 }] },
    });
  });
});

describe('the rule of the organisation', () => {
  it('asks for a signature always, or when a threshold is passed; who may validate then submits too', async () => {
    const id = await newProject();
    expect((await stateOf(id)).needed).toBe(false);
    await setPolicy({ mode: 'always' });
    const refused = await call<{ error: string }>('ines', 'PUT', `/projects/${id}`, { working_phase: 1 });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatch(/demande une signature/);
    const thresholds = { ...DEFAULT_SIGNATURE_POLICY.thresholds };
    for (const cause of Object.keys(thresholds) as (keyof typeof thresholds)[])
      thresholds[cause] = { on: cause === 'depth', over: 90 };
    await setPolicy({ mode: 'thresholds', thresholds });
    expect(await stateOf(id)).toMatchObject({
      needed: false,
      set_by: 'Inès Dumont',
      causes: [{ passed: false }],
    });
    await setPolicy({ mode: 'thresholds', thresholds: { ...thresholds, depth: { on: true, over: 5 } } });
    const state = await stateOf(id);
    expect(state).toMatchObject({ needed: true, causes: [{ cause: 'depth', passed: true }] });
    expect((await call('claire', 'PUT', `/projects/${id}`, { working_phase: 1 })).status).toBe(422);
    await setPolicy({ mode: 'never' });
    await done('claire', 'PUT', `/projects/${id}`, { working_phase: 1 });
    await settled();
  });

  it('two pairs of eyes, unless it says otherwise', async () => {
    const id = await newProject();
    const own = await submit(id, 'ines');
    expect((await stateOf(id)).refusal).toMatch(/quelqu’un d’autre/);
    expect((await sign(id, own)).status).toBe(409);
    await setPolicy({ mode: 'always', own_signature: true });
    expect((await sign(id, own)).status).toBe(200);
    await settled();
    await setPolicy({ mode: 'never' });
  });

  it('is changed by who sets the organisation alone', async () => {
    expect((await call('marion', 'PUT', '/signature-policy', DEFAULT_SIGNATURE_POLICY)).status).toBe(403);
    expect(Object.keys(await done<object>('ines', 'GET', '/settings'))).not.toContain('signature');
  });
});

describe('somebody away', () => {
  const days = { from_date: '2020-01-01', to_date: '2099-12-31' };
  const delegate = (delegation: object | null) => call('ines', 'PUT', '/signers/delegation', { delegation });

  it('has her delegate sign in her name, shown as such, but not what he submitted himself', async () => {
    const id = await newProject();
    const approval_id = await submit(id, 'claire', { word: 'Prête', to_user_id: userOf('ines').user_id });
    expect((await sign(id, approval_id, 'marion')).status).toBe(403);
    expect((await delegate({ delegate_id: userOf('marion').user_id, ...days })).status).toBe(200);
    expect(await stateOf(id, 'marion')).toMatchObject({ signs_for: 'Inès Dumont', refusal: null });
    expect((await sign(id, approval_id, 'marion')).status).toBe(200);
    await settled();
    expect((await stateOf(id)).history[0]).toMatchObject({
      decided_name: 'Marion Roche',
      for_name: 'Inès Dumont',
    });
    const own = await submit(id, 'marion');
    expect((await sign(id, own, 'marion')).status).toBe(409);
    await delegate(null);
    expect((await sign(id, own, 'marion')).status).toBe(403);
    expect((await sign(id, own)).status).toBe(200);
    await settled();
  });

  it('has nobody sign for her what her perimeter no longer holds, nor is it put to her', async () => {
    const id = await newProject();
    const to = { word: 'Prête', to_user_id: userOf('ines').user_id };
    const approval_id = await submit(id, 'claire', to);
    await delegate({ delegate_id: userOf('marion').user_id, ...days });
    const limit = (perimeter: object | null) =>
      done('claire', 'PUT', `/members/${userOf('ines').user_id}`, { perimeter });
    await limit({ project_groups: [], fields: [{ field: 'brand', values: ['Autre'] }] });
    expect((await sign(id, approval_id, 'ines')).status).toBe(404);
    expect((await sign(id, approval_id, 'marion')).status).toBe(403);
    const returned = { approval_id, word: 'Non' };
    expect((await call('marion', 'POST', `/projects/${id}/approval/return`, returned)).status).toBe(403);
    const state = await stateOf(id, 'marion');
    expect(state).toMatchObject({ signs_for: null, refusal: expect.any(String) });
    expect(state.signers.map(({ name }) => name)).toEqual(['Claire Vasseur']);
    expect((await call('claire', 'POST', `/projects/${id}/approval`, to)).status).toBe(422);
    await limit(null);
    expect((await sign(id, approval_id, 'marion')).status).toBe(200);
    await delegate(null);
    await settled();
  });

  it('names somebody who works on phases, for days to come', async () => {
    expect((await delegate({ delegate_id: userOf('hugo').user_id, ...days })).status).toBe(422);
    expect((await delegate({ delegate_id: userOf('ines').user_id, ...days })).status).toBe(422);
    const past = { from_date: '2020-01-01', to_date: '2020-01-02' };
    expect((await delegate({ delegate_id: userOf('marion').user_id, ...past })).status).toBe(422);
    expect((await call('marion', 'PUT', '/signers/delegation', { delegation: null })).status).toBe(403);
  });
});

it('what came of a line since it was submitted is found through its entry of the journal', async () => {
  const id = await newProject();
  await submit(id);
  await choose(test, id, { A: 60 });
  const [lapsed] = (await done<{ data: Activity[] }>('ines', 'GET', `/projects/${id}/activity?size=1`)).data;
  expect(lapsed).toMatchObject({ kind: 'lapsed', discount_count: 1, can_undo: false });
  const line = (await linesOf(test, id)).get('A');
  const { data } = await done<{ data: { _id: string }[] }>(
    ...(['ines', 'GET', `/projects/${id}/discounts?activity_id=${lapsed?.activity_id}&size=10`] as const),
  );
  expect(data.map(({ _id }) => _id)).toEqual([line?._id]);
});
