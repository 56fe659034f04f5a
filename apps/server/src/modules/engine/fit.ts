import type {
  EngineLines,
  PathColumns,
  SnapshotCurves,
  SnapshotProject,
  WeeklyPanelData,
} from '@palier/analytics';
import { endingsAt, type PriceEnding, realRate, type SignedLabel } from '@palier/domain';
import {
  type CurveSet,
  type DemandModel,
  forecastCurves,
  type GivenUnits,
  type PhaseWindow,
  type PlannedDiscounts,
  parseDay,
  spreadForecasts,
} from '@palier/engine';
import { fittedDemand } from './fitted.ts';
import { plannedDiscounts } from './planned.ts';

export interface FitInput {
  project: SnapshotProject;
  panel: WeeklyPanelData;
  lines: EngineLines;
  /** How the prices of the project's list end. */
  price_endings: readonly PriceEnding[];
  /** What the labels of the lines bear in the phase before the worked one, in line order; empty: nothing is signed. */
  signed_labels: readonly (SignedLabel | null)[];
  /** Discount decided for the phase that is running, by line, in points; NaN before the first phase. */
  decided_discount: Float64Array;
  /** Discount chosen so far for the worked phase, by line, in points; NaN where there is none. */
  chosen_discount: Float64Array;
  /** Units of the whole running phase as they were forecast when it was validated, by line; NaN where not known. */
  ongoing_forecast: Float32Array | null;
  /** Imported forecasts of the periods of `forecastPeriods`; null: ours alone. */
  given: GivenUnits | null;
}

/** What the optimiser needs of each line's demand, in line order: P phases from the worked one on, L levels. */
export interface LineModel {
  ids: string[];
  phase_count: number;
  /** Position of the worked phase among the project's, and the days its forecast covers; missing in older files. */
  worked?: { project_phase: number; window: PhaseWindow };
  /** Shares, ascending. */
  levels: Float64Array;
  /** The rates, in points, that the lines' prices stand at, `n * L + l`; missing: the levels. */
  level_rate?: Float64Array | null;
  /** Mean unlimited demand: `(n * P + p) * L + l`. */
  phase_mean: Float32Array;
  dispersion: Float64Array;
  /** Shape behind the band of the worked phase at each level, `n * L + l`; missing in older files: `dispersion`. */
  band_shape?: Float64Array;
  /** Units that can be sold from the start of the worked phase on. */
  stock: Float64Array;
  elasticity: Float64Array;
  elasticity_sd: Float64Array;
  elasticity_own_weight: Float64Array;
  /** Units of the worked phase passed as often as not, `n * L + l`; missing in older files. */
  phase_median?: Float32Array;
  /** Part that the learned correction adds to the worked phase's mean, and its reason, `n * L + l`; missing in older files. */
  correction?: Float32Array;
  correction_reason?: Uint8Array;
  /** 1 where the worked phase's forecast is an imported one; missing: nowhere. */
  given?: Uint8Array;
}

export interface FitOutput {
  curves: SnapshotCurves;
  model: LineModel;
}
export interface FitHooks {
  onProgress: (share: number) => void;
  isCancelled: () => boolean;
}

/**
 * Fits the demand of every product of the panel, then gives what each line would sell in the worked phase
 * and after it, at each discount. Lines that the panel does not hold sell nothing.
 * @throws when it was cancelled
 */
export function fitCurves(input: FitInput, hooks: FitHooks): FitOutput {
  const model = fittedDemand(input.panel.panel);
  hooks.onProgress(0.6);
  if (hooks.isCancelled()) throw new Error('cancelled');
  const levels = Float64Array.from(input.project.discount_levels, (points) => points / 100);
  const level_rate = levelRates(input);
  const item_levels = level_rate?.map((points) => points / 100) ?? null;
  const current = discountInForce(input);
  const phases = phasesLeft(input.project);
  const chosen_discount = realRates(input, input.chosen_discount);
  const planned = plannedDiscounts({ ...input, chosen_discount }, current, phases[0]);
  const now = { current, planned };
  const upcoming = sellBefore(input, model, now);
  const stock = input.lines.stock_qty.map((qty, line) => Math.max(0, qty - (upcoming[line] ?? 0)));
  const ongoing = ongoingForecast(input, model, now);
  hooks.onProgress(0.7);
  const periods = phases.map((_, phase) => phase);
  const set = forecast(input, model, { levels, item_levels, phases, periods, stock, ...now });
  return {
    curves: {
      phase_qty: set.phase_qty,
      phase_p10: set.phase_p10,
      phase_p90: set.phase_p90,
      rest_qty: fillBelowDiagonal(set),
      ...(set.phase_count > 2 && { path: pathOf(set, stock) }),
      upcoming_qty: upcoming,
      upcoming_discount: Float32Array.from(current),
      ongoing_discount: Float32Array.from(current),
      coverage: set.coverage,
      ...(ongoing && { ongoing_qty: ongoing }),
    },
    model: toLineModel(input, set, { levels, level_rate }, stock),
  };
}

