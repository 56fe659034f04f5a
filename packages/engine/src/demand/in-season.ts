import { fitDemand } from './fit.ts';
import type { DayNumber, DemandModel, FitOptions, WeeklyPanel } from './types.ts';
import { updateDemand } from './update.ts';

/** Below this many weeks before the season, everything known is fitted at once. */
const LEAST_WEEKS = 26;
/** A season lasts no longer: what is older has become history. */
const LONGEST_SEASON = 16;

/**
 * The demand model in the middle of a markdown season: fitted on the weeks before its first day, then taught each
 * whole week since. What a season has of its own thus does not pass for the season of all years, nor for the
 * elasticities. Before the season, or when too few weeks came before it, it is `fitDemand`.
 * @param from_day first day of the first markdown phase
 */
export function fitInSeason(
  panel: WeeklyPanel,
  from_day: DayNumber,
  options: Partial<FitOptions> = {},
): DemandModel {
  const known = Math.floor((from_day - panel.first_week_day) / 7);
  const before = Math.max(known, panel.week_count - LONGEST_SEASON);
  if (before < LEAST_WEEKS || before >= panel.week_count) return fitDemand(panel, options);
  return learnSeason(fitDemand(firstWeeks(panel, before), options), panel);
}

/**
 * Teaches a model every week of a panel after those it was fitted on, one `updateDemand` each. Returns a new model.
 * @param panel the same items, from the same first week
 * @throws RangeError when the panel is not the model's
 */
export function learnSeason(model: DemandModel, panel: WeeklyPanel): DemandModel {
  if (panel.item_count !== model.item_count || panel.first_week_day !== model.first_week_day)
    throw new RangeError('learnSeason: the panel is not the one that the model was fitted on');
  let taught = model;
  for (let week = model.week_count; week < panel.week_count; week++) {
    const from_day = panel.first_week_day + 7 * week;
    taught = updateDemand(taught, {
      from_day,
      to_day: from_day + 7,
      units: column(panel, panel.units, week),
      discount: column(panel, panel.discount, week),
      availability: panel.availability && column(panel, panel.availability, week),
      breadth: panel.breadth && column(panel, panel.breadth, week),
    });
  }
  return taught;
}

function column(panel: WeeklyPanel, matrix: Float32Array, week: number): Float64Array {
  return Float64Array.from(
    { length: panel.item_count },
    (_, item) => matrix[item * panel.week_count + week] ?? 0,
  );
}

function firstWeeks(panel: WeeklyPanel, weeks: number): WeeklyPanel {
  const cut = (matrix: Float32Array): Float32Array<ArrayBuffer> => {
    const kept = new Float32Array(panel.item_count * weeks);
    for (let item = 0; item < panel.item_count; item++) {
      const start = item * panel.week_count;
      kept.set(matrix.subarray(start, start + weeks), item * weeks);
    }
    return kept;
  };
  return {
    ...panel,
    week_count: weeks,
    units: cut(panel.units),
    discount: cut(panel.discount),
    availability: panel.availability && cut(panel.availability),
    breadth: panel.breadth && cut(panel.breadth),
    price_index: panel.price_index && cut(panel.price_index),
  };
}
