import type { DecisionsByPerson } from '@palier/contract';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';

const OFF: DecisionsByPerson = { on: false, changed_by: null, changed_at: null };

/** Whether post-mortems say who decided against the recommendation, and who chose so. */
export async function readDecisionsByPerson(db: DbOrTx, scope: Scope): Promise<DecisionsByPerson> {
  const { decisions_by_person: own } = await organizationSettings(db, scope);
  return own ?? OFF;
}

/** Off unless an administrator has turned it on: it is about people, who are to be told before. */
export async function decisionsByPerson(db: DbOrTx, scope: Scope): Promise<boolean> {
  return (await readDecisionsByPerson(db, scope)).on;
}

/** Turns it on or off, and keeps who did. */
export async function setDecisionsByPerson(db: Db, scope: Scope, on: boolean): Promise<DecisionsByPerson> {
  const kept = { on, changed_by: scope.user_name, changed_at: new Date().toISOString() };
  await inTransaction(db, (tx) => changeOrganizationSettings(tx, scope, { decisions_by_person: kept }));
  return kept;
}
