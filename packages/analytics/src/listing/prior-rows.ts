import type { PriorPriceState } from '@palier/domain';

/** The prior price of a variant, or of those of its product that no list names (`item_id` null), before a phase. */
export interface LinePrior {
  _id: string;
  item_id: string | null;
  phase: number;
  /** First of the days that count. */
  begins: string;
  state: PriorPriceState;
  price: number | null;
  date: string | null;
  source: 'list' | 'paid' | 'till' | null;
  sales_count: number | null;
}

/** A price of its lists from a day on. */
export interface LinePricePoint {
  _id: string;
  item_id: string | null;
  date: string;
  price: number | null;
}

export interface PriorPrices {
  priors: LinePrior[];
  points: LinePricePoint[];
}
