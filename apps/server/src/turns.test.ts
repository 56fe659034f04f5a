import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('so many works run at once, the others in order', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) =>
    turns.take(() => {
      begun.push(index);
      return promise;
    }),
  );
  await expect.poll(() => begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(works);
  expect(begun).toEqual([0, 1, 2, 3]);
});

it('a work that is given up before its turn is not begun, and keeps nobody waiting', async () => {
  const turns = new Turns(1);
  const first = Promise.withResolvers<void>();
  const given_up = new AbortController();
  const begun: string[] = [];
  const running = turns.take(() => first.promise);
  const left = turns.take(async () => begun.push('left'), given_up.signal);
  const last = turns.take(async () => begun.push('last'));
  given_up.abort(new Error('stopping'));
  await expect(left).rejects.toThrow('stopping');
  first.resolve();
  await Promise.all([running, last]);
  expect(begun).toEqual(['last']);
  await expect(turns.take(async () => 'late', given_up.signal)).rejects.toThrow('stopping');
  expect(await turns.take(async () => 'free again')).toBe('free again');
});
