import type { Results } from '@palier/contract';

/** An acceleration that enough products measure. */
export interface MeasuredPace {
  project_phase: number;
  discount_pct: number;
  line_count: number;
  ratio: number;
  low: number;
  high: number;
}

interface MeasuredPaces {
  paces: MeasuredPace[];
  /** The discounts that have one, rising. */
  levels: number[];
  /** The axis: it holds every interval, and the pace of before. */
  low: number;
  high: number;
}

/** The accelerations that are known, and the axis that they fit on. */
export function measuredPaces(acceleration: Results['acceleration']): MeasuredPaces {
  const paces = acceleration.flatMap(({ ratio, low, high, ...pace }) =>
    ratio === null || low === null || high === null ? [] : [{ ...pace, ratio, low, high }],
  );
  const levels = [...new Set(paces.map(({ discount_pct }) => discount_pct))].sort((a, b) => a - b);
  return {
    ...{ paces, levels },
    low: Math.min(1, ...paces.map(({ low }) => low)),
    high: Math.max(1, ...paces.map(({ high }) => high)),
  };
}
