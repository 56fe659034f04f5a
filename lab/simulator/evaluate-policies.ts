import { Random } from '../../packages/demo/src/random/random.ts';
import type { RatioEstimate } from './bootstrap.ts';
import { bootstrapRatio, sum } from './bootstrap.ts';
import { ABLATIONS, ENGINE_POLICIES, ROLLING } from './engine-policies.ts';
import { KNOWN_LAW } from './known-law.ts';
import type { Policy } from './policy.ts';
import { RULE_POLICIES } from './rule-policies.ts';
import type { PolicyRun } from './run.ts';
import { runForesight, runPolicy } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { SCENARIOS } from './scenarios.ts';

export interface PolicyEvaluationOptions {
  /** Keys of the scenarios to play (default: all). */
  scenarios?: readonly string[];
  /** One market is drawn per seed (default 1 to 6). */
  seeds?: readonly number[];
  /** Size of each market against the default one (default 1: 240 or about 315 products marked down). */
  size?: number;
  /** Bootstrap replicates of the intervals (default 600). */
  replicates?: number;
  /** Also plays `rolling` with parts of its forecasts replaced by the truth (default true). */
  ablations?: boolean;
}

/** One policy's result; shares with 95 % bootstrap intervals over markets and products. */
export interface PolicyScore {
  policy: string;
  label: string;
  /** Profit over that of `known_law`, who knows each product's law of demand but not its draws. */
  share: RatioEstimate;
  /** Profit over that of full foresight, who knows every customer to come: no policy can reach it. */
  share_of_foresight: RatioEstimate;
  /** Share of `rolling` minus this one's, paired product by product. */
  behind_rolling: RatioEstimate;
  profit: number;
  /** Units sold over units in stock at the start. */
  sell_through: number;
  mean_discount: number;
}

export interface PolicySummary {
  profit: number;
  sell_through: number;
  mean_discount: number;
}

export interface ScenarioEvaluation {
  scenario: string;
  label: string;
  seeds: readonly number[];
  products: number;
  median_stock: number;
  residual_value: number;
  known_law: PolicySummary & { share_of_foresight: RatioEstimate };
  foresight: PolicySummary;
  policies: PolicyScore[];
  /** Policies that know a part of the truth: what the rest of the gap is made of. */
  ablations: PolicyScore[];
}

export interface PolicyEvaluation {
  scenarios: ScenarioEvaluation[];
}

/**
 * Scores markdown policies in markets whose truth no policy sees, as shares of the profit of two clairvoyants: one
 * knows the law of every product's demand, the other every customer to come. Deterministic for its options.
 */
export function evaluatePolicies(options: PolicyEvaluationOptions = {}): PolicyEvaluation {
  const wanted = options.scenarios;
  const scenarios = SCENARIOS.filter((scenario) => !wanted || wanted.includes(scenario.key));
  return { scenarios: scenarios.map((scenario) => evaluateScenario(scenario, options)) };
}

function evaluateScenario(scenario: Scenario, options: PolicyEvaluationOptions): ScenarioEvaluation {
  const { seeds = [1, 2, 3, 4, 5, 6], size = 1, replicates = 600, ablations = true } = options;
  const policies = [...RULE_POLICIES, ...ENGINE_POLICIES];
  const partly = ablations ? [...ABLATIONS, ...scenario.references] : [];
  const tally = new Tally(replicates);
  for (const seed of seeds) {
    const market = scenario.build(seed, size);
    tally.open(market.items.map((item) => item.shelf.total()));
    tally.add(FORESIGHT, runForesight(market, scenario.residual_value));
    for (const policy of [KNOWN_LAW, ...policies, ...partly])
      tally.add(policy.key, runPolicy(market, policy, scenario.residual_value));
  }
  const sorted = tally.stock.toSorted((a, b) => a - b);
  return {
    scenario: scenario.key,
    label: scenario.label,
    seeds,
    products: sorted.length,
    median_stock: sorted[Math.floor(sorted.length / 2)] ?? 0,
    residual_value: scenario.residual_value,
    known_law: {
      ...tally.summary(KNOWN_LAW.key),
      share_of_foresight: tally.ratio(tally.profit(KNOWN_LAW.key), FORESIGHT),
    },
    foresight: tally.summary(FORESIGHT),
    policies: policies.map((policy) => score(tally, policy)),
    ablations: partly.map((policy) => score(tally, policy)),
  };
}

const FORESIGHT = 'foresight';

function score(tally: Tally, policy: Policy): PolicyScore {
  const own = tally.profit(policy.key);
  const ahead = tally.profit(ROLLING).map((profit, index) => profit - (own[index] ?? 0));
  return {
    policy: policy.key,
    label: policy.label,
    share: tally.ratio(own, KNOWN_LAW.key),
    share_of_foresight: tally.ratio(own, FORESIGHT),
    behind_rolling: tally.ratio(ahead, KNOWN_LAW.key),
    ...tally.summary(policy.key),
  };
}

/** Results of every policy, product by product, over every market. */
class Tally {
  readonly stock: number[] = [];
  readonly #clusters: number[] = [];
  readonly #runs = new Map<string, PolicyRun[]>();
  readonly #replicates: number;

  constructor(replicates: number) {
    this.#replicates = replicates;
  }

  open(stock: readonly number[]): void {
    this.stock.push(...stock);
    this.#clusters.push(stock.length);
  }

  add(key: string, run: PolicyRun): void {
    this.#runs.set(key, [...(this.#runs.get(key) ?? []), run]);
  }

  profit(key: string): number[] {
    return (this.#runs.get(key) ?? []).flatMap((run) => [...run.profit]);
  }

  /** Σ amounts over the profit of a policy; every ratio is drawn alike, so that they compare. */
  ratio(amounts: readonly number[], key: string): RatioEstimate {
    const replicates = this.#replicates;
    const clusters = this.#clusters;
    return bootstrapRatio(new Random(1, 1), amounts, this.profit(key), { replicates, clusters });
  }

  summary(key: string): PolicySummary {
    const runs = this.#runs.get(key) ?? [];
    const total = (pick: (run: PolicyRun) => number): number => sum(runs.map(pick));
    return {
      profit: total((run) => sum(run.profit)),
      sell_through: total((run) => sum(run.units)) / sum(this.stock),
      mean_discount: total((run) => run.discount_amount) / total((run) => run.list_amount),
    };
  }
}
