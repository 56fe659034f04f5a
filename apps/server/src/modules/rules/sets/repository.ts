import type { Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { RuleSetTable } from '../../../db/tables/rule-tables.ts';
import type { Scope } from '../../../scope.ts';

export type RuleSetRow = Selectable<RuleSetTable>;

/** The organisation's sets of rules, by name. */
export async function listSets(db: DbOrTx, scope: Scope): Promise<RuleSetRow[]> {
  return db
    .selectFrom('rule_set')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .orderBy('name')
    .orderBy('rule_set_id')
    .execute();
}

export async function insertSet(
  tx: Tx,
  scope: Scope,
  { rule_set_id, name, rules }: Pick<RuleSetRow, 'rule_set_id' | 'name' | 'rules'>,
): Promise<void> {
  const { organization_id, user_name } = scope;
  await tx
    .insertInto('rule_set')
    .values({ organization_id, rule_set_id, name, rules: JSON.stringify(rules), user_name })
    .execute();
}

/** False when there is no such set. */
export async function deleteSet(tx: Tx, scope: Scope, rule_set_id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('rule_set')
    .where('organization_id', '=', scope.organization_id)
    .where('rule_set_id', '=', rule_set_id)
    .returning('rule_set_id')
    .executeTakeFirst();
  return row !== undefined;
}
