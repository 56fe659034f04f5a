import type { Rule } from '@palier/contract';
import type { RuleRow } from './repository.ts';

export function presentRule({ rule_id, project_id: _, ...row }: RuleRow): Rule {
  return { _id: rule_id, ...row };
}
