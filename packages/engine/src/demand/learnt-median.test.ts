import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { forecastCurves } from './curves.ts';
import { fitDemand } from './fit.ts';
import type { CurveRequest, CurveSet, DemandModel, MiddleForest, WeeklyPanel } from './types.ts';

const ITEMS = 40;
const WEEKS = 70;
const LEVELS = Float64Array.from({ length: 8 }, (_, l) => l / 10);

/**
 * Products on offer two weeks in seven. Those of category 0, where `lumpy`, sell a half of what is usual in two weeks of
 * three and twice it in the third: the mean is 1, the median a half.
 */
function offeredPanel(lumpy: boolean, items = ITEMS): WeeklyPanel {
  const random = seededRandom(21);
  const panel = emptyPanel(items, WEEKS, 2);
  for (let cell = 0; cell < items * WEEKS; cell++) {
    const item = Math.floor(cell / WEEKS);
    const week = cell % WEEKS;
    const on = (item * 3 + week * 5) % 7 < 2;
    const discount = on ? 0.2 + 0.1 * ((item + week) % 3) : 0;
    const lump = lumpy && panel.category[item] === 0 ? (random() < 2 / 3 ? 0.5 : 2) : 1;
    const mean = (30 + (item % 7)) * (1 - discount) ** -2 * lump;
    panel.discount[cell] = discount;
    panel.units[cell] = randomNegativeBinomial(random, 60, mean);
  }
  return panel;
}

function nextWeek(model: DemandModel, more: Partial<CurveRequest> = {}): CurveSet {
  const start = model.first_week_day + 7 * model.week_count;
  return forecastCurves(model, {
    levels: LEVELS,
    phases: [{ from_day: start, to_day: start + 7 }],
    items: Int32Array.from({ length: ITEMS }, (_, item) => item),
    stock: new Float64Array(ITEMS).fill(1e6),
    current_discount: new Float64Array(ITEMS),
    breadth: null,
    third_party: null,
    planned: { weeks: 4, discount: new Float32Array(4 * model.item_count) },
    ...more,
  });
}

/** Sum of medians over sum of means of a category, at 30 %. */
function medianShare(model: DemandModel, category: number): number {
  const { phase_median, phase_mean } = nextWeek(model);
  let [medians, means] = [0, 0];
  for (let item = 0; item < ITEMS; item++) {
    if (model.category[item] !== category) continue;
    medians += phase_median[item * LEVELS.length + 3] ?? 0;
    means += phase_mean[item * LEVELS.length + 3] ?? 0;
  }
  return medians / means;
}

function expectRising(learnt_median: Float32Array): void {
  learnt_median.forEach((median, at) => {
    if (at % LEVELS.length > 0)
      expect(median).toBeGreaterThanOrEqual((learnt_median[at - 1] ?? 0) * (1 - 1e-6));
  });
}

