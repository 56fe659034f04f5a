import { describe, expect, it } from 'vitest';
import { floorText, gapSentence, typedFloor } from './floor.ts';

describe('a floor of merit', () => {
  it('is prefilled so that the plan that it comes from keeps it, and read back as it is written', () => {
    for (const amount of [127_218.4, -31_300.2, 0, 999.99]) {
      const read = typedFloor(floorText(amount));
      expect(read).toBe(Math.floor(amount));
      expect(read).toBeLessThanOrEqual(amount);
    }
    expect(typedFloor('127 218,5 €')).toBe(127_218.5);
    expect(typedFloor('−12 000 £')).toBe(-12_000);
    expect(typedFloor('−12')).toBe(-12);
    expect(typedFloor('')).toBeNull();
    expect(typedFloor('beaucoup')).toBeNull();
  });
});

describe('how near a plan is to the best', () => {
  it('says that the best was reached as what it is', () => {
    expect(gapSentence(0)).toBe('Au mieux possible.');
    expect(gapSentence(0.00004)).toBe('Au mieux possible.');
    expect(gapSentence(0.0012)).toBe('À 0,12\u202f% au plus du mieux possible.');
  });
});
