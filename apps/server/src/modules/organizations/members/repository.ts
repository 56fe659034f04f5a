import type { Perimeter, Role } from '@palier/domain';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { Scope } from '../../../scope.ts';
import { lockOrganization } from '../repository.ts';

export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  permissions: Record<string, boolean>;
  perimeter: Perimeter | null;
  created_at: Date;
}

const COLUMNS = ['user_id', 'name', 'email', 'role', 'permissions', 'perimeter', 'created_at'] as const;

/** The people of the organisation, by name. */
export async function listMembers(db: DbOrTx, scope: Scope): Promise<MemberRow[]> {
  const rows = await db
    .selectFrom('organization_user')
    .select(COLUMNS)
    .where('organization_id', '=', scope.organization_id)
    .where('removed_at', 'is', null)
    .execute();
  return rows.sort((one, other) => one.name.localeCompare(other.name, 'fr'));
}

/** As `listMembers`, in no order, none of them changing, nor others joining, until the transaction ends. */
export async function lockMembers(tx: Tx, scope: Scope): Promise<MemberRow[]> {
  await lockOrganization(tx, scope);
  return tx
    .selectFrom('organization_user')
    .select(COLUMNS)
    .where('organization_id', '=', scope.organization_id)
    .where('removed_at', 'is', null)
    .execute();
}

/** Who had this address and left; she comes back as the same person. */
export async function findRemoved(tx: Tx, scope: Scope, email: string): Promise<string | null> {
  const row = await tx
    .selectFrom('organization_user')
    .select('user_id')
    .where('organization_id', '=', scope.organization_id)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

type Written = Pick<MemberRow, 'user_id' | 'name' | 'email' | 'role' | 'perimeter'>;

const stored = (perimeter: Perimeter | null) => (perimeter ? JSON.stringify(perimeter) : null);

/** Adds a member, or brings back one who left. */
export async function putMember(
  tx: Tx,
  scope: Scope,
  { user_id, perimeter, ...member }: Written,
): Promise<void> {
  const values = { ...member, perimeter: stored(perimeter), permissions: '{}', removed_at: null };
  await tx
    .insertInto('organization_user')
    .values({ organization_id: scope.organization_id, user_id, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Changes a member; another role takes back what was given beyond the former one. */
export async function updateMember(
  tx: Tx,
  scope: Scope,
  user_id: string,
  { name, role, perimeter }: { [K in 'name' | 'role' | 'perimeter']?: Written[K] | undefined },
): Promise<void> {
  const changes = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role, permissions: '{}' }),
    ...(perimeter !== undefined && { perimeter: stored(perimeter) }),
  };
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('organization_user')
    .set(changes)
    .where('organization_id', '=', scope.organization_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** Keeps somebody's name for the journal, and nothing else of her rights. */
export async function removeMember(tx: Tx, scope: Scope, user_id: string): Promise<void> {
  await tx
    .updateTable('organization_user')
    .set({ removed_at: new Date(), role: 'reader', permissions: '{}', perimeter: null })
    .where('organization_id', '=', scope.organization_id)
    .where('user_id', '=', user_id)
    .execute();
}
