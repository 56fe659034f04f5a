import { describe, expect, it } from 'vitest';
import { gapSteps } from './gap-steps.ts';

const gap = { price: -10, volume: -30, mix: 5, stock_out: -15, total: -50 };

describe('the waterfall of the gap to the plan', () => {
  it('goes from the plan to what was earned, each part where the one before ends', () => {
    const { steps } = gapSteps(gap, 450);
    expect(steps.map(({ label }) => label)).toEqual(['Prévu', 'Prix', 'Volume', 'Mix', 'Ruptures', 'Réel']);
    const ends = steps.map(({ to }) => to);
    expect(ends).toEqual([500, 490, 460, 465, 450, 450]);
    for (const [index, { from }] of steps.entries())
      if (index > 0 && index < 5) expect(from).toBe(ends[index - 1]);
  });

  it('holds every bar, from zero, or from the end of the axis nearest to it when all are far', () => {
    for (const real of [450, -450, 20, 0]) {
      const { steps, bottom, top, base } = gapSteps(gap, real);
      for (const { to } of steps) {
        expect(to).toBeGreaterThanOrEqual(bottom);
        expect(to).toBeLessThanOrEqual(top);
      }
      expect(base === 0 || base === (real > 0 ? bottom : top)).toBe(true);
    }
    expect(gapSteps(gap, 450).base).toBeGreaterThan(0);
    expect(gapSteps(gap, 20).base).toBe(0);
  });
});