/** What the shops show now: what was decided for the running phase, else the discount of the last weeks' sales. */
function discountInForce(input: FitInput): Float64Array {
  return realRates(input, input.decided_discount).map((points, line) =>
    Number.isNaN(points) ? (input.lines.current_discount[line] ?? 0) : points / 100,
  );
}

/** The rates that the lines' prices stand at for a discount of each, in points; NaN where there is none. */
function realRates(
  { lines, price_endings, signed_labels, project: { discount_levels } }: FitInput,
  discounts: Float64Array,
): Float64Array {
  return discounts.map((points, line) =>
    realRate(
      lines.price[line] ?? Number.NaN,
      points,
      endingsAt(price_endings, discount_levels, points),
      signed_labels[line] ?? null,
    ),
  );
}

/** The rates that the prices of each line stand at, `n * L + l`, in points; null where no price has an ending. */
function levelRates({
  lines,
  project: { discount_levels },
  price_endings,
  signed_labels,
}: FitInput): Float64Array | null {
  if (price_endings.length === 0 && signed_labels.length === 0) return null;
  return Float64Array.from({ length: lines.ids.length * discount_levels.length }, (_, at) => {
    const line = Math.floor(at / discount_levels.length);
    const price = lines.price[line] ?? Number.NaN;
    const level = discount_levels[at % discount_levels.length] ?? 0;
    return realRate(price, level, price_endings, signed_labels[line] ?? null);
  });
}

/** `periods`: number of each phase in `forecastPeriods`. */
interface Question {
  levels: Float64Array;
  item_levels: Float64Array | null;
  phases: PhaseWindow[];
  periods: number[];
  stock: Float64Array;
  current: Float64Array;
  planned: PlannedDiscounts;
}

/** The engine's answer for every line; the model's first row stands in for lines without one, then is blanked. */
function forecast(
  { panel, lines, given }: FitInput,
  model: DemandModel,
  { levels, item_levels, phases, periods, stock, current, planned }: Question,
): CurveSet {
  const items = panel.line_rows.map((row) => Math.max(0, row));
  const set = forecastCurves(model, {
    levels,
    item_levels,
    phases,
    items,
    stock,
    current_discount: current,
    breadth: lines.breadth,
    third_party: given && spreadForecasts(model, given, { items, levels, item_levels, periods }),
    planned,
  });
  panel.line_rows.forEach((row, line) => {
    if (row < 0) blank(set, line);
  });
  return set;
}

function blank(set: CurveSet, line: number): void {
  const { level_count: levels, phase_count: phases } = set;
  for (const each of [set.phase_qty, set.phase_p10, set.phase_p90])
    each.fill(0, line * levels, (line + 1) * levels);
  set.rest_qty.fill(0, line * levels * levels, (line + 1) * levels * levels);
  set.phase_mean.fill(0, line * phases * levels, (line + 1) * phases * levels);
}

/** The first day without data: the data date itself is whole. */
function firstUnknownDay(data_date: string): number {
  return parseDay(data_date) + 1;
}

/** The worked phase first, from the day after the data date if it has started, then every later one. */
function phasesLeft({ phases, working_phase, data_date, end_date }: SnapshotProject): PhaseWindow[] {
  const from = working_phase ?? 0;
  const today = firstUnknownDay(data_date);
  return phases.slice(from).map((phase, index) => {
    const to_day = parseDay(phases[from + index + 1]?.start_date ?? end_date);
    return { from_day: Math.min(to_day, Math.max(today, parseDay(phase.start_date))), to_day };
  });
}

/** From the data date to the worked phase; empty once it has started. */
function upcomingPeriod({ phases, working_phase, data_date }: SnapshotProject): PhaseWindow {
  const from_day = firstUnknownDay(data_date);
  const worked = phases[working_phase ?? 0];
  return { from_day, to_day: worked ? parseDay(worked.start_date) : from_day };
}

/** The whole phase that runs at the data date; null when the worked phase is the first or has started. */
function ongoingPeriod({ phases, working_phase, data_date }: SnapshotProject): PhaseWindow | null {
  const worked = phases[working_phase ?? 0];
  const running = phases[(working_phase ?? 0) - 1];
  if (!worked || !running || running.start_date > data_date || worked.start_date <= data_date) return null;
  return { from_day: parseDay(running.start_date), to_day: parseDay(worked.start_date) };
}

