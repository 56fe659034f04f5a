import { NARROW_SPACE } from '../format/missing.ts';
import { formatCompactMoney } from '../format/money.ts';
import { formatQuantity } from '../format/number.ts';
import type { LossWarning } from './loss.ts';

const REFERENCES = {
  below_current: { plan: 'le plan actuel', edit: 'avant' },
  below_nothing: { plan: 'ne rien faire', edit: 'ne rien faire' },
} as const;

function part(warning: LossWarning, currency: string, of: 'plan' | 'edit'): string {
  if (warning.kind === 'below_cost') {
    const { count, added } = warning;
    const more = added < count ? `, dont ${formatQuantity(added)} de plus` : '';
    return `${formatQuantity(count)} ${count === 1 ? 'produit sous son coût' : 'produits sous leur coût'}${more}`;
  }
  const reference = REFERENCES[warning.kind][of];
  const than = reference === 'avant' ? 'qu’avant' : `que ${reference}`;
  return `${formatCompactMoney(warning.amount, currency)} de moins ${than}`;
}

/**
 * « 397,8 k€ de moins que le plan actuel ; 381 produits sous leur coût »; empty when there is nothing to say. `of`:
 * what is judged, a plan to be applied or an edit that was done.
 */
export function lossSentence(
  warnings: readonly LossWarning[],
  currency: string,
  of: 'plan' | 'edit' = 'plan',
): string {
  return warnings.map((warning) => part(warning, currency, of)).join(`${NARROW_SPACE}; `);
}

/** What a button that applies a plan all the same ends with: merit lost, or only sales under cost; empty without a warning. */
export function despiteLoss(warnings: readonly LossWarning[]): string {
  if (warnings.length === 0) return '';
  return warnings.every(({ kind }) => kind === 'below_cost')
    ? 'malgré les ventes sous le coût'
    : 'malgré la perte';
}
