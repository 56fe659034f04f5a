import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answersOf } from './answered-once.ts';

// [issue 18 §2] identical reads are answered once, where version, query, perimeter and permissions are the same.

interface Act {
  what: 'ask' | 'answer' | 'fail' | 'change' | 'wait';
  question: string;
  wanted: unknown;
  view: unknown;
}

const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom('ask', 'ask', 'ask', 'answer', 'answer', 'fail', 'change', 'wait'),
  question: fc.constantFrom('lines', 'groups'),
  wanted: fc.constantFrom(
    {},
    { size: 3 },
    { size: null },
    { size: Number.NaN },
    { size: undefined },
    { size: '3' },
  ),
  view: fc.constantFrom(
    null,
    { within: null, costs: true },
    { within: null, costs: false },
    { within: 'a', costs: true },
  ),
});

it('an answer is that of one’s own question, view and edition, whoever else asks, changes or fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      let edition = 0;
      let time = 0;
      const once = answersOf(
        () => edition,
        () => time,
      );
      const asked: { end: (fault: boolean) => void }[] = [];
      const all: Promise<void>[] = [];
      for (const { what, question, wanted, view } of acts) {
        if (what === 'change') edition += 1;
        else if (what === 'wait') time += 6000;
        else if (what !== 'ask') asked.shift()?.end(what === 'fail');
        else {
          const at = edition;
          const ask = () =>
            new Promise<unknown>((resolve, reject) => {
              const read = edition;
              const end = (fault: boolean) =>
                fault
                  ? reject(new Error('cut'))
                  : resolve({ question, wanted, view, edition: read, rows: [1] });
              asked.push({ end });
            });
          const check = (answer: unknown) => {
            const { edition: of, ...rest } = answer as { edition: number; rows: number[] };
            expect(rest).toStrictEqual({ question, wanted, view, rows: [1] });
            // Never older than the moment of asking; a later one only where the first asker failed.
            expect(of).toBeGreaterThanOrEqual(at);
            rest.rows.push(2); // nobody else's
          };
          all.push(
            once([question, wanted, view], ask).then(check, (error: Error) =>
              expect(error.message).toBe('cut'),
            ),
          );
        }
        await Promise.resolve();
      }
      while (all.length > 0) {
        for (const one of asked.splice(0)) one.end(false);
        const settled = await Promise.race([
          Promise.all(all),
          new Promise((resolve) => setImmediate(resolve)),
        ]);
        if (Array.isArray(settled)) break;
      }
    }),
    { numRuns: 300 },
  );
});

it('asks once for two hundred who ask the same, and again after a change, a while, or of another view', async () => {
  let edition = 0;
  let time = 0;
  let count = 0;
  const once = answersOf(
    () => edition,
    () => time,
  );
  const ask = async () => ({ count: ++count });
  const many = () => Promise.all(Array.from({ length: 200 }, () => once(['lines', { size: 50 }, null], ask)));
  expect(new Set((await many()).map((answer) => answer.count))).toEqual(new Set([1]));
  await many();
  expect(count).toBe(1);
  await once(['lines', { size: 50 }, { within: null, costs: false }], ask);
  expect(count).toBe(2);
  edition += 1;
  await many();
  expect(count).toBe(3);
  time += 11_000;
  await many();
  expect(count).toBe(4);
});

it('keeps no answer that is too large, nor a question that is too long', async () => {
  let count = 0;
  const once = answersOf(() => 0);
  const ask = async () => {
    count += 1;
    return 'x'.repeat(2_000_000);
  };
  await once(['lines'], ask);
  await once(['lines'], ask);
  expect(count).toBe(2);
  const ids = Array.from({ length: 1000 }, () => '01a2149c-9615-7005-a41f-514d470f2d9b');
  await once([ids], ask);
  await Promise.all([once([ids], ask), once([ids], ask)]);
  expect(count).toBe(5);
});
