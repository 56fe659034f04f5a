import type { RuleSummary } from '@palier/contract';
import { formatCompactMoney, isLossSaid } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';

/** Rules that cost more than a plan may lose unsaid, the dearest of them first. */
export interface CostlyRules {
  rule_id: string;
  /** What the dearest one costs, in « marge après invendus » to the end of the project. */
  cost: number;
  sentence: string;
}

/**
 * What the rules of a project cost, when one that is applied holds back alone more than the organisation lets a plan
 * lose unsaid; null when none does.
 * @param merit « marge après invendus » of the plan in force. @param thresholdPct in percent of it.
 */
export function costlyRules(
  { data }: Pick<RuleSummary, 'data'>,
  merit: number,
  thresholdPct: number,
  currency: string,
): CostlyRules | null {
  const costly = data
    .map((rule, index) => ({ ...rule, place: index + 1, cost: rule.merit_cost ?? 0 }))
    .filter(({ state, cost }) => state === 'processed' && isLossSaid(cost, merit, thresholdPct))
    .sort((one, other) => other.cost - one.cost);
  const [dearest, ...others] = costly;
  if (!dearest) return null;
  const { rule_id, cost, place, name, discount_count: count } = dearest;
  const more =
    others.length === 0
      ? ''
      : ` ; ${countOf(others.length, 'autre règle coûte', 'autres règles coûtent')} plus que le seuil`;
  const sentence = `La règle ${place} « ${name} » retient ${formatCompactMoney(cost, currency)} de marge après invendus sur ${countOf(count, 'produit')}${more}`;
  return { rule_id, cost, sentence: french(sentence) };
}
