import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../packages/demo/src/random/random.ts';
import { bootstrapRatio, sum } from './bootstrap.ts';
import { ENGINE_POLICIES } from './engine-policies.ts';
import type { PolicyScore, ScenarioEvaluation } from './evaluate-policies.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { KNOWN_LAW } from './known-law.ts';
import type { Market } from './market.ts';
import { LEVELS, playPhase } from './market.ts';
import { observedPanel } from './observed-panel.ts';
import type { PhaseResult, Policy } from './policy.ts';
import { RULE_POLICIES } from './rule-policies.ts';
import { runForesight, runPolicy } from './run.ts';
import { SCENARIOS } from './scenarios.ts';

const POLICIES = [KNOWN_LAW, ...RULE_POLICIES, ...ENGINE_POLICIES];

describe.each(SCENARIOS)('a market of the scenario $key', (scenario) => {
  const market = scenario.build(5, 0.12);

  it('is the same for the same seed, and another for another', () => {
    const stocks = (seed: number): number[] =>
      scenario.build(seed, 0.12).items.map((item) => item.shelf.total());
    expect(stocks(5)).toEqual(market.items.map((item) => item.shelf.total()));
    expect(stocks(6)).not.toEqual(stocks(5));
  });

  it('sells more at a deeper markdown, and never what is not there', () => {
    for (const item of market.items) {
      let last = 0;
      for (const discount of LEVELS) {
        const shelf = item.shelf.copy();
        const units = playPhase(market, item, shelf, 0, discount);
        // Entering soldes may put customers off a product; a deeper price never does.
        if (discount > 0) expect(units).toBeGreaterThanOrEqual(last);
        expect(shelf.total()).toBe(item.shelf.total() - units);
        last = discount > 0 ? units : 0;
      }
    }
  });

  it('lets no policy raise a price, sell more than its customers or its stock, or beat full foresight', () => {
    const best = runForesight(market, scenario.residual_value);
    for (const policy of POLICIES) {
      const run = runPolicy(market, policy, scenario.residual_value);
      expect(run.phases).toHaveLength(4);
      run.phases.forEach((result, phase) => {
        result.discount.forEach((discount, index) => {
          expect(discount).toBeGreaterThanOrEqual(run.phases[phase - 1]?.discount[index] ?? 0);
          expect(result.units[index]).toBeLessThanOrEqual(demandOf(market, index, phase));
        });
      });
      market.items.forEach((item, index) => {
        expect(run.units[index]).toBeLessThanOrEqual(item.shelf.total());
        expect(run.profit[index]).toBeLessThanOrEqual((best.profit[index] ?? 0) + 1e-9);
      });
    }
  });

  it('shows a retailer the weeks that have passed, unit by unit, and nothing more', () => {
    const ladder = RULE_POLICIES.find((policy) => policy.key === 'ladder') as Policy;
    const { phases } = runPolicy(market, ladder, scenario.residual_value);
    const past = phases.slice(0, 3);
    const panel = observedPanel(market, { ...(phases[3] as PhaseResult), phase: 3, past });
    const added = panel.week_count - market.panel.week_count;
    expect(added).toBe(3);
    market.items.forEach((item, index) => {
      const row = panel.units.subarray(item.row * panel.week_count, (item.row + 1) * panel.week_count);
      const before = market.panel.units.subarray(
        item.row * market.panel.week_count,
        (item.row + 1) * market.panel.week_count,
      );
      expect([...row.subarray(0, market.panel.week_count)]).toEqual([...before]);
      const sold = sum(past.map((result) => result.units[index] ?? 0));
      const tail = sum(market.tail.units.subarray(index * market.tail.days, (index + 1) * market.tail.days));
      expect(sum(row.subarray(market.panel.week_count))).toBeLessThanOrEqual(sold + tail);
    });
  });
});

