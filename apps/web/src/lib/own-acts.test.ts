import { expect, it } from 'vitest';
import { isSeeingAct, noteOwnAct, seenSince } from './own-acts.ts';

it('what one has done oneself is seen, however much of it the screen has not read again', () => {
  for (let version = 11; version <= 1010; version += 1) noteOwnAct('p', version);
  expect(seenSince('p', 10)).toEqual({ version: 1010, own: [] });
  // Between two of one's own somebody has done something.
  noteOwnAct('p', 1012);
  expect(seenSince('p', 10)).toEqual({ version: 1010, own: [1012] });
  expect(seenSince('p', 1012)).toEqual({ version: 1012, own: [] });
  expect(seenSince('other', 3)).toEqual({ version: 3, own: [] });
  noteOwnAct('p', 1013, { seen: true });
  expect([1011, 1012, 1013].filter((version) => isSeeingAct('p', version))).toEqual([1013]);
});
