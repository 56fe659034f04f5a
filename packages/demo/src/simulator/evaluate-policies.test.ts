import { describe, expect, it } from 'vitest';
import { Random } from '../random/random.ts';
import { bootstrapRatio, sum } from './bootstrap.ts';
import { enginePolicies, INFORMED_POLICY } from './engine-policies.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { buildMarket } from './market.ts';
import { RULE_POLICIES } from './rule-policies.ts';
import { runClairvoyant, runPolicy } from './run.ts';

const OPTIONS = { products: 300, seeds: [1, 2], replicates: 300 };

describe('policies in simulated soldes', () => {
  it('never earn more than the clairvoyant, product by product, nor sell more than the stock', () => {
    const market = buildMarket({ products: 120, seed: 5 });
    const best = runClairvoyant(market, 0.2);
    expect(market.items.length).toBeGreaterThan(30);
    for (const policy of [...RULE_POLICIES, ...enginePolicies(), INFORMED_POLICY]) {
      const run = runPolicy(market, policy, 0.2);
      market.items.forEach((item, index) => {
        expect(run.profit[index]).toBeLessThanOrEqual((best.profit[index] ?? 0) + 1e-9);
        expect(run.units[index]).toBeLessThanOrEqual(item.shelf.total());
      });
    }
  });

  it('meet the same customers every time: the same options give the same scores', () => {
    const small = { products: 120, seeds: [9], replicates: 50 };
    expect(evaluatePolicies(small)).toEqual(evaluatePolicies(small));
  });

  it('rank ours above a flat discount, a ladder and the rule of cover', () => {
    const evaluation = evaluatePolicies(OPTIONS);
    const shares = Object.fromEntries(evaluation.policies.map((one) => [one.policy, one.share.value]));
    expect(shares.rolling).toBeGreaterThan(shares.flat_30 ?? 1);
    expect(shares.rolling).toBeGreaterThan(shares.ladder ?? 1);
    expect(shares.rolling).toBeGreaterThan(shares.cover_rule ?? 1);
    expect(shares.rolling).toBeGreaterThan(shares.open_loop ?? 1);
    expect(shares.open_loop).toBeGreaterThan(shares.open_loop_fluid ?? 1);
    expect(shares.informed).toBeLessThan(1);
    for (const { share } of evaluation.policies) {
      expect(share.low).toBeLessThanOrEqual(share.value);
      expect(share.high).toBeGreaterThanOrEqual(share.value);
    }
  });
});

describe('the bootstrap of a ratio', () => {
  it('holds the true ratio as often as it says', () => {
    const random = new Random(21);
    let covered = 0;
    const trials = 200;
    for (let trial = 0; trial < trials; trial++) {
      const bottom = Array.from({ length: 120 }, () => random.gamma(3));
      const top = bottom.map((value) => value * (0.6 + 0.2 * random.normal()));
      const { value, low, high } = bootstrapRatio(random, top, bottom, 300, 0.9);
      expect(value).toBeCloseTo(sum(top) / sum(bottom), 10);
      if (low <= 0.6 && high >= 0.6) covered++;
    }
    expect(covered / trials).toBeGreaterThan(0.82);
    expect(covered / trials).toBeLessThan(0.97);
  });
});
