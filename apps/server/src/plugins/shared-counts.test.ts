import { expect, it } from 'vitest';
import { eachDatabase } from '../test/stores.ts';
import { SharedCounts } from './shared-counts.ts';

const MINUTE = 60_000;
const LIMIT = 100;

eachDatabase('calls counted by several processes', ({ database, another }) => {
  /** Two processes at a time of their own. */
  async function twoProcesses() {
    const clock = { now: 10 * MINUTE };
    const first = new SharedCounts(database(), () => clock.now);
    const second = new SharedCounts(await another(), () => clock.now);
    const leave = [await first.join(), await second.join()];
    return { clock, first, second, leave: () => Promise.all(leave.map((end) => end())) };
  }
  const seenBy = (counts: SharedCounts, caller: string): number => {
    let seen = Number.NaN;
    counts.read(
      caller,
      (_, { current }) => {
        seen = current;
      },
      MINUTE,
    );
    return seen;
  };
  const call = (counts: SharedCounts, caller: string, times: number): void => {
    for (let done = 0; done < times; done += 1) counts.incr(caller, () => {}, MINUTE, LIMIT);
  };

  it('who spreads her calls over two processes has one limit, until the minute ends', async () => {
    const { clock, first, second, leave } = await twoProcesses();
    call(first, 'address', 60);
    call(second, 'address', 45);
    await first.report();
    await second.report();
    await expect.poll(() => seenBy(first, 'address')).toBe(105);
    await expect.poll(() => seenBy(second, 'address')).toBe(105);
    await first.report();
    call(first, 'address', 5);
    await first.report();
    await expect.poll(() => seenBy(second, 'address')).toBe(110);
    expect(seenBy(first, 'other')).toBe(0);
    clock.now += MINUTE;
    expect(seenBy(second, 'address')).toBe(0);
    await leave();
  });

  it('the calls of an ordinary user are nobody else\u2019s business', async () => {
    const { first, second, leave } = await twoProcesses();
    call(first, 'quiet', 4);
    call(first, 'busy', 40);
    await first.report();
    await expect.poll(() => seenBy(second, 'busy')).toBe(40);
    expect(seenBy(second, 'quiet')).toBe(0);
    await leave();
  });
});
