import { Random } from '../random/random.ts';
import type { RatioEstimate } from './bootstrap.ts';
import { bootstrapRatio, sum } from './bootstrap.ts';
import { enginePolicies, INFORMED_POLICY } from './engine-policies.ts';
import { buildMarket } from './market.ts';
import type { Policy } from './policy.ts';
import { RULE_POLICIES } from './rule-policies.ts';
import type { PolicyRun } from './run.ts';
import { runClairvoyant, runPolicy } from './run.ts';

export interface PolicyEvaluationOptions {
  /** Products of each simulated retailer; about 45 % are marked down (default 700). */
  products?: number;
  /** One retailer is drawn per seed (default 1 to 6). */
  seeds?: readonly number[];
  /** ρ: what an unsold unit is still worth, as a share of its cost (default 0.2). */
  residual_value?: number;
  /** Bootstrap replicates of the intervals (default 1,000). */
  replicates?: number;
}

/** One policy's result; shares are of the clairvoyant's profit, with 95 % bootstrap intervals over products. */
export interface PolicyScore {
  policy: string;
  label: string;
  share: RatioEstimate;
  /** The same against `informed`, which knows the law of demand but not its draws: what a perfect model reaches. */
  share_of_informed: RatioEstimate;
  /** Share of the rolling policy minus this one's, paired product by product. */
  behind_rolling: RatioEstimate;
  profit: number;
  /** Units sold over units in stock at the start. */
  sell_through: number;
  mean_discount: number;
}

export interface PolicyEvaluation {
  products: number;
  median_stock: number;
  residual_value: number;
  clairvoyant: { profit: number; sell_through: number; mean_discount: number };
  policies: PolicyScore[];
}

/**
 * Scores markdown policies over a period of soldes, in retailers whose truth no policy sees, as shares of the profit
 * of a clairvoyant who knows every customer to come. Deterministic for its options.
 */
export function evaluatePolicies(options: PolicyEvaluationOptions = {}): PolicyEvaluation {
  const { products = 700, seeds = [1, 2, 3, 4, 5, 6], residual_value = 0.2, replicates = 1_000 } = options;
  const policies = [...RULE_POLICIES, ...enginePolicies(), INFORMED_POLICY];
  const tally = new Tally();
  for (const seed of seeds) {
    const market = buildMarket({ products, seed });
    tally.stock.push(...market.items.map((item) => item.shelf.total()));
    tally.add('clairvoyant', runClairvoyant(market, residual_value));
    for (const policy of policies) tally.add(policy.key, runPolicy(market, policy, residual_value));
  }
  const sorted = tally.stock.toSorted((a, b) => a - b);
  return {
    products: sorted.length,
    median_stock: sorted[Math.floor(sorted.length / 2)] ?? 0,
    residual_value,
    clairvoyant: tally.summary('clairvoyant'),
    policies: policies.map((policy) => score(tally, policy, replicates)),
  };
}

function score(tally: Tally, policy: Policy, replicates: number): PolicyScore {
  const best = tally.profit('clairvoyant');
  const own = tally.profit(policy.key);
  const ahead = tally.profit('rolling').map((profit, index) => profit - (own[index] ?? 0));
  return {
    policy: policy.key,
    label: policy.label,
    share: bootstrapRatio(new Random(1, 1), own, best, replicates),
    share_of_informed: bootstrapRatio(new Random(1, 1), own, tally.profit(INFORMED_POLICY.key), replicates),
    behind_rolling: bootstrapRatio(new Random(1, 1), ahead, best, replicates),
    ...tally.summary(policy.key),
  };
}

/** Results of every policy, product by product, over every retailer. */
class Tally {
  readonly stock: number[] = [];
  private readonly runs = new Map<string, PolicyRun[]>();

  add(key: string, run: PolicyRun): void {
    this.runs.set(key, [...(this.runs.get(key) ?? []), run]);
  }

  profit(key: string): number[] {
    return (this.runs.get(key) ?? []).flatMap((run) => [...run.profit]);
  }

  summary(key: string): { profit: number; sell_through: number; mean_discount: number } {
    const runs = this.runs.get(key) ?? [];
    const total = (pick: (run: PolicyRun) => number): number => sum(runs.map(pick));
    return {
      profit: total((run) => sum(run.profit)),
      sell_through: total((run) => sum(run.units)) / sum(this.stock),
      mean_discount: total((run) => run.discount_amount) / total((run) => run.list_amount),
    };
  }
}
