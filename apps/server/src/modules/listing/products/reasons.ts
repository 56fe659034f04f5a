import type { Product } from '@palier/contract';
import { formatDelta, formatMoneyDelta, formatPercent, type Line } from '@palier/domain';

type Levels = NonNullable<Product['levels']>;

/** Why this discount, in sentences: who chose it, what binds it, and what the neighbouring ones would give. */
export function reasonsFor(
  line: Line,
  { levels, elasticity, currency }: { levels: Levels; elasticity: Product['elasticity']; currency: string },
): string[] {
  return [
    ...originOf(line),
    ...boundsOf(line),
    ...compare(line, levels, currency),
    ...responseOf(elasticity),
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
  return typeof discount_pct_opti === 'number'
    ? [`${formatPercent(discount_pct)} est la démarque proposée par l’optimisation.`]
    : [`${formatPercent(discount_pct)} prolonge la démarque précédente : un prix démarqué ne remonte pas.`];
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

/** What one step more or less would change over the phases left. */
function compare({ discount_pct }: Line, levels: Levels, currency: string): string[] {
  const at = levels.findIndex(
    (level) => level.discount_pct === (typeof discount_pct === 'number' ? discount_pct : 0),
  );
  const own = levels[at];
  return [levels[at + 1], levels[at - 1]].flatMap((other) => {
    if (!own || !other?.allowed) return [];
    const units = (other.total.sales_qty ?? 0) - (own.total.sales_qty ?? 0);
    const profit = (other.total.profit ?? 0) - (own.total.profit ?? 0);
    return [
      `À ${formatPercent(other.discount_pct)}, ${formatDelta(units)} ${Math.abs(units) < 1.5 ? 'unité' : 'unités'} et ${formatMoneyDelta(profit, currency)} de marge sur les démarques restantes.`,
    ];
  });
}

function responseOf(elasticity: Product['elasticity']): string[] {
  if (!elasticity) return [];
  return [
    `${elasticity.source} : baisser le prix de 10 % augmente la demande d’environ ${formatPercent(100 * (0.9 ** elasticity.value - 1), 0)}.`,
  ];
}