/** The periods that a snapshot forecasts: the phases left, then the days before the worked one, then the running phase. */
export function forecastPeriods(project: SnapshotProject): PhaseWindow[] {
  const ongoing = ongoingPeriod(project);
  return [...phasesLeft(project), upcomingPeriod(project), ...(ongoing ? [ongoing] : [])];
}

/** Units that each line sells between the data date and the worked phase, at the discount in force. */
function sellBefore(input: FitInput, model: DemandModel, now: Now): Float32Array {
  const period = phasesLeft(input.project).length;
  const window = upcomingPeriod(input.project);
  return sellAt(input, model, { ...now, window, period, stock: input.lines.stock_qty });
}

/** What the running phase was forecast to sell when it was validated; where that was not kept, what it is forecast to sell now. */
function ongoingForecast(input: FitInput, model: DemandModel, present: Now): Float32Array | null {
  const now = sellOngoing(input, model, present);
  const kept = input.ongoing_forecast;
  return now && kept
    ? now.map((qty, line) => (Number.isNaN(kept[line] ?? Number.NaN) ? qty : (kept[line] ?? qty)))
    : now;
}

/** Units of the whole phase that runs at the data date, at its discount; null when the worked phase is the first. */
function sellOngoing(input: FitInput, model: DemandModel, now: Now): Float32Array | null {
  const window = ongoingPeriod(input.project);
  const { stock_qty, phase_sales_qty } = input.lines;
  // What the phase has sold was at hand when it began; later deliveries are not distinguished.
  const stock = stock_qty.map((qty, line) => qty + Math.max(0, phase_sales_qty[line] ?? 0));
  return (
    window && sellAt(input, model, { ...now, window, period: phasesLeft(input.project).length + 1, stock })
  );
}

/** Past discounts can be any share: units are given at the nearest of a few. */
const SHARES = Float64Array.from({ length: 21 }, (_, index) => index / 20);

/** What is in force, and what is planned after it. */
type Now = Pick<Question, 'current' | 'planned'>;
type Sale = Now & Pick<Question, 'stock'> & { window: PhaseWindow; period: number };

function sellAt(
  input: FitInput,
  model: DemandModel,
  { current, planned, stock, window, period }: Sale,
): Float32Array {
  const sold = new Float32Array(input.lines.ids.length);
  if (window.to_day <= window.from_day) return sold;
  const question = {
    levels: SHARES,
    item_levels: null,
    phases: [window],
    periods: [period],
    stock,
    current,
    planned,
  };
  const set = forecast(input, model, question);
  return sold.map((_, line) => {
    const level = Math.min(
      SHARES.length - 1,
      Math.max(0, Math.round((current[line] ?? 0) * (SHARES.length - 1))),
    );
    return set.phase_qty[line * SHARES.length + level] ?? 0;
  });
}

/** Beyond this shape the negative binomial is a Poisson; files keep no number that is not finite. */
const LARGEST_SHAPE = 1e9;

/** What values later phases at several discounts, as the optimiser does. */
function pathOf({ phase_mean, dispersion }: CurveSet, stock: Float64Array): PathColumns {
  return { phase_mean, dispersion: dispersion.map((shape) => Math.min(shape, LARGEST_SHAPE)), stock };
}

/** A price never goes back up: below the diagonal the later phases stay at the worked phase's level. */
function fillBelowDiagonal({ rest_qty, level_count: count }: CurveSet): Float32Array {
  return rest_qty.map((qty, at) => {
    const later = at % count;
    const worked = Math.floor(at / count) % count;
    return later >= worked ? qty : (rest_qty[at - later + worked] ?? 0);
  });
}

function toLineModel(
  { lines, project, given }: FitInput,
  set: CurveSet,
  { levels, level_rate }: Pick<LineModel, 'levels' | 'level_rate'>,
  stock: Float64Array,
): LineModel {
  const [window] = phasesLeft(project);
  return {
    ids: lines.ids,
    phase_count: set.phase_count,
    ...(window && { worked: { project_phase: project.working_phase ?? 0, window } }),
    levels,
    ...(level_rate && { level_rate }),
    phase_mean: set.phase_mean,
    dispersion: set.dispersion,
    band_shape: set.band_shape,
    stock,
    elasticity: set.elasticity,
    elasticity_sd: set.elasticity_sd,
    elasticity_own_weight: set.elasticity_own_weight,
    phase_median: set.phase_median,
    correction: set.correction,
    correction_reason: set.correction_reason,
    ...(given && { given: givenLines(given, lines.ids.length) }),
  };
}

/** Lines whose worked phase has an imported forecast. */
function givenLines({ line, period }: GivenUnits, count: number): Uint8Array {
  const flags = new Uint8Array(count);
  line.forEach((at, n) => {
    if (period[n] === 0) flags[at] = 1;
  });
  return flags;
}
