import { Random } from '../../packages/demo/src/random/random.ts';
import { bootstrapRatio, type RatioEstimate, sum } from './bootstrap.ts';
import { ENGINE_POLICIES, ROLLING } from './engine-policies.ts';
import { KNOWN_LAW } from './known-law.ts';
import { LEVELS } from './market.ts';
import { PLAIN_MODEL } from './plain-policy.ts';
import type { Policy } from './policy.ts';
import { RULE_POLICIES } from './rule-policies.ts';
import { runForesight, runPolicy } from './run.ts';
import { SCENARIOS } from './scenarios.ts';
import { inWorld, largestIn, WORLDS } from './worlds.ts';

export interface WorldOptions {
  /** Keys of the markets and of the worlds to play (default: all). */
  scenarios?: readonly string[];
  worlds?: readonly string[];
  /** Default 1 to 6. */
  seeds?: readonly number[];
  /** Size of each market against its usual one (default 0.6). */
  size?: number;
  replicates?: number;
  /** Called when a world of a market has been played. */
  onPlayed?: (world: WorldEvaluation) => void;
}

/** Shares of full foresight in one world of one market; 95 % bootstrap intervals over markets and products. */
export interface WorldEvaluation {
  scenario: string;
  world: string;
  label: string;
  products: number;
  shares: Record<string, RatioEstimate>;
  /** Share of ours less that of each other policy, paired product by product. */
  ahead: Record<string, RatioEstimate>;
}

export interface WorldsEvaluation {
  worlds: WorldEvaluation[];
  /** All of them together, each market counting the same. */
  mean: Pick<WorldEvaluation, 'shares' | 'ahead'>;
}

const FROZEN = 'open_loop';
const POLICIES: readonly Policy[] = [
  ...RULE_POLICIES.filter(({ key }) => key !== 'none'),
  PLAIN_MODEL,
  ...ENGINE_POLICIES.filter(({ key }) => key === FROZEN || key === ROLLING),
];

/** Plays the policies where demand does not follow the engine's own form. Deterministic for its options. */
export function evaluateWorlds(options: WorldOptions = {}): WorldsEvaluation {
  const all = new Shares();
  const worlds: WorldEvaluation[] = [];
  for (const scenario of SCENARIOS.filter(({ key }) => options.scenarios?.includes(key) ?? true))
    for (const world of WORLDS.filter(({ key }) => options.worlds?.includes(key) ?? true)) {
      const own = new Shares();
      const policies = world.exact ? [...POLICIES, KNOWN_LAW] : POLICIES;
      for (const seed of options.seeds ?? [1, 2, 3, 4, 5, 6]) {
        const drawn = scenario.build(seed, options.size ?? 0.6, (truth) => largestIn(world, truth, LEVELS));
        const market = inWorld(drawn, world, seed);
        const profits = new Map([[FORESIGHT, runForesight(market, scenario.residual_value).profit]]);
        for (const policy of policies)
          profits.set(policy.key, runPolicy(market, policy, scenario.residual_value).profit);
        for (const shares of [own, all]) shares.add(profits);
      }
      const played = {
        scenario: scenario.key,
        world: world.key,
        label: world.label,
        products: own.count,
        ...own.report(policies, options.replicates),
      };
      options.onPlayed?.(played);
      worlds.push(played);
    }
  return { worlds, mean: all.report(POLICIES, options.replicates) };
}

const FORESIGHT = 'foresight';

/** Profits of every policy as shares of full foresight's of the whole market, product by product. */
class Shares {
  readonly #profits = new Map<string, number[]>();
  readonly #clusters: number[] = [];

  get count(): number {
    return sum(this.#clusters);
  }

  add(profits: ReadonlyMap<string, Float64Array>): void {
    const whole = sum(profits.get(FORESIGHT) ?? []);
    this.#clusters.push(profits.get(FORESIGHT)?.length ?? 0);
    for (const [key, profit] of profits) {
      const known = this.#profits.get(key) ?? [];
      for (const value of profit) known.push(value / whole);
      this.#profits.set(key, known);
    }
  }

  report(policies: readonly Policy[], replicates = 600): Pick<WorldEvaluation, 'shares' | 'ahead'> {
    const of = (key: string) => this.#profits.get(key) ?? [];
    const ratio = (amounts: readonly number[]) =>
      bootstrapRatio(new Random(1, 1), amounts, of(FORESIGHT), { replicates, clusters: this.#clusters });
    const ours = of(ROLLING);
    const by = (read: (key: string) => readonly number[]) =>
      Object.fromEntries(policies.map(({ key }) => [key, ratio(read(key))]));
    return { shares: by(of), ahead: by((key) => ours.map((profit, n) => profit - (of(key)[n] ?? 0))) };
  }
}
