import { bestLevels, overPresent, type SimulationProblem } from '@palier/engine';
import { afterAll, describe, expect, it } from 'vitest';
import { keepBest } from './best.ts';
import { openEngineThreads } from './threads.ts';

/** Products whose demand doubles at the second level, at prices and stocks of their own. */
function lines(count: number): SimulationProblem {
  return {
    item_count: count,
    levels: Float64Array.of(0, 0.2, 0.5),
    phase_qty: Float32Array.from({ length: 3 * count }, (_, at) => (1 + (at % 7)) * (1 + (at % 3))),
    rest_qty: Float32Array.from({ length: 9 * count }, (_, at) => (1 + (at % 5)) * (1 + (at % 3))),
    stock: new Float64Array(count).fill(50),
    price: Float64Array.from({ length: count }, (_, item) => 10 + (item % 11)),
    base_price: Float64Array.from({ length: count }, (_, item) => (10 + (item % 11)) / 1.2),
    cost: Float64Array.from({ length: count }, (_, item) => 2 + (item % 5)),
    residual_value: new Float64Array(count).fill(0.5),
    season_sold: null,
    min_level: new Uint8Array(count),
    max_level: new Uint8Array(count).fill(2),
    fixed_level: new Int16Array(count).fill(-1),
  };
}

describe('the best plans', () => {
  const threads = openEngineThreads();
  afterAll(() => threads.close());

  it('are the same whether few lines are searched here, or many in a thread', async () => {
    for (const count of [30, 3000]) {
      const problem = lines(count);
      const free = Uint8Array.from({ length: count }, (_, item) => (item % 4 === 0 ? 0 : 1));
      const present = { worked: new Uint8Array(count).fill(1), later: new Uint8Array(count).fill(2) };
      const best = await threads.best({ problem, free }, present);
      expect(best).toEqual(overPresent(bestLevels(problem, free), present));
      expect(best.every(({ worked, later }) => worked[0] === 1 && later[0] === 2)).toBe(true);
    }
  });

  it('are sought again when a shield, a price or the free lines changed, not when a discount did', async () => {
    let sought = 0;
    const best = keepBest(async ({ problem, free }) => {
      sought++;
      return bestLevels(problem, free);
    });
    const problem = lines(1000);
    const free = new Uint8Array(1000).fill(1);
    free[7] = 0;
    const standing = (level: number) => ({
      worked: new Uint8Array(1000).fill(level),
      later: new Uint8Array(1000).fill(level),
    });
    await best({ problem, free }, standing(0));
    const fixed = { ...problem, fixed_level: new Int16Array(1000).fill(2) };
    const later = { ...fixed, later_level: new Uint8Array(1000).fill(2) };
    const [units] = await best({ problem: later, free }, standing(2));
    expect([sought, units?.worked[7]]).toEqual([1, 2]);
    const changes: [Partial<SimulationProblem>, number, number][] = [
      [{ max_level: problem.max_level.map((level, item) => (item === 3 ? 1 : level)) }, 3, 1],
      [{ price: problem.price.map((price, item) => (item === 3 ? price + 1 : price)) }, 3, 1],
      [{}, 3, 0],
    ];
    for (const [change, item, may] of changes) {
      const before = sought;
      await best(
        { problem: { ...problem, ...change }, free: free.map((own, at) => (at === item ? may : own)) },
        standing(0),
      );
      expect(sought).toBe(before + 1);
    }
  });
});
