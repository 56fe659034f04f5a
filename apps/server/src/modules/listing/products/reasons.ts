import type { Product } from '@palier/contract';
import {
  appliedRules,
  formatDelta,
  formatMoneyDelta,
  formatPercent,
  formatQuantity,
  type LevelRule,
  type Line,
  previousDiscount,
  REMOVED_LEVEL_REASONS,
  workedDiscount,
} from '@palier/domain';
import type { CorrectionReason } from '@palier/engine';

const CORRECTION_REASONS: Record<CorrectionReason, string> = {
  discount: 'ce que ce taux a donné de plus ou de moins que prévu',
  opening: 'les premières semaines à un nouveau taux',
  past: 'les démarques que le produit vient d’avoir',
  others: 'les démarques des autres produits',
  sales: 'les écarts récents entre ventes et prévisions',
  calendar: 'la période de l’année et l’âge du produit',
  category: 'ce que sa catégorie a montré',
};

type Levels = NonNullable<Product['levels']>;

/** What the learned correction adds to the forecast of the discount in force (a share), and its main reason. */
interface Correction {
  share: number;
  reason: CorrectionReason;
}

/** What is known of the forecast of the worked phase at the discount where the line stands. */
export interface ForecastFacts {
  /** Units passed as often as not. */
  median?: number | null;
  correction?: Correction | null;
}

interface Facts extends ForecastFacts {
  /** Whether the reader may see what a discount earns. */
  costs: boolean;
  levels: Levels;
  elasticity: Product['elasticity'];
  currency: string;
}

/** Why this discount, in sentences: who chose it, what binds it, and what the neighbouring ones would give. */
export function reasonsFor(
  line: Line,
  { levels, elasticity, median, correction, currency, costs }: Facts,
): string[] {
  return [
    ...originOf(line),
    ...boundsOf(line),
    ...lawOf(levels),
    ...compare(line, levels, costs ? currency : null),
    ...responseOf(elasticity),
    ...middleOf(line, levels, median ?? null),
    ...correctionOf(correction ?? null),
  ];
}

function originOf(line: Line): string[] {
  const { discount_pct, discount_pct_user, discount_pct_opti, discount_pct_update_user } = line;
  if (typeof discount_pct_user === 'number') {
    const by = typeof discount_pct_update_user === 'string' ? ` par ${discount_pct_update_user}` : '';
    const optimum =
      typeof discount_pct_opti === 'number' && discount_pct_opti !== discount_pct_user
        ? ` ; l’optimisation proposait ${formatPercent(discount_pct_opti)}`
        : '';
    return [`${formatPercent(discount_pct_user)} est choisi à la main${by}${optimum}.`];
  }
  if (typeof discount_pct !== 'number') return ['Aucune démarque n’est encore choisie.'];
  const own = formatPercent(discount_pct);
  if (typeof discount_pct_opti === 'number') return [`${own} est la démarque proposée par l’optimisation.`];
  if (discount_pct > 0 && discount_pct === previousDiscount(line))
    return [`${own} prolonge la démarque précédente : un prix démarqué ne remonte pas.`];
  const rules = appliedRules(line).map(({ name }) => `«\u202f${name}\u202f»`);
  if (rules.length === 0) return [`${own} est la démarque automatique : personne n’en a choisi d’autre.`];
  const who = rules.length === 1 ? 'la règle' : 'les règles';
  return [
    `${own} vient des règles : ${who} ${rules.join(', ')} ${rules.length === 1 ? 'prend' : 'prennent'} ce produit.`,
  ];
}

function boundsOf({ discount_pct_min, discount_pct_max, previous_discount_pct }: Line): string[] {
  const reasons: string[] = [];
  if (typeof discount_pct_min === 'number' && discount_pct_min > 0)
    reasons.push(`Les règles imposent au moins ${formatPercent(discount_pct_min)}.`);
  if (typeof discount_pct_max === 'number')
    reasons.push(`Les règles limitent à ${formatPercent(discount_pct_max)}.`);
  if (typeof previous_discount_pct === 'number' && previous_discount_pct > 0) {
    reasons.push(`La démarque précédente était de ${formatPercent(previous_discount_pct)}.`);
  }
  return reasons;
}

/** The levels that plans leave out, by what removes them: « 20 % et 30 % : prix qui n’est pas sous le prix antérieur ». */
function lawOf(levels: Levels): string[] {
  const byReason = new Map<LevelRule, string[]>();
  for (const { discount_pct, removed_by } of levels)
    for (const rule of removed_by)
      byReason.set(rule, [...(byReason.get(rule) ?? []), formatPercent(discount_pct, 0)]);
  return [...byReason].map(([rule, removed]) => {
    const which = removed.length === 1 ? 'Niveau retiré' : 'Niveaux retirés';
    return `${which} par la loi : ${removed.join(', ')} (${REMOVED_LEVEL_REASONS[rule]}).`;
  });
}

/** What one step more or less than where the line stands would change over the phases left; in units alone without a currency. */
function compare(line: Line, levels: Levels, currency: string | null): string[] {
  const at = levels.findIndex((level) => level.discount_pct === workedDiscount(line));
  const own = levels[at];
  return [levels[at + 1], levels[at - 1]].flatMap((other) => {
    if (!own || !other?.allowed) return [];
    const units = (other.total.sales_qty ?? 0) - (own.total.sales_qty ?? 0);
    const merit = (other.total.profit_after_leftovers ?? 0) - (own.total.profit_after_leftovers ?? 0);
    const earned =
      currency === null ? '' : ` et ${formatMoneyDelta(merit, currency)} de marge après invendus`;
    return [
      `À ${formatPercent(other.discount_pct)}, ${formatDelta(units)} ${Math.abs(units) < 1.5 ? 'unité' : 'unités'}${earned}, jusqu’à la fin.`,
    ];
  });
}

function responseOf(elasticity: Product['elasticity']): string[] {
  if (!elasticity) return [];
  return [
    `${elasticity.source} : baisser le prix de 10 % augmente la demande d’environ ${formatPercent(100 * (0.9 ** elasticity.value - 1), 0)}.`,
  ];
}

function correctionOf(correction: Correction | null): string[] {
  if (!correction) return [];
  const moved = correction.share > 0 ? 'relève' : 'abaisse';
  const size = formatPercent(100 * Math.abs(correction.share), 0);
  return [
    `Ce que les prévisions passées ont manqué ${moved} celle-ci de ${size} : surtout ${CORRECTION_REASONS[correction.reason]}.`,
  ];
}

/** The mean and the median tell different things where sales are few or come in bursts. */
function middleOf(line: Line, levels: Levels, median: number | null): string[] {
  const mean = levels.find((level) => level.discount_pct === workedDiscount(line))?.phase.sales_qty;
  if (typeof mean !== 'number' || median === null || Math.abs(mean - median) < Math.max(1, 0.1 * mean))
    return [];
  const usually =
    median < mean
      ? 'le plus souvent moins, et parfois bien plus'
      : 'le plus souvent plus, et parfois bien moins';
  return [
    `La démarque est prévue à ${formatQuantity(mean)} unités en moyenne (médiane : ${formatQuantity(median)}) : ${usually}.`,
  ];
}
