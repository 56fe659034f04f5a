import type { MarkdownProblem } from '@palier/engine';
import { GOAL_CODE, optimise } from '@palier/engine';
import { Random } from '../../packages/demo/src/random/random.ts';
import type { RatioEstimate } from './bootstrap.ts';
import { bootstrapRatio, sum } from './bootstrap.ts';
import { waitingLevels } from './waiting.ts';

/** A week of the markdown teaching game: one item, 2,000 units, a price that may only go down. */
export interface GameWeek {
  item: number;
  week: number;
  price: number;
  sales: number;
  /** Units left after the week. */
  remaining: number;
}

/** The rules of the game. */
export interface GameRules {
  stock: number;
  /** Prices from the full one down. */
  prices: readonly number[];
  /** What each price multiplies demand by, in the world where policies are played. */
  lifts: readonly number[];
}

/** Revenue of one item under each strategy, and under perfect foresight. */
export interface GameItemResult {
  item: number;
  foresight: number;
  revenue: Record<GameStrategy, number>;
  /** Multipliers that the policy estimated from the other items. */
  estimated_lifts: number[];
}

export const GAME_STRATEGIES = ['palier', 'played', 'full_price', 'ladder', 'cover_rule'] as const;
export type GameStrategy = (typeof GAME_STRATEGIES)[number];

export interface GameReplay {
  items: GameItemResult[];
  /** 1 − Σ revenue / Σ revenue under perfect foresight, with a 95 % bootstrap interval over items. */
  gaps: Record<GameStrategy, RatioEstimate>;
}

/** The published rules: 2,000 units, 60 → 54 → 48 → 36, and the lifts of the world where policies are played. */
export const GAME_RULES: GameRules = { stock: 2_000, prices: [60, 54, 48, 36], lifts: [1, 1.31, 1.73, 2.8] };

const REPLICATES = 2_000;

/** Reads the published history: item, week, price, sales, remaining inventory. */
export function readGame(csv: string): GameWeek[] {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line) => {
    const [item = 0, week = 0, price = 0, sales = 0, remaining = 0] = line.split(',').map(Number);
    return { item, week, price, sales, remaining };
  });
}

/** What the history of the other items teaches. */
interface Lesson {
  lifts: number[];
  /** Mean and variance across items of the weekly level at full price. */
  level: number;
  level_variance: number;
  /** Variance over mean of weekly sales around their level. */
  noise: number;
}

/**
 * Replays the game. Each item's demand at full price is its history divided by the true lifts; the policy sees only
 * the other items' histories and its own past weeks, re-plans every week with the engine, and is compared with
 * the best path of prices for the very demand that comes.
 */
export function replayGame(history: readonly GameWeek[], rules: GameRules = GAME_RULES): GameReplay {
  const byItem = new Map<number, GameWeek[]>();
  for (const row of history) byItem.set(row.item, [...(byItem.get(row.item) ?? []), row]);
  const items = [...byItem].map(([item, weeks]): GameItemResult => {
    const base = baseDemand(weeks, rules);
    const lesson = learn(
      [...byItem].filter(([other]) => other !== item).map(([, rows]) => rows),
      rules,
    );
    const earn = (path: readonly number[]): number => revenue(base, path, rules);
    return {
      item,
      foresight: bestRevenue(base, rules),
      revenue: {
        palier: earn(rollingPath(base, lesson, rules)),
        played: sum(weeks.map((week) => week.price * week.sales)),
        full_price: earn(base.map(() => 0)),
        ladder: earn(base.map((_, week) => Math.floor((week * rules.prices.length) / base.length))),
        cover_rule: earn(coverPath(base, rules)),
      },
      estimated_lifts: lesson.lifts,
    };
  });
  return { items, gaps: gapsOf(items) };
}

function gapsOf(items: readonly GameItemResult[]): GameReplay['gaps'] {
  const foresight = items.map((one) => one.foresight);
  const gapOf = (strategy: GameStrategy): RatioEstimate => {
    const missed = items.map((one) => one.foresight - one.revenue[strategy]);
    return bootstrapRatio(new Random(1, 1), missed, foresight, { replicates: REPLICATES });
  };
  return Object.fromEntries(GAME_STRATEGIES.map((key) => [key, gapOf(key)])) as GameReplay['gaps'];
}

/** One price lower whenever the stock would outlast the weeks left by half at the rate of the last week. */
function coverPath(base: readonly number[], rules: GameRules): number[] {
  let stock = rules.stock;
  let level = 0;
  let last = 0;
  return base.map((demand, week) => {
    const long = stock > 1.5 * last * (base.length - week);
    if (week > 0 && long) level = Math.min(rules.prices.length - 1, level + 1);
    last = Math.min(stock, demand * (rules.lifts[level] ?? 1));
    stock -= last;
    return level;
  });
}

/** Demand of each week at full price; weeks after the stock ran out get the mean of the others. */
function baseDemand(weeks: readonly GameWeek[], rules: GameRules): number[] {
  const seen = weeks.filter((week) => week.remaining > 0);
  const level = (week: GameWeek): number => week.sales / (rules.lifts[rules.prices.indexOf(week.price)] ?? 1);
  const mean = sum(seen.map(level)) / seen.length;
  return weeks.map((week) => (week.remaining > 0 ? level(week) : Math.max(mean, level(week))));
}

