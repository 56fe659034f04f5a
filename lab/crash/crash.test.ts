import { expect, it } from 'vitest';
import { crash } from './crash.ts';
import { Ledger } from './ledger.ts';

// The short form of `npm run crash`.
it('a server killed in the middle of its work loses nothing that it acknowledged', async () => {
  const { acknowledged, faults } = await crash(1, 3);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}, 400_000);

it('the ledger sees what is lost, and takes either value of a write without an answer', async () => {
  const ledger = new Ledger();
  await ledger.write(['a', 'b'], 20, async () => ({ activity_id: 'one' }));
  const noAnswer = ledger.write(['a'], 30, () => Promise.reject(new Error('killed')));
  await expect(noAnswer).rejects.toThrow('killed');
  expect(ledger.missing(new Set())).toEqual(['act one is not in the journal']);
  expect(ledger.compare(new Map([['a', 30]]))).toEqual(['line b is gone']);
  expect(
    ledger.compare(
      new Map([
        ['a', 20],
        ['b', 20],
      ]),
    ),
  ).toEqual(['line a is 20, 30 was acknowledged']);
});
