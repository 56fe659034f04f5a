import { featureShares, fillBins, scoreOfBins } from '../numeric/boosted-trees.ts';
import { retailWeek } from './calendar.ts';
import { priceFeature } from './design.ts';
import { type Offers, othersIn, pastDepth, plannedOffers, stillSold, UNKNOWN } from './offers.ts';
import { boundScore } from './past-rows.ts';
import type { LearnedResidual } from './residual.ts';
import {
  CORRECTION_REASONS,
  FEATURE_COUNT,
  fillPriced,
  fillSituation,
  MEMORY,
  PRICED,
  REASON_OF,
  RECENT,
  writeRecent,
} from './situation.ts';
import type {
  CurveRequest,
  DemandModel,
  Forest,
  Forests,
  MiddleForest,
  ResidualModel,
  WeeklyPanel,
} from './types.ts';

/** Weeks ahead that the trees have learnt; beyond, the correction loses 15 % a week, and is left out below a fiftieth. */
const LEARNT_AHEAD = 4;
const KEPT = 0.85;
const LEAST_WEIGHT = 0.02;

/** Weeks of a phase that are corrected each for itself; the others are as the last of them. */
export const CORRECTED_WEEKS = 2;

/** What the correction of a model needs of the history that it was fitted on. */
export function residualModel(
  { informed, blind, middle }: Pick<LearnedResidual, 'informed' | 'blind' | 'middle'>,
  middle_weights: readonly number[],
  panel: WeeklyPanel,
  multiplier: Float32Array,
  offers: Offers,
): ResidualModel | null {
  const forests = {
    informed: informed && bare(informed),
    blind: blind && bare(blind),
    middle: middleForest(middle, middle_weights),
  };
  if (!(forests.informed || forests.blind || forests.middle)) return null;
  const known = panel.week_count - 1;
  const recent = new Float32Array(panel.item_count * RECENT);
  for (let item = 0; item < panel.item_count; item++)
    writeRecent(panel, multiplier, item, known, recent.subarray(item * RECENT, (item + 1) * RECENT));
  return {
    ...forests,
    recent,
    usual: stillSold(panel, offers),
    past_depth: Float64Array.from({ length: panel.category_count }, (_, c) => pastDepth(offers, c, known)),
  };
}

/** The trees that aim at the median, where they are believed. */
function middleForest({ grow }: LearnedResidual['middle'], weights: readonly number[]): MiddleForest | null {
  if (!weights.some((weight) => weight > LEAST_WEIGHT)) return null;
  const [first, beside] = grow();
  if (first === undefined) return null;
  const [weight = 0, beside_weight = 0] = weights;
  return beside ? { ...first, weight, beside: beside.trees, beside_weight } : { ...first, weight };
}

function bare({ trees, weight }: Forest): Forest {
  return { trees, weight };
}

/** The correction of the items of a request: `aim` at a week of an item, then ask discounts. */
export class Corrector {
  readonly #model: DemandModel;
  readonly #residual: ResidualModel;
  readonly #forests: Forests;
  readonly #request: CurveRequest;
  readonly #planned: Offers | null;
  readonly #row = new Float32Array(FEATURE_COUNT);
  readonly #bins = new Uint8Array(FEATURE_COUNT);
  readonly #past = new Float64Array(MEMORY);
  /** Weeks before the aimed one at the discount asked; the item aimed at; the trees that know of it, and their weight. */
  #asked = 0;
  #item = 0;
  #forest: Forest | null = null;
  #weight = 0;

  constructor(
    model: DemandModel,
    residual: ResidualModel,
    request: CurveRequest,
    forests: Forests = residual,
  ) {
    this.#model = model;
    this.#forests = forests;
    this.#residual = residual;
    this.#request = request;
    this.#planned = request.planned ? plannedOffers(model, residual.usual, request.planned) : null;
  }

