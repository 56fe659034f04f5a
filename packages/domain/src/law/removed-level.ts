import { isBelowCost } from '../price/formula.ts';
import { announceablePct, announcement } from './prior-price.ts';
import { LAW_RULES, type LawPolicy, standsOn } from './rules.ts';
import type { SoldesFault } from './soldes.ts';

/** What the law's rules are read with, of a phase of a project. */
export interface LawPeriod {
  policy: LawPolicy;
  /** First day of the phase. */
  first_day: string;
  /** Whether the phase is called « soldes ». */
  is_soldes: boolean;
  /** Of the phase. */
  faults: readonly SoldesFault[];
  /** Goods of soldes are on sale since that day at the latest. */
  goods_day: string;
}

/** What the law asks of a product, whatever its discount. */
interface LawfulProduct {
  prior_price: number | null;
  prior_price_state: string | null;
  on_sale_date: string | null;
}

/** A product's price at a discount: what its label bears, and what it leaves without tax. Rates in points. */
export interface LevelPrice {
  discount_pct: number;
  /** The rate that the price stands at (`rateAt`). */
  rate: number;
  price: number | null;
  net: number;
  cost: number;
}

/** Selling under cost is allowed during soldes that keep their dates. */
export const mayResellAtLoss = ({ is_soldes, faults }: Pick<LawPeriod, 'is_soldes' | 'faults'>): boolean =>
  is_soldes && faults.length === 0;

type Hit<T> = (product: LawfulProduct, at: LevelPrice, period: T) => boolean;

/**
 * Where each rule hits a product at a discount. A discount announced at less than decided keeps the law: that is no hit.
 * The dates of soldes are a phase's, no product's: no level would mend them. Those of the announcement hang on when the
 * product's reduction began, whatever the phase; the others on the phase.
 */
const ANNOUNCED: Readonly<Record<'prior_price' | 'announced_pct', Hit<void>>> = {
  prior_price: ({ prior_price_state }) => prior_price_state !== null && prior_price_state !== 'known',
  announced_pct: ({ prior_price }, { price, discount_pct, rate }) =>
    announcement(price, announceablePct(discount_pct, rate), prior_price) === 'none',
};
const SOLD: Readonly<Record<'soldes_goods' | 'below_known_cost', Hit<LawPeriod>>> = {
  soldes_goods: ({ on_sale_date }, _, { is_soldes, goods_day }) =>
    is_soldes && on_sale_date !== null && on_sale_date > goods_day,
  below_known_cost: (_, { net, cost }, period) => !mayResellAtLoss(period) && isBelowCost(net, cost),
};

/** The rules that may remove a level. */
export const LEVEL_RULES = ['prior_price', 'announced_pct', 'soldes_goods', 'below_known_cost'] as const;
export type LevelRule = (typeof LEVEL_RULES)[number];

/** Why a level is removed, in a few words. */
export const REMOVED_LEVEL_REASONS: Readonly<Record<LevelRule, string>> = {
  prior_price: 'prix antérieur non établi',
  announced_pct: 'prix qui n’est pas sous le prix antérieur',
  soldes_goods: 'produit en vente depuis moins d’un mois',
  below_known_cost: 'prix sous le coût connu',
};

/** The rules that an organisation set to block, and that stand on the phase. */
export const blockingRules = ({ policy, first_day }: LawPeriod): LevelRule[] =>
  LEVEL_RULES.filter((rule) => policy[rule] === 'block' && standsOn(LAW_RULES[rule], first_day));

/**
 * The rules of the announcement that a product hits at a discount, its prior price being the one of before its
 * reduction. None at 0 %, which announces nothing.
 */
export const announcedHits = (product: LawfulProduct, at: LevelPrice): LevelRule[] =>
  at.discount_pct > 0
    ? (['prior_price', 'announced_pct'] as const).filter((rule) => ANNOUNCED[rule](product, at))
    : [];

/** The rules of a phase that a product sold in it at a discount hits; none at 0 %. */
export const soldHits = (product: LawfulProduct, at: LevelPrice, period: LawPeriod): LevelRule[] =>
  at.discount_pct > 0
    ? (['soldes_goods', 'below_known_cost'] as const).filter((rule) => SOLD[rule](product, at, period))
    : [];
