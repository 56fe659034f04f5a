import { describe, expect, it } from 'vitest';
import { ablate, MODEL_PARTS } from './ablation.ts';
import { FAMILIES } from './families.ts';

describe('the ablation of the demand model', () => {
  const worths = ablate(FAMILIES.seasonal(1), 4);
  const worthOf = (part: string) => worths.find((each) => each.part === part)?.worth;

  it('says what each part brings, with its interval', () => {
    expect(worths.map(({ part }) => part)).toEqual(MODEL_PARTS.map(({ key }) => key));
    for (const { worth } of worths) {
      expect(worth?.low).toBeLessThanOrEqual(worth?.difference ?? 0);
      expect(worth?.high).toBeGreaterThanOrEqual(worth?.difference ?? 0);
    }
  });

  it('finds the season where there is one, and nothing in a part that the panel has no use for', () => {
    expect(worthOf('season')?.low).toBeGreaterThan(0.02);
    expect(worthOf('ageing')).toEqual({ difference: 0, low: 0, high: 0 });
  });
});
