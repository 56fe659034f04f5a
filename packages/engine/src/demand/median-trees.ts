import { type BoostedTrees, boostedScore } from '../numeric/boosted-trees.ts';
import { thinned } from '../numeric/thinned.ts';
import { nearestDepth, type PastForecasts } from './calibrate.ts';
import { boundScore, growTrees, LARGEST, type PastRow, type ResidualSetup, weekOf } from './past-rows.ts';
import { RISING, RISING_DEPTH } from './situation.ts';

/** Medians are grown deeper: half of what happens lies on either side whatever the largest sales were. */
const GROWTH = { objective: 'absolute', leaves: 12, rate: 0.1, least_rows: 25, ridge: 20 } as const;
const TREES = 70;
/** A small past is looked at whole, at every horizon: more can be told from it. */
const TREES_WHOLE = 150;
/** Parts of a small past, each forecast by trees grown on the others, and rows of it that are looked at. */
const PARTS = 4;
const CROSSED_ROWS = 10_000;

/** Bound of what trees say that hold the whole answer to prices. */
const LARGEST_ANSWER = 3;

/** Trees that aim at the median. */
export interface MedianTrees {
  trees: BoostedTrees;
  /** Whether they start from the level at full price and hold the answer to prices; else they correct the model's. */
  holds_answer: boolean;
  /** Whether they may fall where a discount is new; what is read of them is then made rising. */
  unheld: boolean;
}

/** What is believed of trees that aim at the median, on both sides of nought. */
export function largestScore(holds_answer: boolean): number {
  return holds_answer ? LARGEST_ANSWER : LARGEST;
}

/**
 * Trees that aim at the median. Started from the level at full price they learn the answer to prices, and may say less of
 * a discount than the model does; a small past teaches it roughly, and has others before that start from the model's
 * forecast. Trees of a small past may fall where a discount is new, so that they tell an opening from a depth.
 */
export function growMedians(
  rows: readonly PastRow[],
  small: boolean,
  count = small ? TREES_WHOLE : TREES,
): MedianTrees[] {
  const options = {
    ...GROWTH,
    trees: count,
    rising: small ? RISING_DEPTH : RISING,
  };
  const from = (holds_answer: boolean): MedianTrees => {
    const meanOf = ({ past, answer }: PastRow) => past.mean * (holds_answer ? Math.exp(-answer) : 1);
    return { holds_answer, unheld: small, trees: growTrees(rows, options, () => 1, meanOf) };
  };
  return small ? [from(false), from(true)] : [from(true)];
}

/** Logarithm, over the mean that the model forecasts, of what each of them says of a week. */
export function medianScores(all: readonly MedianTrees[], feature: Float32Array, answer: number): number[] {
  return all.map(({ trees, holds_answer }) => {
    const score = boundScore(boostedScore(trees, feature), largestScore(holds_answer));
    return holds_answer ? score - answer : score;
  });
}

/**
 * The rows of a small past, part by part, as trees grown on the other parts would have forecast them: many more weeks
 * than the last ones to choose by how far each kind is believed. Parts are of weeks that follow each other.
 *
 * @param meanBy the correction of means that the others of a part teach
 */
export function crossedForecasts(
  setup: ResidualSetup,
  rows: readonly PastRow[],
  meanBy: (others: readonly PastRow[]) => (feature: Float32Array) => number,
): PastForecasts {
  const looked = thinned(rows, CROSSED_ROWS);
  const weeks = looked.map(weekOf);
  const first = weeks.reduce((least, week) => Math.min(least, week), Number.POSITIVE_INFINITY);
  const span = 1 + weeks.reduce((most, week) => Math.max(most, week), 0) - first;
  const partOf = (row: PastRow) => Math.floor(((weekOf(row) - first) / span) * PARTS);
  const crossed: PastForecasts = { week: [], depth: [], actual: [], mean: [], variance: [], middles: [] };
  for (let part = 0; part < PARTS; part++) {
    const others = looked.filter((row) => partOf(row) !== part);
    const [medians, meanOf] = [growMedians(others, true, TREES), meanBy(others)];
    for (const row of looked.filter((one) => partOf(one) === part)) {
      const { past, feature, answer } = row;
      const discount = setup.past.panel.discount[past.cell] ?? 0;
      crossed.week.push(weekOf(row));
      crossed.depth.push(nearestDepth(discount));
      crossed.actual.push(past.actual);
      crossed.mean.push(past.mean * Math.exp(meanOf(feature)));
      crossed.variance.push(past.variance + setup.doubt(past.item, discount));
      crossed.middles.push(
        medianScores(medians, feature, answer).map((score) => past.mean * Math.exp(score)),
      );
    }
  }
  return crossed;
}