describe('policies in simulated markets', () => {
  const options = { seeds: [1, 2], size: 0.4, replicates: 200, ablations: false };
  let scenarios: ScenarioEvaluation[] = [];
  beforeAll(() => {
    scenarios = evaluatePolicies(options).scenarios;
  }, 400_000);

  it('are scored the same for the same options', () => {
    const small = { seeds: [9], size: 0.1, replicates: 50, scenarios: ['prototype'], ablations: false };
    expect(evaluatePolicies(small)).toEqual(evaluatePolicies(small));
  });

  it('rank ours above no markdown, a flat discount and a ladder, beyond the luck of the draw', () => {
    expect(scenarios).toHaveLength(3);
    for (const scenario of scenarios)
      for (const key of ['none', 'flat_30', 'ladder'])
        expect(scoreOf(scenario, key).behind_rolling.low).toBeGreaterThan(0.01);
  });

  it('lose nothing clear by waiting when the next discounts will be decided again', () => {
    // The whole interval: a wide one proves nothing.
    for (const scenario of scenarios)
      expect(scoreOf(scenario, 'patient').behind_rolling.high).toBeLessThan(0.03);
  });

  it('rank a plan that is decided again above the same plan frozen, and a frozen one above min(D, I)', () => {
    for (const scenario of scenarios) {
      // In markets of few products and little surplus, deciding again is worth a few tenths of a per cent: the size and
      // seeds of this test place the lower end within half a point of nothing. docs/engine.md has the full runs.
      const { value, low } = scoreOf(scenario, 'open_loop').behind_rolling;
      expect(value).toBeGreaterThan(0);
      expect(low).toBeGreaterThan(-0.005);
      const frozen = scoreOf(scenario, 'open_loop').share.value;
      expect(frozen).toBeGreaterThan(scoreOf(scenario, 'open_loop_fluid').share.value);
    }
  });

  it('bring ours within 7 % of who knows the law of every product, and above the rule of cover', () => {
    for (const scenario of scenarios) {
      const { share } = scoreOf(scenario, 'rolling');
      expect(share.value).toBeGreaterThan(0.93);
      expect(share.low).toBeLessThanOrEqual(share.value);
      expect(share.high).toBeGreaterThanOrEqual(share.value);
      expect(scoreOf(scenario, 'cover_rule').behind_rolling.value).toBeGreaterThan(0);
      expect(scenario.known_law.share_of_foresight.value).toBeLessThan(1);
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
      const found = bootstrapRatio(random, top, bottom, { replicates: 300, coverage: 0.9 });
      expect(found.value).toBeCloseTo(sum(top) / sum(bottom), 10);
      if (found.low <= 0.6 && found.high >= 0.6) covered++;
    }
    expect(covered / trials).toBeGreaterThan(0.82);
    expect(covered / trials).toBeLessThan(0.97);
  });

  it('is wider when whole markets differ', () => {
    const bottom = new Float64Array(200).fill(1);
    const top = Float64Array.from({ length: 200 }, (_, item) => (item < 100 ? 0.4 : 0.8));
    const width = (clusters: number[]): number => {
      const { low, high } = bootstrapRatio(new Random(3), top, bottom, { replicates: 400, clusters });
      return high - low;
    };
    expect(width([100, 100])).toBeGreaterThan(2 * width([200]));
  });
});

function scoreOf(scenario: ScenarioEvaluation, key: string): PolicyScore {
  const found = scenario.policies.find((one) => one.policy === key);
  if (!found) throw new Error(`no policy ${key}`);
  return found;
}

/** Every customer who could come in a phase, at the deepest discount. */
function demandOf(market: Market, index: number, phase: number): number {
  const { customers } = market.items[index] as Market['items'][number];
  const first = market.phase_days[0] ?? 0;
  let count = 0;
  for (
    let day = (market.phase_days[phase] ?? 0) - first;
    day < (market.phase_days[phase + 1] ?? 0) - first;
    day++
  )
    count += (customers.inShops[day]?.time.length ?? 0) + (customers.onWeb[day]?.time.length ?? 0);
  return count;
}
