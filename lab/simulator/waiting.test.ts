import { type MarkdownProblem, optimise } from '@palier/engine';
import { describe, expect, it } from 'vitest';
import { randomGamma, randomPoisson, seededRandom } from '../../packages/engine/test/random.ts';
import { randomProblem } from '../../packages/engine/test/random-problem.ts';
import { waitingLevels } from './waiting.ts';

describe('discounts that leave room to react', () => {
  it('are never deeper than the plan, nor below the shields, the phase before or what a person fixed', () => {
    let shallower = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const problem = randomProblem(seededRandom(seed), 40, 6, 4, { shields: true });
      problem.fixed_level[3] = 2;
      const { plan } = optimise(problem);
      waitingLevels(problem, plan).forEach((level, item) => {
        const planned = plan[item * 4] ?? 0;
        expect(level).toBeLessThanOrEqual(planned);
        if (level === planned) return;
        shallower++;
        expect(level).toBeGreaterThanOrEqual(problem.min_level[item] ?? 0);
        expect(level).toBeGreaterThanOrEqual(problem.previous_level[item] ?? 0);
        expect(problem.fixed_level[item]).toBe(-1);
      });
    }
    expect(shallower).toBeGreaterThan(20);
  });

  it('are the plan when one phase is left', () => {
    const problem = randomProblem(seededRandom(4), 30, 6, 1);
    const { plan } = optimise(problem);
    expect(waitingLevels(problem, plan)).toEqual(plan);
  });

  it('earn more than the plan when each phase is decided again with what the last one sold', () => {
    const random = seededRandom(11);
    let planned = 0;
    let patient = 0;
    for (let trial = 0; trial < 3000; trial++) {
      const problem = randomProblem(random, 1, 6, 4);
      problem.dispersion.fill(2);
      const luck = { frailty: randomGamma(random, 2) / 2, seed: 1 + trial };
      planned += play(problem, luck, (p) => optimise(p).plan[0] ?? 0);
      patient += play(problem, luck, (p) => waitingLevels(p, optimise(p).plan)[0] ?? 0);
    }
    // 0.8 to 0.9 % over four other seeds.
    expect(patient).toBeGreaterThan(1.004 * planned);
  });
});

/** Plays four phases of one product whose frailty is hidden; the belief follows the gamma rule. */
function play(
  problem: MarkdownProblem,
  luck: { frailty: number; seed: number },
  decide: (problem: MarkdownProblem) => number,
): number {
  const random = seededRandom(luck.seed);
  const levels = problem.levels.length;
  let [stock, shape, rate, level, value] = [problem.stock[0] ?? 0, 2, 2, 0, 0];
  for (let phase = 0; phase < problem.phase_count && stock > 0; phase++) {
    const present: MarkdownProblem = {
      ...problem,
      phase_count: problem.phase_count - phase,
      phase_mean: problem.phase_mean.slice(phase * levels).map((mean) => (mean * shape) / rate),
      dispersion: Float64Array.of(shape),
      stock: Float64Array.of(stock),
      previous_level: Uint8Array.of(level),
    };
    level = Math.max(level, decide(present));
    const mean = problem.phase_mean[phase * levels + level] ?? 0;
    const units = Math.min(stock, randomPoisson(random, mean * luck.frailty));
    const net = (problem.base_price[0] ?? 0) * (1 - (problem.levels[level] ?? 0));
    value += units * (net - (problem.residual_value[0] ?? 1) * (problem.cost[0] ?? 0));
    stock -= units;
    shape += units;
    rate += mean;
  }
  return value;
}
