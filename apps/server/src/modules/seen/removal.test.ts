import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { type SetByMany, seenOf, setByClaireAndInes } from './test/cases.ts';

// What somebody deletes is what she has read: a colleague's change of a moment ago does not go with it, unseen.

let test: TestApp;
let cases: SetByMany[];
beforeAll(async () => {
  test = await startTestApp();
  cases = await setByClaireAndInes(test);
});
afterAll(() => test?.close());

const send = (who: 'claire' | 'ines', method: 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.ask(who, { method, url: `/api${url}`, ...(payload && { payload }) });

describe.each([
  'cette règle',
  'ce scénario',
  'cette vue',
  'ce modèle',
  'ce membre',
  'ce groupe',
  'cette leçon',
])('%s', (name) => {
  it('is not deleted by who has not seen what a colleague made of it, and is once seen', async () => {
    const one = cases.find((found) => found.name === name);
    if (!one) throw new Error(name);
    const seen = await seenOf(one);
    expect((await send('claire', 'PUT', one.url, one.wanted(1))).status).toBe(200);
    const standing = await seenOf(one);
    const refused = await send('ines', 'DELETE', one.url, { seen });
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    const { error, details } = refused.body as { error: string; details: { by: string; now: object } };
    expect(error).toBe(`Claire Vasseur a modifié ${one.what} entre-temps : rien n’est supprimé.`);
    for (const [field, value] of Object.entries(details.now)) expect(value).toEqual(standing[field]);
    expect(await seenOf(one)).toEqual(standing);
    // « Supprimer quand même ».
    const done = await send('ines', 'DELETE', one.url, { seen: { ...seen, ...details.now } });
    expect(done.status, JSON.stringify(done.body)).toBe(204);
    // What is deleted already is not found, whatever was seen.
    expect((await send('claire', 'DELETE', one.url, { seen })).status).toBe(404);
  });
});

it('a program that does not say what it saw deletes what stands, and one’s own change is seen', async () => {
  const { body } = await test.ask('claire', {
    ...{ method: 'POST', url: '/api/scenarios', payload: { name: 'Un' } },
  });
  const url = `/scenarios/${(body as { _id: string })._id}`;
  const saved = await send('ines', 'PUT', url, { name: 'Deux' });
  const seen = { name: (saved.body as { name: string }).name };
  expect((await send('claire', 'PUT', url, { name: 'Trois' })).status).toBe(200);
  expect((await send('ines', 'DELETE', url, { seen })).status).toBe(409);
  expect((await send('ines', 'DELETE', url)).status).toBe(204);
});
