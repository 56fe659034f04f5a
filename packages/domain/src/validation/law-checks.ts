import { formatDateRange, formatShortDate } from '../format/date.ts';
import { formatCompactMoney } from '../format/money.ts';
import { formatQuantity } from '../format/number.ts';
import { type LawPeriod, mayResellAtLoss } from '../law/removed-level.ts';
import { LAW_RULES, type LawLevel, type LawRuleKey, standsOn } from '../law/rules.ts';
import { SEASON_LABELS, type SoldesFault } from '../law/soldes.ts';
import type { QueryRule, QueryTree } from '../query/tree.ts';
import type { ValidationCheck } from './check.ts';

/** Marked-down products that a rule speaks of, and what they are expected to sell for in the worked phase. */
export interface LawCount {
  count: number;
  sales: number | null;
  /** Those of them that are left out of the phase, whose price marked down before is still in shops. */
  excluded?: number;
}

/** What the law's checks are made from, of the lines that have a reduced price in the worked phase. */
export interface LawFacts extends LawPeriod {
  currency: string;
  counts: Readonly<Record<LawCountKey, LawCount>>;
}

export const LAW_COUNTS = [
  'unproven',
  'unknown',
  'till',
  'recent',
  'unlike',
  'less',
  'none',
  'goods',
  'undated',
  'below',
] as const;
export type LawCountKey = (typeof LAW_COUNTS)[number];

/** Which lines each count is of: products whose price the worked phase lowers. */
export function lawFilters(goodsDay: string): Readonly<Record<LawCountKey, QueryTree>> {
  const marked = (...rules: QueryRule[]): QueryTree => ({
    combinator: 'and',
    rules: [{ field: 'announcement', operator: 'is_set' }, ...rules],
  });
  const state = (...value: string[]): QueryRule => ({ field: 'prior_price_state', operator: 'in', value });
  const announced = (...value: string[]): QueryRule => ({ field: 'announcement', operator: 'in', value });
  return {
    unproven: marked(state('unknown', 'till', 'recent')),
    unknown: marked(state('unknown')),
    till: marked(state('till')),
    recent: marked(state('recent')),
    unlike: marked(announced('less', 'none')),
    less: marked(announced('less')),
    none: marked(announced('none')),
    goods: marked({ field: 'on_sale_date', operator: 'gt', value: goodsDay }),
    undated: marked({ field: 'on_sale_date', operator: 'is_not_set' }),
    below: marked({ field: 'below_cost', operator: 'equals', value: true }),
  };
}

const STATES: Readonly<Record<LawLevel, ValidationCheck['state']>> = {
  note: 'ok',
  warn: 'attention',
  block: 'blocked',
};

const counted = (count: number, one: string, several: string): string =>
  `${formatQuantity(count)} ${count === 1 ? one : several}`;

/** What several counts say, and the turnover at stake. */
function detailOf(
  { sales, excluded = 0 }: LawCount,
  currency: string,
  parts: readonly (string | null)[],
): string | null {
  const amount = sales === null ? null : `${formatCompactMoney(sales, currency)} de CA prévu`;
  const carried =
    excluded === 0
      ? null
      : `dont ${counted(excluded, 'exclu, au prix reconduit', 'exclus, au prix reconduit')}`;
  return [...parts, carried, amount].filter((part) => part !== null).join(' ; ') || null;
}

const part = ({ count }: LawCount, one: string, several: string): string | null =>
  count === 0 ? null : counted(count, one, several);

type Said = Pick<ValidationCheck, 'text' | 'detail' | 'filter'>;

/** What is wrong by a rule; null: nothing is. */
type Finding = (facts: LawFacts, filters: ReturnType<typeof lawFilters>) => Said | null;

