import type { HiddenTruth } from '../../packages/demo/src/world/product.ts';

/** What customers of a product look at in a week: its prices so far, and those of the products nearest to it. */
export interface Look {
  truth: HiddenTruth;
  /** Discounts of the weeks up to this one, the last of them. */
  path: readonly number[];
  /** Mean discount of the five nearest products. */
  nearby: number;
}

/** A law of demand other than the engine's own form. */
export interface World {
  key: string;
  /** French, for tables. */
  label: string;
  /** What a product's demand at full price is multiplied by. */
  effect(look: Look): number;
  /** True where a product's demand is its own affair and its past prices': who knows the law can plan it exactly. */
  exact: boolean;
  /** What a category's base is multiplied by in a week, counted from the first of the panel; missing: 1. */
  base?(seed: number, category: number, week: number): number;
}
