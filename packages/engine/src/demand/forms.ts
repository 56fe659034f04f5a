import { buildDesign, type Design } from './design.ts';
import { everyNth } from './part-panel.ts';
import { settle, startingFit } from './response.ts';
import type { ResponseFit } from './response-fit.ts';
import { fillRow, RowBuffer } from './response-row.ts';
import type { FitOptions, WeeklyPanel } from './types.ts';

const POWER = 0;
const EXPONENTIAL = 1;
const SAMPLE = 1500;
/** Rounds of scoring with the power form, then with each. */
const FIRST_ROUNDS = 5;
const LAST_ROUNDS = 3;
/** Deviance that another form must save, and the same in standard deviations of what it saves by week. */
const LEAST_GAIN = 8;
const CHAIN_CLEARLY = 2;
/** Many categories are tried: chance gives some of them a form. */
const CATEGORY_CLEARLY = 4;
/** Shape of the counts under which forms are compared: the same for all. */
const SHAPE = 2.5;

/**
 * Form of the price response of each category, power or exponential: the one whose fit leaves less NB2 deviance, on a
 * sample of items; both have as many parameters. The chain's form is chosen first, and a category leaves it when its
 * own weeks clearly say so. A week of a category is one witness: all of its items often have the same promotion.
 */
export function responseForms(panel: WeeklyPanel, settings: FitOptions): Uint8Array {
  const forms = new Uint8Array(panel.category_count);
  if (!panel.discount.some((discount) => discount > 0)) return forms;
  const gain = exponentialGain(everyNth(panel, Math.max(1, Math.floor(panel.item_count / SAMPLE))), settings);
  const chain = isClear(gain, 1, CHAIN_CLEARLY) ? EXPONENTIAL : POWER;
  const other = chain === POWER ? EXPONENTIAL : POWER;
  const weeks = panel.week_count;
  return forms.map((_, c) => {
    const own = gain.subarray(c * weeks, (c + 1) * weeks);
    return isClear(own, chain === POWER ? 1 : -1, CATEGORY_CLEARLY) ? other : chain;
  });
}

/** Whether what is gained (`sign` 1) or lost (−1) week by week is more than luck. */
function isClear(gain: Float64Array, sign: number, clearly: number): boolean {
  let sum = 0;
  let square = 0;
  for (const value of gain) {
    sum += sign * value;
    square += value * value;
  }
  return sum > LEAST_GAIN && sum > clearly * Math.sqrt(square);
}

/** Deviance that the exponential form saves: category c, week t at `c * T + t`. */
function exponentialGain(panel: WeeklyPanel, settings: FitOptions): Float64Array {
  const [power, exponential] = [POWER, EXPONENTIAL].map((form) =>
    buildDesign(panel, {
      breadth_threshold: settings.breadth_threshold,
      breadth_exponent: panel.breadth === null ? 0 : settings.breadth_exponent,
      response_form: new Uint8Array(panel.category_count).fill(form),
    }),
  ) as [Design, Design];
  const row = new RowBuffer(panel.week_count);
  const fit = startingFit(panel, power, -settings.prior_elasticity);
  settle(panel, power, fit, row, FIRST_ROUNDS);
  const other = structuredClone(fit);
  settle(panel, power, fit, row, LAST_ROUNDS);
  settle(panel, exponential, other, row, LAST_ROUNDS);
  const left = deviance(panel, exponential, other, row);
  return deviance(panel, power, fit, row).map((value, at) => value - (left[at] ?? 0));
}

function deviance(panel: WeeklyPanel, design: Design, fit: ResponseFit, row: RowBuffer): Float64Array {
  const weeks = panel.week_count;
  const left = new Float64Array(panel.category_count * weeks);
  for (let item = 0; item < panel.item_count; item++) {
    fillRow(panel, design, fit, item, row);
    const start = (panel.category[item] ?? 0) * weeks;
    for (let week = 0; week < weeks; week++) {
      const mean = row.mean[week] ?? 0;
      if (mean <= 0) continue;
      const units = panel.units[item * weeks + week] ?? 0;
      const own = units > 0 ? units * Math.log(units / mean) : 0;
      const rest = (units + SHAPE) * Math.log((units + SHAPE) / (mean + SHAPE));
      left[start + week] = (left[start + week] ?? 0) + 2 * (own - rest);
    }
  }
  return left;
}
