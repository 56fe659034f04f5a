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

/** What the law asks of a line whatever its discount; its prior price should its reduction begin with each phase. */
export interface LawfulLine {
  _id: string;
  on_sale_date: string | null;
  /** By phase of the project; empty in a snapshot of before they were kept. */
  prior_prices: (number | null)[];
  prior_price_states: (string | null)[];
  previous_discount_pcts: number[];
}

export interface PriorPrices {
  priors: LinePrior[];
  points: LinePricePoint[];
}
