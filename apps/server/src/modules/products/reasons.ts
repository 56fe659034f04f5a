import type { LineRow } from '@palier/analytics';
import type { Product } from '@palier/contract';

type Levels = NonNullable<Product['levels']>;

const money = new Intl.NumberFormat('fr-FR', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});
const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

/** Why this discount, in sentences: who chose it, what binds it, and what the neighbouring ones would give. */
export function reasonsFor(line: LineRow, levels: Levels, elasticity: Product['elasticity']): string[] {
  return [...originOf(line), ...boundsOf(line), ...compare(line, levels), ...responseOf(elasticity)];
}

function originOf(line: LineRow): string[] {
  const { discount_pct, discount_pct_user, discount_pct_opti, discount_pct_update_user } = line;
  if (typeof discount_pct_user === 'number') {
    const by = typeof discount_pct_update_user === 'string' ? ` par ${discount_pct_update_user}` : '';
    const optimum =
      typeof discount_pct_opti === 'number' && discount_pct_opti !== discount_pct_user
        ? ` ; l’optimisation proposait ${discount_pct_opti} %`
        : '';
    return [`${discount_pct_user} % est choisi à la main${by}${optimum}.`];
  }
  if (typeof discount_pct !== 'number') return ['Aucune démarque n’est encore choisie.'];
  return typeof discount_pct_opti === 'number'
    ? [`${discount_pct} % est la démarque proposée par l’optimisation.`]
    : [`${discount_pct} % prolonge la démarque précédente : un prix démarqué ne remonte pas.`];
}

function boundsOf({ discount_pct_min, discount_pct_max, previous_discount_pct }: LineRow): string[] {
  const reasons: string[] = [];
  if (typeof discount_pct_min === 'number' && discount_pct_min > 0)
    reasons.push(`Les règles imposent au moins ${discount_pct_min} %.`);
  if (typeof discount_pct_max === 'number') reasons.push(`Les règles limitent à ${discount_pct_max} %.`);
  if (typeof previous_discount_pct === 'number' && previous_discount_pct > 0) {
    reasons.push(`La démarque précédente était de ${previous_discount_pct} %.`);
  }
  return reasons;
}

/** What one step more or less would change over the phases left. */
function compare({ discount_pct }: LineRow, levels: Levels): string[] {
  const at = levels.findIndex(
    (level) => level.discount_pct === (typeof discount_pct === 'number' ? discount_pct : 0),
  );
  const own = levels[at];
  return [levels[at + 1], levels[at - 1]].flatMap((other) => {
    if (!own || !other?.allowed) return [];
    const units = (other.total.sales_qty ?? 0) - (own.total.sales_qty ?? 0);
    const profit = (other.total.profit ?? 0) - (own.total.profit ?? 0);
    return [
      `À ${other.discount_pct} %, ${signed(units)} unités et ${signedMoney(profit)} de marge sur les phases restantes.`,
    ];
  });
}

function responseOf(elasticity: Product['elasticity']): string[] {
  if (!elasticity) return [];
  return [
    `${elasticity.source} : baisser le prix de 10 % augmente la demande d’environ ${number.format(-elasticity.value * 10)} %.`,
  ];
}

const signed = (value: number) => `${value >= 0 ? '+' : ''}${number.format(value)}`;
const signedMoney = (value: number) => `${value >= 0 ? '+' : ''}${money.format(value)}`;
