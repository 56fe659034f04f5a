import type { Day } from '../calendar/day.ts';
import type { ClothColor } from '../catalogue/colors.ts';
import type { Brand, Style, Subfamily, Supplier } from '../catalogue/definitions.ts';
import type { GarmentPattern } from '../garments/kinds.ts';

/** A collection of the history: products are launched in it and sold out by its soldes. */
export interface Collection {
  /** Two digits of the year and E (été), H (hiver) or P (permanent), as in the codes. */
  code: string;
  /** « Été 2026 ». */
  name: string;
  season: 'summer' | 'winter' | 'permanent';
  /** First and last day of launches. */
  launches: readonly [Day, Day];
  /** First day of its soldes; the permanents have none. */
  soldes: Day | null;
  /** Day when what is left is withdrawn from the shops (never for what is always on sale). */
  withdrawn: Day;
  share: number;
  /** Past collections have fewer products that sell more, so that a year compares with the next. */
  rate_factor: number;
}

/** What the shops know of a product. */
export interface Product {
  index: number;
  item_group_id: string;
  name: string;
  brand: Brand;
  subfamily: Subfamily;
  style: Style;
  color: ClothColor;
  color_name: string;
  pattern: GarmentPattern;
  sizes: readonly string[];
  supplier: Supplier;
  collection: Collection;
  on_sale: Day;
  withdrawn: Day;
  /** Initial price incl. tax, in cents. */
  price_cents: number;
  base_price_cents: number;
  cost_cents: number;
  material: string;
}

/** The hidden truth: the parameters that made the sales. */
export interface HiddenTruth {
  /** Units a week at full price, at the plateau, in an average week, before the surprise. */
  weekly_rate: number;
  /** Own-price elasticity (negative). */
  elasticity: number;
  /** Logarithm of the jump that any markdown gives, whatever its depth. */
  markdown_jump: number;
  /** The surprise: how the product sells against what its buyer expected (mean 1). */
  frailty: number;
  /** Share of demand lost each week of age (logarithm, negative). */
  weekly_decay: number;
  /** 1/r of the weekly noise. */
  dispersion: number;
  /** What soldes do to the product beyond its price: some catch fire, others do not (mean 1). */
  soldes_response: number;
  /** Share of demand of each size. */
  size_shares: readonly number[];
}
