import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { dropPostgres, newPostgres } from '../../test/copies.ts';
import { seenOf, setByMany } from './test/cases.ts';

// On a server of sessions of their own: the embedded one has but one, which takes turns by itself.

let address: string;
let test: TestApp;
beforeAll(async () => {
  address = await newPostgres();
  test = await startTestApp({ database_url: address });
}, 120_000);
afterAll(async () => {
  await test?.close();
  await dropPostgres(address);
});

it('of several who have read the same and save at once, one does, and the others are told', async () => {
  for (const one of await setByMany(test)) {
    const seen = await seenOf(one);
    const save = (author: number) =>
      test.ask('claire', {
        ...{ method: 'PUT', url: `/api${one.url}`, payload: { ...one.wanted(author), seen } },
      });
    const answers = await Promise.all([1, 2].flatMap((author) => [save(author), save(author)]));
    // Who wants what a colleague has just written has nothing to be told.
    const saved = answers.flatMap(({ status }, index) => (status === 200 ? [1 + (index >> 1)] : []));
    expect(new Set(saved).size, one.name).toBe(1);
    expect(
      answers.filter(({ status }) => status !== 200).map(({ status }) => status),
      one.name,
    ).toEqual([409, 409]);
    expect(await seenOf(one), one.name).toMatchObject(one.wanted(saved[0] ?? 0));
  }
}, 120_000);