const FINDINGS: Readonly<Record<LawRuleKey, Finding>> = {
  prior_price: ({ counts, currency }, filters) =>
    counts.unproven.count === 0
      ? null
      : {
          text: `${counted(counts.unproven.count, 'produit démarqué', 'produits démarqués')} au prix antérieur non établi`,
          detail: detailOf(counts.unproven, currency, [
            part(counts.unknown, 'inconnu, sans annonce', 'inconnus, sans annonce'),
            part(counts.till, 'vu en caisse, à confirmer', 'vus en caisse, à confirmer'),
            part(counts.recent, 'en vente depuis moins de 30 jours', 'en vente depuis moins de 30 jours'),
          ]),
          filter: filters.unproven,
        },
  announced_pct: ({ counts, currency }, filters) =>
    counts.unlike.count === 0
      ? null
      : {
          text: `${counted(counts.unlike.count, 'produit ne peut pas être annoncé', 'produits ne peuvent pas être annoncés')} au taux décidé`,
          detail: detailOf(counts.unlike, currency, [
            part(counts.less, 'annoncé à moins', 'annoncés à moins'),
            part(counts.none, 'sans annonce', 'sans annonce'),
          ]),
          filter: filters.unlike,
        },
  soldes_dates: ({ faults: [fault, ...others] }) =>
    fault === undefined
      ? null
      : {
          text: `« ${fault.label} » est hors des dates légales des soldes`,
          detail: [
            formatDateRange(fault.first_day, fault.last_day),
            ...[fault, ...others].map(({ period }) => soldesPeriodText(period)),
          ].join(' ; '),
          filter: null,
        },
  soldes_goods: ({ counts, currency, is_soldes, goods_day }, filters) =>
    !is_soldes || counts.goods.count === 0
      ? null
      : {
          text: `${counted(counts.goods.count, 'produit soldé', 'produits soldés')} en vente depuis moins d’un mois`,
          detail: detailOf(counts.goods, currency, [
            `mis en vente après le ${formatShortDate(goods_day, true)}`,
            part(counts.undated, 'autre sans date de mise en vente', 'autres sans date de mise en vente'),
          ]),
          filter: filters.goods,
        },
  below_known_cost: ({ counts, currency, ...period }, filters) =>
    mayResellAtLoss(period) || counts.below.count === 0
      ? null
      : {
          text: `${counted(counts.below.count, 'produit', 'produits')} sous le coût connu, hors soldes`,
          detail: detailOf(counts.below, currency, [
            'permis pour une fin de saison marquée ou un produit démodé',
          ]),
          filter: filters.below,
        },
};

/** What is said where nothing is wrong; null: nothing. */
function fine(rule: LawRuleKey, { is_soldes }: LawFacts): string | null {
  if (rule === 'prior_price') return 'Prix antérieurs établis';
  if (rule === 'announced_pct') return 'Annonces permises au taux décidé';
  if (rule === 'soldes_dates') return is_soldes ? 'Dates des soldes respectées' : null;
  if (rule === 'soldes_goods') return is_soldes ? 'Produits soldés en vente depuis un mois' : null;
  return null;
}

/** « Soldes d’été du 24 juin au 21 juil. 2026 (France) ». */
export function soldesPeriodText(period: SoldesFault['period']): string {
  const { season, first_day, last_day, place } = period;
  return `${SEASON_LABELS[season]} du ${formatShortDate(first_day)} au ${formatShortDate(last_day, true)} (${place})`;
}

/** Which products a rule blocks for, of those that it speaks of. */
const BLOCKING: Partial<Record<LawRuleKey, LawCountKey>> = {
  prior_price: 'unproven',
  // An announcement at less than decided keeps the law: only those without any do not.
  announced_pct: 'none',
  soldes_goods: 'goods',
  below_known_cost: 'below',
};

/** Products that are left out do not block: nothing of the phase would change their price. */
function stateOf(key: LawRuleKey, { policy, counts }: LawFacts): ValidationCheck['state'] {
  const blocking = BLOCKING[key];
  const of = blocking === undefined ? null : counts[blocking];
  const isDecided = of === null || of.count > (of.excluded ?? 0);
  return policy[key] === 'block' && !isDecided ? 'attention' : STATES[policy[key]];
}

/** What a rule of the law says of the worked phase; null where it has nothing to say, or did not stand then. */
export function lawCheck(key: LawRuleKey, facts: LawFacts): ValidationCheck | null {
  if (!standsOn(LAW_RULES[key], facts.first_day)) return null;
  const found = FINDINGS[key](facts, lawFilters(facts.goods_day));
  if (found) return { key, state: stateOf(key, facts), ...found };
  const text = fine(key, facts);
  return text === null ? null : { key, state: 'ok', text, detail: null, filter: null };
}
