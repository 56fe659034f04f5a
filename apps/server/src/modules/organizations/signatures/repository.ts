import type { Delegation } from '@palier/domain';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { Scope } from '../../../scope.ts';

/** Delegations of the organisation, over or to come too; one a manager. */
export async function listDelegations(db: DbOrTx, scope: Scope): Promise<Delegation[]> {
  return db
    .selectFrom('signature_delegation')
    .select(['user_id', 'delegate_id', 'from_date', 'to_date'])
    .where('organization_id', '=', scope.organization_id)
    .execute();
}

export async function deleteDelegation(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .deleteFrom('signature_delegation')
    .where('organization_id', '=', scope.organization_id)
    .where('user_id', '=', scope.user_id)
    .execute();
}

export async function putDelegation(tx: Tx, scope: Scope, delegation: Delegation): Promise<void> {
  await deleteDelegation(tx, scope);
  await tx
    .insertInto('signature_delegation')
    .values({ ...delegation, organization_id: scope.organization_id })
    .execute();
}
