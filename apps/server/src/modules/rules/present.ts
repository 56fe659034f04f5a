import type { Rule } from '@palier/contract';
import { LADDER } from '@palier/domain';
import type { RuleRow } from './repository.ts';

const LADDER_NAME = 'La démarque précédente';

export function presentRule({ rule_id, project_id: _, ...row }: RuleRow): Rule {
  return { _id: rule_id, ...row };
}

/** The name of what wins over a rule: another rule, or the previous discount. */
export function winnerName(winner: string, rules: readonly Pick<RuleRow, 'rule_id' | 'name'>[]): string {
  return winner === LADDER ? LADDER_NAME : (rules.find(({ rule_id }) => rule_id === winner)?.name ?? winner);
}
