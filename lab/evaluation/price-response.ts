import { fitDemand } from '../../packages/engine/src/demand/fit.ts';
import { ageingFactor, doubtLift, logMultiplier } from '../../packages/engine/src/demand/predict.ts';
import type { DemandModel } from '../../packages/engine/src/demand/types.ts';
import { logPaidPrice, plainSlopes } from './baselines.ts';
import { logSalesCurve } from './log-sales.ts';
import { sliceWeeks } from './slice.ts';
import type { EvaluationPanel, PriceResponseScore } from './types.ts';

/** Longest stretch of weeks scored after a training window, and most windows tried. */
const TEST_WEEKS = 52;
const WINDOWS = 4;
/** Weeks within this of an item's smallest discount are its reference; those deeper by `LIFTED` are scored. */
const REFERENCE = 0.025;
const LIFTED = 0.05;

type Method = keyof PriceResponseScore;
/** Log effect of a cell, up to a constant of the item. */
type Response = (item: number, cell: number) => number;
const METHODS: readonly Method[] = ['own', 'global', 'category', 'pooled', 'palier'];

/**
 * Out-of-sample squared error of the price response, relative to no price at all: trained on windows of `weeks`
 * weeks, scored on the discounted weeks that follow, as the log of units over those the item sells near its
 * smallest discount. Null when the panel is too short or has no such weeks.
 */
export function scorePriceResponse(data: EvaluationPanel, weeks: number): PriceResponseScore {
  const error = { base: 0, own: 0, global: 0, category: 0, pooled: 0, palier: 0 };
  for (const { train, future } of windowsOf(data, weeks)) {
    const forecasts = responses(train, future);
    for (let item = 0; item < future.panel.item_count; item++) addItem(error, future, forecasts, item);
  }
  const share = (method: Method) => (error.base > 0 ? error[method] / error.base : null);
  return Object.fromEntries(
    METHODS.map((method) => [method, share(method)]),
  ) as unknown as PriceResponseScore;
}

function windowsOf(
  data: EvaluationPanel,
  weeks: number,
): { train: EvaluationPanel; future: EvaluationPanel }[] {
  const total = data.panel.week_count;
  const test = Math.min(TEST_WEEKS, total - weeks);
  if (test < 4) return [];
  const last = total - weeks - test;
  const windows = Math.min(WINDOWS, last + 1);
  return Array.from({ length: windows }, (_, n) => {
    const from = windows === 1 ? last : Math.round((n * last) / (windows - 1));
    return {
      train: sliceWeeks(data, from, from + weeks),
      future: sliceWeeks(data, from + weeks, from + weeks + test),
    };
  });
}

/** Log effect of the price of every cell of the future, by method. */
function responses(train: EvaluationPanel, future: EvaluationPanel): Record<Method, Response> {
  const slopes = plainSlopes(train.panel, train.scored);
  const prices = logPaidPrice(future.panel);
  const by = (slope: (item: number) => number) => (item: number, cell: number) =>
    slope(item) * (prices[cell] ?? 0);
  return {
    own: by((item) => slopes.own[item] ?? 0),
    global: by(() => slopes.global),
    category: by((item) => slopes.category[future.panel.category[item] ?? 0] ?? 0),
    pooled: by((item) => slopes.pooled[item] ?? 0),
    palier: ourResponse(train, future),
  };
}

/**
 * By our model: log units expected of a week that sells, with its discount, its list price and the item's age then.
 * The plain slopes regress the same logarithm. Where weeks without sales are closed shops rather than luck, the log
 * of the mean says it better: the training weeks choose.
 */
function ourResponse(train: EvaluationPanel, future: EvaluationPanel): Response {
  const model = fitDemand(train.panel, future.has_dates ? {} : { events: [] });
  const curves = Array.from(model.inverse_dispersion, (inverse) =>
    logSalesCurve(1 / Math.max(0.02, inverse)),
  );
  const sold = (category: number, logMean: number) => curves[category]?.(logMean) ?? 0;
  const mean = (_category: number, logMean: number) => logMean;
  const errorOf = (read: typeof mean) => {
    const error = { base: 0, own: 0, global: 0, category: 0, pooled: 0, palier: 0 };
    const palier = modelResponse(model, train, 0, read);
    for (let item = 0; item < train.panel.item_count; item++) addItem(error, train, { palier }, item);
    return error.palier;
  };
  const read = errorOf(sold) <= errorOf(mean) ? sold : mean;
  return modelResponse(model, future, train.panel.week_count, read);
}

function modelResponse(
  model: DemandModel,
  { panel }: EvaluationPanel,
  from: number,
  read: (category: number, logMean: number) => number,
): Response {
  const prices = logPaidPrice(panel);
  return (item, cell) => {
    const discount = panel.discount[cell] ?? 0;
    const listMove = (prices[cell] ?? 0) - Math.log(Math.max(0.05, 1 - discount));
    // A mean of logarithms is compared, not the logarithm of a mean.
    const response = logMultiplier(model, item, discount) - doubtLift(model, item, discount);
    const price = response + (model.elasticity[item] ?? 0) * listMove;
    const week = from + cell - item * panel.week_count;
    const base = (model.level_shape[item] ?? 0) / (model.level_rate[item] ?? 1);
    const level = Math.log(Math.max(1e-4, ageingFactor(model, item, week) * base));
    return read(model.category[item] ?? 0, level + price);
  };
}

function addItem(
  error: Record<Method | 'base', number>,
  future: EvaluationPanel,
  forecasts: Partial<Record<Method, Response>>,
  item: number,
): void {
  const { panel, scored } = future;
  const cells: number[] = [];
  for (let cell = item * panel.week_count; cell < (item + 1) * panel.week_count; cell++)
    if (scored[cell] === 1 && (panel.units[cell] ?? 0) > 0) cells.push(cell);
  const smallest = Math.min(...cells.map((cell) => panel.discount[cell] ?? 0));
  const reference = cells.filter((cell) => (panel.discount[cell] ?? 0) <= smallest + REFERENCE);
  const lifted = cells.filter((cell) => (panel.discount[cell] ?? 0) >= smallest + LIFTED);
  if (lifted.length === 0) return;
  const mean = (value: (cell: number) => number) =>
    reference.reduce((sum, cell) => sum + value(cell), 0) / reference.length;
  const units = mean((cell) => Math.log(panel.units[cell] ?? 1));
  for (const cell of lifted) error.base += (Math.log(panel.units[cell] ?? 1) - units) ** 2;
  for (const method of METHODS) {
    const response = forecasts[method];
    if (response === undefined) continue;
    const start = mean((cell) => response(item, cell));
    for (const cell of lifted) {
      const actual = Math.log(panel.units[cell] ?? 1) - units;
      error[method] += (actual - (response(item, cell) - start)) ** 2;
    }
  }
}
