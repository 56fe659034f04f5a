export type ScaleMarkKind = 'reference' | 'optimum' | 'ceiling';

/** A point of comparison: doing nothing, last year, the optimum, a ceiling. */
export interface ScaleMark {
  kind: ScaleMarkKind;
  value: number;
  label: string;
}

export interface ScaleInput {
  value: number;
  before?: number;
  marks: readonly ScaleMark[];
}

/** Places on the scale in percent of its width. */
export interface ScalePlaces {
  value: number;
  before?: number;
  marks: number[];
}

/** Margin kept free at both ends, in percent. */
const margin = 11;

/**
 * Places the value, the value before and the marks on one linear scale. The lowest and the
 * highest of the marks stand at 11 % and 89 %, so that a value outside them still shows;
 * what lies beyond the ends is held at the ends.
 */
export function scalePlaces({ value, before, marks }: ScaleInput): ScalePlaces {
  const all = [value, ...(before === undefined ? [] : [before]), ...marks.map((mark) => mark.value)].filter(
    Number.isFinite,
  );
  const low = Math.min(...all);
  const high = Math.max(...all);
  const place = (point: number) => {
    if (!Number.isFinite(point)) return 50;
    // A difference that the three digits shown do not tell is none: the marks stand together.
    if (high - low <= 1e-3 * Math.max(Math.abs(high), Math.abs(low))) return 50;
    return margin + ((point - low) / (high - low)) * (100 - 2 * margin);
  };
  return {
    value: place(value),
    before: before === undefined ? undefined : place(before),
    marks: marks.map((mark) => place(mark.value)),
  };
}

/**
 * Which texts of the given widths (in percent) stand side by side: the last ones that may go are left out first.
 *
 * @param kept texts that always stay.
 * @returns their indices, in the given order.
 */
export function fittingLabels(widths: readonly number[], kept: readonly boolean[]): number[] {
  const shown = widths.map((_, index) => index);
  const total = (): number => shown.reduce((sum, index) => sum + (widths[index] ?? 0) + 1, -1);
  while (total() > 100) {
    const last = shown.findLastIndex((index) => !kept[index]);
    if (last < 0) break;
    shown.splice(last, 1);
  }
  return shown;
}

/**
 * Left edges, in percent, for texts of the given widths (in percent) that want to be centred on
 * `centers`: kept inside 0–100, in the order of the centres, without overlap where they fit.
 */
export function spreadLabels(centers: readonly number[], widths: readonly number[]): number[] {
  const order = centers.map((_, index) => index).sort((a, b) => (centers[a] ?? 0) - (centers[b] ?? 0));
  const lefts: number[] = new Array(centers.length).fill(0);
  let end = 0;
  for (const index of order) {
    const wanted = (centers[index] ?? 0) - (widths[index] ?? 0) / 2;
    const left = Math.max(wanted, end);
    lefts[index] = left;
    end = left + (widths[index] ?? 0) + 1;
  }
  let limit = 100;
  for (const index of [...order].reverse()) {
    const width = widths[index] ?? 0;
    lefts[index] = Math.max(0, Math.min(lefts[index] ?? 0, limit - width));
    limit = (lefts[index] ?? 0) - 1;
  }
  return lefts;
}
