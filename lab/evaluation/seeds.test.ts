import { describe, expect, it } from 'vitest';
import { seedsOf } from './seeds.ts';

describe('the draws that a command asks for', () => {
  it('are the first ones of a number, or those that are listed', () => {
    expect(seedsOf('3')).toEqual([1, 2, 3]);
    expect(seedsOf('1')).toEqual([1]);
    expect(seedsOf('2,5')).toEqual([2, 5]);
  });

  it.each(['', '0', 'a', '1,', ',2', '1 2', '-1', '2.5', '1,0'])(
    'are refused when written « %s »',
    (text) => {
      expect(() => seedsOf(text)).toThrow('--seeds');
    },
  );
});