  /**
   * @param n row of the request
   * @param ahead weeks from the history to the one wanted (1 is the next one)
   * @param start the same for the first week at the discount asked
   * @returns whether anything is corrected so far ahead
   */
  aim(n: number, item: number, ahead: number, start: number): boolean {
    this.#item = item;
    const model = this.#model;
    const category = model.category[item] ?? 0;
    const others = this.#others(category, ahead);
    const chain = this.#others(model.category_count, ahead);
    const known = !Number.isNaN(others.depth) || !Number.isNaN(chain.depth);
    this.#forest = known ? this.#forests.informed : this.#forests.blind;
    this.#weight = (this.#forest?.weight ?? 0) * KEPT ** Math.max(0, ahead - LEARNT_AHEAD);
    if (this.#forest === null || this.#weight < LEAST_WEIGHT) return false;
    this.#rememberDiscounts(n, ahead, start);
    const slow = (model.level_shape[item] ?? 0) / (model.level_rate[item] ?? 1);
    fillSituation(this.#row, {
      ahead: Math.min(LEARNT_AHEAD, ahead),
      recent: this.#residual.recent.subarray(item * RECENT, (item + 1) * RECENT),
      slow,
      own_ratio: (model.recent_level[item] ?? 0) / slow,
      category_ratio: model.category_recent[category] ?? 1,
      plain_ratio: (model.plain_level[item] ?? 0) / slow,
      others,
      past_depth: this.#residual.past_depth[category] ?? 0,
      chain,
      season: retailWeek(model.first_week_day + 7 * (model.week_count - 1 + ahead)),
      age: model.week_count - 1 + ahead - (model.first_week[item] ?? 0),
      category,
    });
    fillBins(this.#forest.trees, this.#row, this.#bins, PRICED);
    return true;
  }

  /** How far the forest at work is believed at the week aimed at. */
  get weight(): number {
    return this.#weight;
  }

  /** Logarithm of the correction at a discount. */
  at(discount: number): number {
    return this.#weight * this.wholeAt(discount);
  }

  /** The same as if it was believed wholly, within what is believed of it. */
  wholeAt(discount: number, most?: number): number {
    if (this.#forest === null) return 0;
    this.#ask(this.#forest, discount);
    return boundScore(scoreOfBins(this.#forest.trees, this.#bins), most);
  }

  /** The reason that weighs most in the correction at a discount: a place in `CORRECTION_REASONS`. */
  reasonAt(discount: number): number {
    if (this.#forest === null) return 0;
    this.#ask(this.#forest, discount);
    const shares = featureShares(this.#forest.trees, this.#bins);
    const sums = new Float64Array(CORRECTION_REASONS.length);
    shares.forEach((share, f) => {
      const reason = REASON_OF[f] ?? 0;
      sums[reason] = (sums[reason] ?? 0) + share;
    });
    const side = Math.sign(scoreOfBins(this.#forest.trees, this.#bins)) || 1;
    return sums.reduce((best, sum, reason) => (side * sum > side * (sums[best] ?? 0) ? reason : best), 0);
  }

  #ask({ trees }: Forest, discount: number): void {
    this.#past.fill(discount, 0, this.#asked);
    const model = this.#model;
    const form = model.response_form[model.category[this.#item] ?? 0] ?? 0;
    const response = -(model.elasticity[this.#item] ?? 0) * priceFeature(discount, form);
    fillPriced(this.#row, discount, response, this.#past);
    fillBins(trees, this.#row, this.#bins, 0, PRICED);
  }

  /** Discounts of the weeks before the aimed one: asked, planned or in force, then those of the history. */
  #rememberDiscounts(n: number, ahead: number, start: number): void {
    this.#asked = Math.min(MEMORY, Math.max(0, ahead - start));
    for (let back = this.#asked; back < MEMORY; back++) {
      const week = ahead - 1 - back;
      this.#past[back] =
        week > 0
          ? this.#between(n, week)
          : (this.#residual.recent[this.#item * RECENT + Math.min(MEMORY - 1, -week)] ?? 0);
    }
  }

  #between(n: number, week: number): number {
    const planned = this.#plan(week);
    return Number.isNaN(planned) ? (this.#request.current_discount[n] ?? 0) : planned;
  }

  /** The item's own planned discount so many weeks ahead. */
  #plan(ahead: number): number {
    const { planned } = this.#request;
    if (!planned || ahead > planned.weeks) return Number.NaN;
    return planned.discount[this.#item * planned.weeks + ahead - 1] ?? Number.NaN;
  }

  #others(group: number, ahead: number) {
    if (this.#planned === null || ahead > this.#planned.week_count) return UNKNOWN;
    const own = this.#plan(ahead);
    const usual = Number.isNaN(own) ? 0 : (this.#residual.usual[this.#item] ?? 0);
    return othersIn(this.#planned, group, ahead - 1, usual, own);
  }
}
