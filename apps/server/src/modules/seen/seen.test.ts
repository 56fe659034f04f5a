import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { forgetOldChanges } from './index.ts';
import { type SetByMany, seenOf, setByClaireAndInes } from './test/cases.ts';

// What two people set within a minute: neither takes the other's work back without having seen it.

let test: TestApp;
let cases: SetByMany[];
beforeAll(async () => {
  test = await startTestApp();
  cases = await setByClaireAndInes(test);
});
afterAll(() => test?.close());

const put = (who: 'claire' | 'ines' | 'nadia', url: string, payload: object) =>
  test.ask(who, { method: 'PUT', url: `/api${url}`, payload });
const caseOf = (name: string): SetByMany => {
  const found = cases.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

describe.each([
  ...['/law', '/settings', '/residual-value', '/loss-threshold', '/price-endings', '/signature-policy'],
  ...['/import-settings', '/controls', 'ce projet', 'cette règle', 'ce scénario', 'cette vue', 'ce modèle'],
  ...['ce membre', 'ce groupe', 'cette leçon'],
])('%s', (name) => {
  it('is kept from who has not seen what a colleague made of it, says who, and is written once seen', async () => {
    const one = caseOf(name);
    const seen = await seenOf(one);
    expect(await put('claire', one.url, { ...one.wanted(1), seen })).toMatchObject({ status: 200 });
    const standing = await seenOf(one);
    expect(standing).not.toEqual(seen);
    const refused = await put('ines', one.url, { ...one.wanted(2), seen });
    const { error, code, details } = refused.body as Record<string, never> & {
      details: { by: string; now: Record<string, unknown> };
    };
    expect([refused.status, code]).toEqual([409, 'changed_meanwhile']);
    expect(error).toBe(`Claire Vasseur a modifié ${one.what} entre-temps : rien n’est enregistré.`);
    expect(details.by).toBe('Claire Vasseur');
    for (const [field, value] of Object.entries(details.now)) expect(value).toEqual(standing[field]);
    expect(Object.keys(details.now)).not.toEqual([]);
    expect(await seenOf(one)).toEqual(standing);
    const again = await put('ines', one.url, { ...one.wanted(2), seen: { ...seen, ...details.now } });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    // A program that does not say what it saw.
    expect((await put('claire', one.url, one.wanted(3))).status).toBe(200);
  });
});

it('two settings of a project that two people change do not stand in each other’s way', async () => {
  const { url, read } = caseOf('ce projet');
  const { section, end_date } = await read();
  expect((await put('claire', url, { section: 'Robes', seen: { section } })).status).toBe(200);
  expect((await put('ines', url, { end_date: '2026-08-30', seen: { end_date } })).status).toBe(200);
  expect(await read()).toMatchObject({ section: 'Robes', end_date: '2026-08-30' });
});

it('nor do two cards of the settings, whatever row keeps them', async () => {
  const cards = ['/settings', '/price-endings', '/residual-value', '/loss-threshold'].map(caseOf);
  const seen = await Promise.all(cards.map(seenOf));
  for (const [index, one] of cards.entries()) {
    const who = index % 2 === 0 ? 'claire' : 'ines';
    expect(await put(who, one.url, { ...one.wanted(5), seen: seen[index] })).toMatchObject({ status: 200 });
  }
  for (const one of cards) expect(await seenOf(one)).toMatchObject(one.wanted(5));
});

it('nor do two who want the same, nor a field that was seen as nothing and is nothing', async () => {
  const { url } = caseOf('ce projet');
  const seen = { section: 'ancien', pilot_user_id: null };
  expect((await put('claire', url, { section: 'Jupes' })).status).toBe(200);
  expect((await put('ines', url, { section: 'Jupes', seen })).status).toBe(200);
});

it('what one has changed oneself in another window is said so', async () => {
  const { url } = caseOf('/loss-threshold');
  await put('ines', url, { threshold_pct: 7 });
  const { status, body } = await put('ines', url, { threshold_pct: 9, seen: { threshold_pct: 5 } });
  expect([status, (body as { error: string }).error]).toEqual([
    409,
    'Vous avez modifié ce réglage ailleurs entre-temps : rien n’est enregistré.',
  ]);
});

it('nobody is named for what another way has changed since, nor a month later', async () => {
  const { url } = caseOf('ce scénario');
  const seen = { name: 'Ancien' };
  const refusal = async () =>
    ((await put('ines', url, { name: 'Mien', seen })).body as { error: string }).error;
  await put('claire', url, { name: 'Sien' });
  expect(await refusal()).toContain('Claire Vasseur');
  const { db } = test.deps.database;
  await db.updateTable('scenario').set({ name: 'D’ailleurs' }).execute();
  expect(await refusal()).toContain('Quelqu’un d’autre');
  await db.updateTable('scenario').set({ name: 'Sien' }).execute();
  expect(await refusal()).toContain('Claire Vasseur');
  const before = new Date(Date.now() - 31 * 86_400_000);
  await db.updateTable('recent_change').set({ changed_at: before }).execute();
  await forgetOldChanges(test.deps);
  expect(await refusal()).toContain('Quelqu’un d’autre');
});

it('what was seen is of the fields that may be changed', async () => {
  const seen = { threshold: 5 };
  expect((await put('claire', '/loss-threshold', { threshold_pct: 9, seen })).status).toBe(400);
});

it('a day that follows the data is nobody’s: a colleague is in the way once she has set one', async () => {
  const { url } = caseOf('ce projet');
  const seen = { data_date: '2026-05-31' };
  expect((await put('claire', url, { data_date: '2026-06-14', seen })).status).toBe(200);
  expect((await put('ines', url, { data_date: '2026-06-21', seen })).status).toBe(409);
});

it('who may not see costs has seen what she was answered, and saves it', async () => {
  await test.deps.database.db
    .updateTable('organization_user')
    .set({ role: 'reader', permissions: JSON.stringify({ canEditSettings: true }) })
    .where('user_id', '=', userOf('nadia').user_id)
    .execute();
  const read = async () =>
    (await test.ask('nadia', { url: '/api/settings' })).body as { unavailableFields: string[] };
  const { unavailableFields } = await read();
  expect(unavailableFields).toContain('cost');
  const payload = { unavailableFields: [...unavailableFields, 'color'], seen: { unavailableFields } };
  expect((await put('nadia', '/settings', payload)).status).toBe(200);
  expect((await read()).unavailableFields).toContain('color');
  const other = { ...payload, unavailableFields };
  expect((await put('nadia', '/settings', other)).status).toBe(409);
});
