import { describe, expect, it } from 'vitest';
import { priceEffect } from '../../packages/demo/src/world/demand.ts';
import { sum } from './bootstrap.ts';
import { evaluateWorlds } from './evaluate-worlds.ts';
import { LEVELS, type MarketItem } from './market.ts';
import { PLAIN_MODEL } from './plain-policy.ts';
import { runForesight, runPolicy } from './run.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import type { World } from './world-law.ts';
import { inWorld, largestIn, WORLDS } from './worlds.ts';

const worldOf = (key: string) => WORLDS.find((world) => world.key === key) as World;
const prototype = SCENARIOS[0] as Scenario;
const drawn = (world: World, size = 0.2) =>
  inWorld(
    prototype.build(3, size, (truth) => largestIn(world, truth, LEVELS)),
    world,
    3,
  );

describe('worlds of another law', () => {
  const { truth } = prototype.build(3, 0.1).items[0] as MarketItem;
  const effect = (key: string, path: number[], nearby = 0) => worldOf(key).effect({ truth, path, nearby });
  const lift = priceEffect(truth, 0.4, true);

  it('keep the lift of 40 % in an S, and give nothing under 20 % in a threshold', () => {
    expect(effect('s_shaped', [0.4])).toBeCloseTo(lift, 9);
    expect(effect('s_shaped', [0])).toBeCloseTo(1, 9);
    expect(effect('s_shaped', [0.1]) - 1).toBeLessThan(0.1 * (lift - 1));
    expect(effect('threshold', [0.15])).toBe(1);
    expect(effect('threshold', [0.2])).toBeCloseTo(lift, 9);
  });

  it('surge for a week at each new depth, and owe a part of it to the next', () => {
    const usual = priceEffect(truth, 0.3, true);
    expect(effect('surge', [0, 0.3]) / usual).toBeCloseTo(1.8, 9);
    expect(effect('surge', [0, 0.3, 0.3]) / usual).toBeCloseTo(1 + 0.4 - 0.24, 9);
    expect(effect('surge', [0.3, 0.3, 0.3, 0.5]) / priceEffect(truth, 0.5, true)).toBeGreaterThan(1.7);
    expect(effect('surge', [0.3, 0])).toBeLessThanOrEqual(1);
  });

  it('have those who wait come at the first deeper price, once', () => {
    expect(effect('waiting', [0.2])).toBeCloseTo(0.8 * priceEffect(truth, 0.2, true), 9);
    const then = 0.2 * priceEffect(truth, 0.2, true);
    expect(effect('waiting', [0.2, 0.4])).toBeCloseTo(0.8 * lift + then, 9);
    const late = effect('waiting', [0.2, 0.4, 0.5]) - 0.8 * priceEffect(truth, 0.5, true);
    expect(late).toBeCloseTo(0.2 * lift, 9);
  });

  it('take 0.3 % for each point of the nearest five, and leave in the history what their law would have', () => {
    expect(effect('cannibalisation', [0.3], 0.5) / priceEffect(truth, 0.3, true)).toBeCloseTo(0.85, 9);
    const usual = prototype.build(3, 0.5);
    const steep = inWorld(usual, worldOf('steeper'), 3);
    const marked = (units: Float32Array) =>
      sum(units.filter((_, cell) => (usual.panel.discount[cell] ?? 0) > 0));
    const calm = (units: Float32Array) => sum(units.filter((_, cell) => usual.panel.discount[cell] === 0));
    expect(calm(steep.panel.units)).toBe(calm(usual.panel.units));
    expect(marked(steep.panel.units)).toBeGreaterThan(1.3 * marked(usual.panel.units));
  });

  it('leave nobody ahead of full foresight', () => {
    for (const world of WORLDS) {
      const market = drawn(world);
      const best = sum(runForesight(market, 0).profit);
      expect(sum(runPolicy(market, PLAIN_MODEL, 0).profit)).toBeLessThan(best);
    }
  });

  it('are played the same for the same options, with the lead of ours over every other policy', () => {
    const options = { scenarios: ['prototype'], worlds: ['halved'], seeds: [2], size: 0.2, replicates: 50 };
    const once = evaluateWorlds(options);
    expect(evaluateWorlds(options)).toEqual(once);
    const [world] = once.worlds;
    expect(Object.keys(world?.shares ?? {})).toEqual([
      'flat_30',
      'ladder',
      'cover_rule',
      'plain',
      'open_loop',
      'rolling',
      'known_law',
    ]);
    expect(world?.ahead.rolling).toEqual({ value: 0, low: 0, high: 0 });
    expect(once.mean.shares.rolling?.value).toBeCloseTo(world?.shares.rolling?.value ?? 0, 9);
  });
});
