import type { HiddenTruth } from '../../packages/demo/src/world/product.ts';
import { exactLearner } from './exact-learner.ts';
import type { Market } from './market.ts';
import type { Policy } from './policy.ts';
import { buildPrototypeMarket, FRAILTY_SHAPE } from './prototype-market.ts';
import { buildRetailerMarket } from './retailer-market.ts';

/** A kind of market in which policies are played. */
export interface Scenario {
  key: string;
  /** French, for tables. */
  label: string;
  /** ρ: what an unsold unit is still worth, as a share of its cost. */
  residual_value: number;
  /** Policies that know a part of the truth of this kind of market alone. */
  references: readonly Policy[];
  /** Draws the market of a seed; `size` 1 is the default number of products. `largest`: see the markets. */
  build(seed: number, size: number, largest?: (truth: HiddenTruth) => number): Market;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    key: 'prototype',
    label: 'Une taille, sans saison, fragilité Γ(4, 4) révélée par la démarque',
    residual_value: 0,
    references: [exactLearner(FRAILTY_SHAPE)],
    build: (seed, size, largest) =>
      buildPrototypeMarket({ products: Math.round(240 * size), seed, ...(largest && { largest }) }),
  },
  {
    key: 'retailer',
    label: 'Enseigne : tailles et magasins, événements, passé où les lents baissent plus',
    residual_value: 0.2,
    references: [],
    build: (seed, size, largest) =>
      buildRetailerMarket({ products: Math.round(700 * size), seed, ...(largest && { largest }) }),
  },
  {
    key: 'unforeseen',
    label: 'Enseigne, soixante semaines connues, choc commun et chocs de famille pendant les soldes',
    residual_value: 0.2,
    references: [],
    build: (seed, size, largest) =>
      buildRetailerMarket({
        products: Math.round(700 * size),
        seed,
        history_weeks: 60,
        shock: 0.25,
        ...(largest && { largest }),
      }),
  },
];
