import { expect, it } from 'vitest';
import { followId, newId } from './ids.ts';

it('makes identifiers that sort in the order they were made, all different', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('follows an id of a clock that is ahead', () => {
  const ahead = newId(Date.now() + 3_600_000);
  followId(ahead);
  expect(newId() > ahead).toBe(true);
  followId(newId(0));
  expect(newId() > ahead).toBe(true);
});
