import type { SetPolicy, Signer } from '@palier/contract';
import {
  DEFAULT_SIGNATURE_POLICY,
  type Delegation,
  delegationFault,
  isDelegationInForce,
  narrowingPerimeter,
  type Perimeter,
  permissionsOf,
  type SignaturePolicy,
} from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refused } from '../../../http/errors.ts';
import { today } from '../../../local-time.ts';
import { isAllowed, type Scope } from '../../../scope.ts';
import { listMembers } from '../members/repository.ts';
import { changeOrganizationSettings, lockOrganization, organizationSettings } from '../repository.ts';
import { changeSetting } from '../seen-setting.ts';
import { deleteDelegation, listDelegations, putDelegation } from './repository.ts';

/** When validating a phase takes a signature, and who said so. */
export async function signaturePolicy(db: DbOrTx, scope: Scope): Promise<SetPolicy> {
  const { signature } = await organizationSettings(db, scope);
  return signature ?? { policy: DEFAULT_SIGNATURE_POLICY, set_by: null, set_at: null };
}

/** Changes the organisation's rule. @throws 409 when it is no longer as it was seen */
export async function setSignaturePolicy(
  db: Db,
  scope: Scope,
  policy: SignaturePolicy,
  seen?: object,
): Promise<SetPolicy> {
  const signature = { policy, set_by: scope.user_name, set_at: new Date().toISOString() };
  await inTransaction(db, (tx) =>
    changeSetting(tx, scope, {
      ...{ subject: 'signature', changes: policy, seen },
      read: async () => (await signaturePolicy(tx, scope)).policy,
      write: () => changeOrganizationSettings(tx, scope, { signature }),
    }),
  );
  return signature;
}

export interface Signers {
  data: Signer[];
  /** Who may sign for somebody away: who works on phases. */
  delegates: { user_id: string; name: string }[];
}

/** Who signs phases, and who signs for each while she is away. */
export async function readSigners(db: DbOrTx, scope: Scope): Promise<Signers> {
  const members = (await listMembers(db, scope)).map(({ role, permissions, ...member }) => ({
    ...member,
    permissions: permissionsOf(role, permissions),
  }));
  const delegates = members.filter(({ permissions }) => permissions.canSubmitPhases);
  const names = new Map(delegates.map(({ user_id, name }) => [user_id, name]));
  const delegations = await listDelegations(db, scope);
  const delegationOf = (user_id: string): Signer['delegation'] => {
    const found = delegations.find((one) => one.user_id === user_id && today() <= one.to_date);
    const delegate_name = found && names.get(found.delegate_id);
    if (!found || delegate_name === undefined) return null;
    return { ...found, delegate_name, in_force: isDelegationInForce(found, today()) };
  };
  const signers = members.filter(({ permissions }) => permissions.canValidatePhases);
  return {
    data: signers.map(({ user_id, name }) => ({ user_id, name, delegation: delegationOf(user_id) })),
    delegates: delegates.map(({ user_id, name }) => ({ user_id, name })),
  };
}

/** What each of the organisation's people is limited to; null: to nothing. */
export async function memberPerimeters(
  db: DbOrTx,
  scope: Scope,
): Promise<ReadonlyMap<string, Perimeter | null>> {
  const members = await listMembers(db, scope);
  return new Map(members.map(({ user_id, perimeter }) => [user_id, narrowingPerimeter(perimeter)]));
}

/** Gives the caller's signature to somebody for some days, or takes it back. @throws 422 */
export async function delegateSignature(
  db: Db,
  scope: Scope,
  asked: Omit<Delegation, 'user_id'> | null,
): Promise<Signers> {
  const delegation = asked && { ...asked, user_id: scope.user_id };
  const fault = delegation && delegationFault(delegation, today());
  if (fault) throw refused(fault);
  await inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    const { delegates } = await readSigners(tx, scope);
    if (delegation && !delegates.some(({ user_id }) => user_id === delegation.delegate_id))
      throw refused('Son rôle ne permet pas de signer en votre absence.', { field: 'delegate_id' });
    await (delegation ? putDelegation(tx, scope, delegation) : deleteDelegation(tx, scope));
  });
  return readSigners(db, scope);
}

/**
 * For whom the caller signs on this day, who does not sign in her own name: the person who was asked, when she is one of
 * them. null: nobody.
 */
export function signsFor(scope: Scope, signers: readonly Signer[], asked: string | null): Signer | null {
  if (isAllowed(scope, 'canValidatePhases') || !isAllowed(scope, 'canSubmitPhases')) return null;
  const away = signers.filter(
    ({ delegation }) => delegation?.in_force && delegation.delegate_id === scope.user_id,
  );
  return away.find(({ user_id }) => user_id === asked) ?? away[0] ?? null;
}
