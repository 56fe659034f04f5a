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
