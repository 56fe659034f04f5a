import type { Random } from '../random/random.ts';
import { HISTORY_START } from './collections.ts';
import type { HiddenTruth, Product } from './product.ts';
import type { World } from './world.ts';
import { FIRST_SHOP } from './world.ts';

/** What its buyer expects of a day at full price: rate, season, launch and age. */
export function plannedMean(world: World, product: Product, truth: HiddenTruth, day: number): number {
  const age = (HISTORY_START + day - product.on_sale) / 7;
  const launch = age < 1 ? 0.6 : age < 2 ? 0.85 : 1;
  const season = world.season[product.subfamily.profile][day] ?? 1;
  return (truth.weekly_rate / 7) * season * launch * Math.exp(truth.weekly_decay * age);
}

/** What a discount multiplies demand by: depth, the jump of any markdown, and the product's own taste for soldes. */
export function priceEffect(truth: HiddenTruth, discount: number, inSoldes: boolean): number {
  if (discount <= 0) return 1;
  const response = inSoldes ? truth.soldes_response : 1;
  return (1 - discount) ** truth.elasticity * Math.exp(truth.markdown_jump) * response;
}

/** The shops that carry a product: the large ones first, more of them for what sells more. */
export function drawShops(random: Random, world: World, rate: number): number[] {
  const shops = world.places.map((_, index) => index).slice(FIRST_SHOP);
  const count = Math.min(
    shops.length,
    Math.max(Math.ceil(shops.length / 6), Math.round(shops.length * (0.15 + rate / 45))),
  );
  const ranked = shops.map((shop) => ({
    shop,
    rank: (world.places[shop]?.weight ?? 1) * random.logNormal(1, 0.35),
  }));
  ranked.sort((a, b) => b.rank - a.rank || a.shop - b.shop);
  return ranked.slice(0, count).map((one) => one.shop);
}
