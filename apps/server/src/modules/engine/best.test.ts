import { bestFigures, type SimulationProblem } from '@palier/engine';
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

describe('the best figures', () => {
  const threads = openEngineThreads();
  afterAll(() => threads.close());

  it('are the same whether few lines are searched here, or many in a thread', async () => {
    for (const count of [30, 3000]) {
      const problem = lines(count);
      const free = Uint8Array.from({ length: count }, (_, item) => (item % 4 === 0 ? 0 : 1));
      expect(await threads.best({ problem, free })).toEqual(bestFigures(problem, free));
    }
  });

  it('are sought again when a shield, a price or the free lines changed, not when a discount did', async () => {
    let sought = 0;
    const best = keepBest(async ({ problem, free }) => {
      sought++;
      return bestFigures(problem, free);
    });
    const problem = lines(1000);
    const free = new Uint8Array(1000).fill(1);
    const first = await best({ problem, free });
    const fixed = { ...problem, fixed_level: new Int16Array(1000).fill(2) };
    expect(await best({ problem: { ...fixed, later_level: new Uint8Array(1000).fill(2) }, free })).toBe(
      first,
    );
    expect(sought).toBe(1);
    const changes: [Partial<SimulationProblem>, number, number][] = [
      [{ max_level: problem.max_level.map((level, item) => (item === 3 ? 1 : level)) }, 3, 1],
      [{ price: problem.price.map((price, item) => (item === 3 ? price + 1 : price)) }, 3, 1],
      [{}, 3, 0],
    ];
    for (const [change, item, may] of changes) {
      const before = sought;
      const changed = free.map((own, at) => (at === item ? may : own));
      await best({ problem: { ...problem, ...change }, free: changed });
      expect(sought).toBe(before + 1);
    }
  });
});