/** Lifts as ratios of mean sales after and before each item's price change, never falling with the depth. */
function learn(others: readonly (readonly GameWeek[])[], rules: GameRules): Lesson {
  const full = rules.prices[0] ?? 0;
  const means = (rows: readonly GameWeek[]): number =>
    sum(rows.map((row) => row.sales)) / Math.max(1, rows.length);
  const lifts = rules.prices.map((price, index) => {
    if (index === 0) return 1;
    const cut = others.filter((rows) => rows.some((row) => row.price === price));
    const after = cut.map((rows) => means(rows.filter((row) => row.price === price && row.remaining > 0)));
    const before = cut.map((rows) => means(rows.filter((row) => row.price === full)));
    return cut.length > 0 ? sum(after) / sum(before) : Number.NaN;
  });
  lifts.forEach((lift, index) => {
    lifts[index] = Math.max(lifts[index - 1] ?? 1, Number.isFinite(lift) ? lift : 1);
  });
  const levels = others.map((rows) => means(rows.filter((row) => row.price === full)));
  const level = sum(levels) / levels.length;
  const squares = others.flatMap((rows, index) =>
    rows
      .filter((row) => row.price === full)
      .map((row) => (row.sales - (levels[index] ?? 0)) ** 2 / (levels[index] ?? 1)),
  );
  const noise = sum(squares) / Math.max(1, squares.length - others.length);
  const spread = sum(levels.map((one) => (one - level) ** 2)) / Math.max(1, levels.length - 1);
  const weeksAtFull =
    sum(others.map((rows) => rows.filter((row) => row.price === full).length)) / others.length;
  // What the weeks' noise adds to the spread of means is not a difference between items.
  const level_variance = Math.max((0.1 * level) ** 2, spread - (noise * level) / weeksAtFull);
  return { lifts, level, level_variance, noise };
}

/** Re-plans before every week but the first, which the game plays at full price. */
function rollingPath(base: readonly number[], lesson: Lesson, rules: GameRules): number[] {
  // Γ(shape, rate) belief on the weekly level; a noisy week counts for less than a Poisson one.
  let shape = lesson.level ** 2 / lesson.level_variance;
  let rate = lesson.level / lesson.level_variance;
  let stock = rules.stock;
  const path: number[] = [];
  for (let week = 0; week < base.length; week++) {
    const previous = path.at(-1) ?? 0;
    const level =
      week === 0 ? 0 : plan(rules, lesson, { shape, rate, stock, previous, weeks: base.length - week });
    const demand = (base[week] ?? 0) * (rules.lifts[level] ?? 1);
    const sold = Math.min(stock, demand);
    const share = demand > stock ? stock / demand : 1;
    shape += sold / lesson.noise;
    rate += ((lesson.lifts[level] ?? 1) * share) / lesson.noise;
    stock -= sold;
    path.push(level);
  }
  return path;
}

interface Belief {
  shape: number;
  rate: number;
  stock: number;
  previous: number;
  weeks: number;
}

function plan(rules: GameRules, lesson: Lesson, belief: Belief): number {
  const { prices } = rules;
  const full = prices[0] ?? 1;
  const mean = belief.shape / belief.rate;
  const problem: MarkdownProblem = {
    item_count: 1,
    phase_count: belief.weeks,
    levels: Float64Array.from(prices, (price) => 1 - price / full),
    phase_mean: Float32Array.from(
      { length: belief.weeks * prices.length },
      (_, i) => mean * (lesson.lifts[i % prices.length] ?? 1),
    ),
    dispersion: Float64Array.of(belief.shape),
    stock: Float64Array.of(Math.round(belief.stock)),
    price: Float64Array.of(full),
    base_price: Float64Array.of(full),
    cost: Float64Array.of(0),
    residual_value: Float64Array.of(0),
    goal: Uint8Array.of(GOAL_CODE.profit),
    min_level: Uint8Array.of(0),
    max_level: Uint8Array.of(prices.length - 1),
    previous_level: Uint8Array.of(belief.previous),
    fixed_level: Int16Array.of(-1),
    group: null,
    season_sold: null,
    never_below_cost: null,
    constraints: [],
  };
  return waitingLevels(problem, optimise(problem).plan)[0] ?? belief.previous;
}

function revenue(base: readonly number[], path: readonly number[], rules: GameRules): number {
  let stock = rules.stock;
  let total = 0;
  base.forEach((demand, week) => {
    const level = path[week] ?? 0;
    const sold = Math.min(stock, demand * (rules.lifts[level] ?? 1));
    total += sold * (rules.prices[level] ?? 0);
    stock -= sold;
  });
  return total;
}

/** The best path for a demand that is known: every non-increasing path of prices, full price in the first week. */
function bestRevenue(base: readonly number[], rules: GameRules): number {
  const best = (week: number, level: number, stock: number): number => {
    if (week === base.length || stock <= 0) return 0;
    let value = 0;
    for (let next = level; next < (week === 0 ? 1 : rules.prices.length); next++) {
      const sold = Math.min(stock, (base[week] ?? 0) * (rules.lifts[next] ?? 1));
      value = Math.max(value, sold * (rules.prices[next] ?? 0) + best(week + 1, next, stock - sold));
    }
    return value;
  };
  return best(0, 0, rules.stock);
}
