import { analogPriors } from './analogs.ts';
import { calibrateIntervals } from './calibrate.ts';
import { fitCommon, multipliers, trustSeason } from './common.ts';
import { buildDesign } from './design.ts';
import { type LevelTuning, type Multiplier, tuneLevels, usualError } from './level.ts';
import type { FitOptions, WeeklyPanel } from './types.ts';

/** What only weeks kept apart can teach. */
export interface Lessons {
  /** Share of the season's logarithm that helped: 0, a half or all. */
  season_trust: number;
  tuning: LevelTuning;
  /** Factor on the variance of forecasts; null when there were too few of them. */
  interval_factor: number | null;
}

const TRUSTS = [1, 0.5, 0] as const;
const SAMPLE = 1500;
/** Weeks kept apart: a quarter of the history within these bounds; below twice the shortest, none. */
const SHORTEST = 4;
const LONGEST = 20;

/**
 * Fits what items share on all weeks but the last ones, and forecasts these 1 to 4 weeks ahead: seasons and prices
 * are then as unknown as they will be. On a sample of items. Null when the history is too short.
 */
export function learnFromHoldout(panel: WeeklyPanel, settings: FitOptions): Lessons | null {
  const kept = Math.min(LONGEST, Math.floor(panel.week_count / 4));
  if (kept < SHORTEST) return null;
  const from = panel.week_count - kept;
  const sample = everyNth(panel, Math.max(1, Math.floor(panel.item_count / SAMPLE)));
  const inner = fitCommon(firstWeeks(sample, from), settings);
  const design = buildDesign(sample, settings.breadth_threshold, inner.model.breadth_exponent);
  const cells = { panel: sample, design };
  const tries = TRUSTS.map((trust) => {
    const model = trustSeason(inner.model, trust);
    const multiplier = multipliers(cells, model, inner.season, 'on_sale');
    const priorOf = analogPriors(sample, beforeWeek(multiplier, sample, from));
    return { trust, multiplier, priorOf };
  });
  const chosen = bestTrust(sample, tries, from);
  const { multiplier, priorOf } = chosen;
  const tuning = tuneLevels(sample, multiplier, priorOf, from);
  const past = {
    panel: sample,
    multiplier,
    priorOf,
    tuning,
    inverse_dispersion: inner.model.inverse_dispersion,
  };
  return { season_trust: chosen.trust, tuning, interval_factor: calibrateIntervals(past, kept) };
}

interface Try {
  trust: number;
  multiplier: Multiplier;
  priorOf: ReturnType<typeof analogPriors>;
}

function bestTrust(panel: WeeklyPanel, tries: readonly Try[], from: number): Try {
  const [whole] = tries;
  if (whole === undefined) throw new RangeError('no trust to try');
  let best = whole;
  let least = usualError(panel, whole.multiplier, whole.priorOf, from);
  for (const one of tries.slice(1)) {
    const error = usualError(panel, one.multiplier, one.priorOf, from);
    if (error >= least) continue;
    least = error;
    best = one;
  }
  return best;
}

/** Multipliers with the weeks from `week` on left out. */
function beforeWeek(multiplier: Multiplier, panel: WeeklyPanel, week: number): Float32Array {
  const cells = multiplier.cell.slice();
  for (let item = 0; item < panel.item_count; item++)
    cells.fill(0, item * panel.week_count + week, (item + 1) * panel.week_count);
  return cells;
}

type Matrix = 'units' | 'discount' | 'availability' | 'breadth' | 'price_index';
const MATRICES: readonly Matrix[] = ['units', 'discount', 'availability', 'breadth', 'price_index'];

/** Items 0, n, 2n … of a panel. */
function everyNth(panel: WeeklyPanel, n: number): WeeklyPanel {
  if (n === 1) return panel;
  const count = Math.ceil(panel.item_count / n);
  return remake(panel, { item_count: count, week_count: panel.week_count }, n);
}

/** The first weeks of a panel. */
function firstWeeks(panel: WeeklyPanel, weeks: number): WeeklyPanel {
  return remake(panel, { item_count: panel.item_count, week_count: weeks }, 1);
}

function remake(
  panel: WeeklyPanel,
  size: { item_count: number; week_count: number },
  n: number,
): WeeklyPanel {
  const { item_count: items, week_count: weeks } = size;
  const part = (matrix: Float32Array): Float32Array => {
    const cut = new Float32Array(items * weeks);
    for (let item = 0; item < items; item++) {
      const start = item * n * panel.week_count;
      cut.set(matrix.subarray(start, start + weeks), item * weeks);
    }
    return cut;
  };
  const every = <T extends Int32Array | Float64Array>(values: T): T =>
    values.filter((_, item) => item % n === 0) as T;
  const made: WeeklyPanel = {
    ...panel,
    ...size,
    list_price: every(panel.list_price),
    first_week: every(panel.first_week),
    category: every(panel.category),
    subcategory: panel.subcategory === null ? null : every(panel.subcategory),
  };
  for (const name of MATRICES) {
    const matrix = panel[name];
    if (matrix !== null) made[name] = part(matrix);
  }
  return made;
}