describe('the median that is learnt', () => {
  const lumpy = fitDemand(offeredPanel(true));

  it('lies well below the mean in a category that mostly sells little, near it in one that does not', () => {
    expect(nextWeek(lumpy).learnt_weight.every((weight) => weight > 0.3)).toBe(true);
    expect(medianShare(lumpy, 0)).toBeLessThan(0.75);
    expect(medianShare(lumpy, 1)).toBeGreaterThan(0.9);
  });

  it('never falls with the discount, as the trees see it', () => {
    expectRising(nextWeek(lumpy).learnt_median);
  });

  describe('after a small past', () => {
    const { residual } = lumpy;
    const middle = residual?.middle;
    if (!residual || !middle?.beside) throw new Error('two kinds of trees do not aim at the median');
    const { trees, weight, beside, beside_weight = 0 } = middle;
    const readBy = (kept: MiddleForest) => nextWeek({ ...lumpy, residual: { ...residual, middle: kept } });
    const corrects = readBy({ trees, weight, holds_answer: false, unheld: true }).learnt_median;
    const answers = readBy({
      trees: beside,
      weight: beside_weight,
      holds_answer: true,
      unheld: true,
    }).learnt_median;

    it('leans on what corrects the model and on what holds the answer to prices, each as far as it is believed', () => {
      const both = nextWeek(lumpy);
      expectRising(corrects);
      expectRising(answers);
      const together = weight + beside_weight;
      both.learnt_median.forEach((median, at) => {
        const mixed = (weight * (corrects[at] ?? 0) + beside_weight * (answers[at] ?? 0)) / together;
        expect(median / mixed).toBeCloseTo(1, 5);
      });
      expect(both.learnt_weight[0]).toBeCloseTo(together, 9);
      expect(together).toBeLessThanOrEqual(1);
      // At full price both start from the same forecast, and differ by what they learnt.
      for (let at = 0; at < answers.length; at += LEVELS.length) {
        expect((answers[at] ?? 0) / (corrects[at] ?? 0)).toBeGreaterThan(0.5);
        expect((answers[at] ?? 0) / (corrects[at] ?? 0)).toBeLessThan(2);
      }
    });

    it('is of trees that may fall where a discount is new, made rising as they are read', () => {
      const raw = readBy({ trees, weight, holds_answer: false, unheld: false }).learnt_median;
      const falls = raw.some((median, at) => at % LEVELS.length > 0 && median < 0.999 * (raw[at - 1] ?? 0));
      expect(falls).toBe(true);
      // It is left as it was where it did not fall.
      expect(
        raw.filter((median, at) => Math.abs(median / (corrects[at] ?? 0) - 1) < 1e-6).length,
      ).toBeGreaterThan(raw.length / 3);
    });

    it('is of a model stored before as it was then: the first kind alone, or the mean of both', () => {
      const once = readBy({ trees, weight, holds_answer: false });
      expect(once.learnt_weight[0]).toBeCloseTo(weight, 9);
      const twice = readBy({ trees, weight: 0.6, holds_answer: false, beside });
      expect(twice.learnt_weight[0]).toBeCloseTo(0.6, 9);
      const other = readBy({ trees: beside, weight: 1, holds_answer: true }).learnt_median;
      twice.learnt_median.forEach((median, at) => {
        expect(median / (((once.learnt_median[at] ?? 0) + (other[at] ?? 0)) / 2)).toBeCloseTo(1, 5);
      });
    });
  });

  it('hardly moves where weeks follow the model', () => {
    const plain = fitDemand(offeredPanel(false));
    for (const category of [0, 1]) {
      expect(medianShare(plain, category)).toBeGreaterThan(0.93);
      expect(medianShare(plain, category)).toBeLessThan(1.03);
    }
  });

  it('stays within its band and the stock', () => {
    const stock = new Float64Array(ITEMS).fill(20);
    const { phase_median, phase_p10, phase_p90 } = nextWeek(lumpy, { stock });
    phase_median.forEach((median, at) => {
      expect(median).toBeLessThanOrEqual(Math.min(20, phase_p90[at] ?? 0));
      expect(median).toBeGreaterThanOrEqual(phase_p10[at] ?? 0);
    });
  });

  it('leaves alone what was forecast elsewhere, line by line', () => {
    const phase_mean = new Float32Array(ITEMS * LEVELS.length).fill(Number.NaN);
    phase_mean.fill(50, 0, LEVELS.length);
    const { learnt_weight } = nextWeek(lumpy, { third_party: { phase_mean } });
    expect(learnt_weight[0]).toBe(0);
    expect(learnt_weight[1]).toBeGreaterThan(0);
  });

  it('is not used where nobody knows what the others will do', () => {
    expect(nextWeek(lumpy, { planned: null }).learnt_weight.every((weight) => weight === 0)).toBe(true);
  });

  describe('of a past too large to be looked at whole', () => {
    const large = fitDemand(offeredPanel(true, 145));

    it('learns the answer to prices itself, and lies where sales mostly are', () => {
      expect(large.residual?.middle?.holds_answer).toBe(true);
      expect(nextWeek(large).learnt_weight.every((weight) => weight > 0.3)).toBe(true);
      expect(medianShare(large, 0)).toBeLessThan(0.75);
      expect(medianShare(large, 1)).toBeGreaterThan(0.9);
    });

    it('never falls with the discount', () => {
      expectRising(nextWeek(large).learnt_median);
    });

    it('goes on rising by the answer of the model beyond the deepest discount seen', () => {
      const { learnt_median } = nextWeek(large);
      // Nothing was sold at more than 40 %; the model's own answer is capped past 50 %.
      for (let item = 0; item < ITEMS; item++)
        expect(learnt_median[item * LEVELS.length + 5]).toBeGreaterThan(
          1.2 * (learnt_median[item * LEVELS.length + 4] ?? 0),
        );
    });
  });
});
