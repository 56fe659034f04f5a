import type { DemandModel } from '@palier/engine';
import { type WapeDifference, wapeDifference } from './bootstrap.ts';
import { HORIZONS, naiveScale, originsOf } from './evaluate.ts';
import { fitAt } from './our-forecasts.ts';
import { BandSums } from './score.ts';
import { sliceWeeks } from './slice.ts';
import type { EvaluationPanel } from './types.ts';

/** A part of the fitted model, and the model without it, or with the plain thing in its place. */
export interface ModelPart {
  key: string;
  /** What is judged: the error of means and medians, or the band alone. */
  judged: 'error' | 'band';
  without: (model: DemandModel) => DemandModel;
}

const none = (values: Float64Array): Float64Array => new Float64Array(values.length);

/** What can be taken out of a fitted model. What the rest of the fit would have done in its absence is not undone. */
export const MODEL_PARTS: readonly ModelPart[] = [
  { key: 'season', judged: 'error', without: (m) => ({ ...m, season: m.season.map(() => 1) }) },
  { key: 'events', judged: 'error', without: (m) => ({ ...m, event_effect: none(m.event_effect) }) },
  { key: 'ageing', judged: 'error', without: (m) => ({ ...m, ageing: none(m.ageing) }) },
  { key: 'markdown jump', judged: 'error', without: (m) => ({ ...m, markdown_jump: none(m.markdown_jump) }) },
  {
    key: 'correction by depth',
    judged: 'error',
    without: (m) => ({ ...m, response_shift: none(m.response_shift) }),
  },
  {
    key: 'own elasticities',
    judged: 'error',
    without: (m) => ({
      ...m,
      elasticity: m.elasticity.map((_, n) => m.category_elasticity[m.category[n] ?? 0] ?? 0),
    }),
  },
  {
    key: 'doubt on elasticities',
    judged: 'error',
    without: (m) => ({ ...m, elasticity_sd: none(m.elasticity_sd) }),
  },
  {
    key: 'cap of the response',
    judged: 'error',
    without: (m) => ({ ...m, log_multiplier_cap: m.log_multiplier_cap.map(() => 1e9) }),
  },
  {
    key: 'recent level of the item',
    judged: 'error',
    without: (m) => ({ ...m, recent_item_weight: none(m.recent_item_weight) }),
  },
  {
    key: 'recent ratio of the category',
    judged: 'error',
    without: (m) => ({ ...m, recent_category_weight: none(m.recent_category_weight) }),
  },
  { key: 'plain level', judged: 'error', without: (m) => ({ ...m, plain_weight: none(m.plain_weight) }) },
  {
    key: 'learned correction',
    judged: 'error',
    without: (m) => ({ ...m, residual: m.residual && { ...m.residual, informed: null, blind: null } }),
  },
  { key: 'place of the median', judged: 'error', without: (m) => ({ ...m, median_lean: 0 }) },
  {
    key: 'learnt median',
    judged: 'error',
    without: (m) => ({ ...m, residual: m.residual && { ...m.residual, middle: null } }),
  },
  {
    key: 'bands by depth',
    judged: 'band',
    without: (m) => {
      const mean =
        m.interval_factor.reduce((sum, factor) => sum + Math.log(factor), 0) / m.interval_factor.length;
      return { ...m, interval_factor: m.interval_factor.map(() => Math.exp(mean)) };
    },
  },
  {
    key: 'calibration of bands',
    judged: 'band',
    without: (m) => ({ ...m, interval_factor: m.interval_factor.map(() => 1) }),
  },
  {
    key: 'doubt on a first markdown',
    judged: 'band',
    without: (m) => ({ ...m, markdown_frailty: none(m.markdown_frailty) }),
  },
];

/** What a part brings on a panel: the score without it less the score with it, over the latter; positive: it helps. */
export interface PartWorth {
  part: string;
  judged: ModelPart['judged'];
  worth: WapeDifference | null;
}

/**
 * Scores the model with each of its parts taken out, on the same fits, origins and cells: absolute error of the median
 * or interval score of the band. Intervals: 90 % bootstrap over items.
 */
export function ablate(data: EvaluationPanel, origins?: number): PartWorth[] {
  const { panel } = data;
  const score = { error: new Float64Array(panel.item_count), band: new Float64Array(panel.item_count) };
  const bare = MODEL_PARTS.map(() => new Float64Array(panel.item_count));
  for (const origin of originsOf(panel.week_count, panel.item_count, origins)) {
    const train = sliceWeeks(data, 0, origin);
    const to = Math.min(panel.week_count, origin + HORIZONS);
    const { model, read } = fitAt(data, train, origin, to);
    const whole = read(model);
    const others = MODEL_PARTS.map(({ without }) => read(without(model)));
    for (let item = 0; item < panel.item_count; item++) {
      if (naiveScale(train, item) === null) continue;
      for (let week = origin; week < to; week++) {
        const cell = item * panel.week_count + week;
        if (data.scored[cell] !== 1) continue;
        const actual = panel.units[cell] ?? 0;
        const losses = (shown: ReturnType<typeof whole.week>) => {
          const sums = new BandSums();
          sums.show(actual, shown);
          return { error: sums.absolute, band: sums.interval };
        };
        const ours = losses(whole.week(item, week - origin));
        score.error[item] = (score.error[item] ?? 0) + ours.error;
        score.band[item] = (score.band[item] ?? 0) + ours.band;
        others.forEach((other, n) => {
          const sums = bare[n];
          const loss = losses(other.week(item, week - origin))[MODEL_PARTS[n]?.judged ?? 'error'];
          if (sums !== undefined) sums[item] = (sums[item] ?? 0) + loss;
        });
      }
    }
  }
  return MODEL_PARTS.map(({ key, judged }, n) => ({
    part: key,
    judged,
    worth: wapeDifference(bare[n] ?? none(score.error), score[judged], score[judged]),
  }));
}
