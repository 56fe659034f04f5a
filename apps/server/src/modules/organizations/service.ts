import type { Db, DbOrTx } from '../../db/database.ts';
import type { Account, AccountDirectory } from '../../identity/index.ts';
import type { Scope } from '../../scope.ts';
import { findUser, findUserByEmail, type UserRow } from './repository.ts';

/** The users' table as sign-in asks it. */
export function accountDirectory(db: Db): AccountDirectory {
  return {
    findById: async (user_id) => presentAccount(await findUser(db, { user_id })),
    findByEmail: async (email) => presentAccount(await findUserByEmail(db, email)),
  };
}

function presentAccount(user: UserRow | undefined): Account | undefined {
  if (!user) return undefined;
  const { user_id, email, name, organization_id, organization_name } = user;
  return { user_id, email, name, organization_id, organization_name };
}

/** The caller as the users' table knows her. */
export function readUser(db: DbOrTx, scope: Scope): Promise<UserRow | undefined> {
  return findUser(db, { user_id: scope.user_id, organization_id: scope.organization_id });
}

/** Who a token's holder is to us; undefined for somebody unknown. */
export async function findScope(
  db: DbOrTx,
  who: { user_id: string; organization_id: string | undefined },
): Promise<Scope | undefined> {
  const user = await findUser(db, who);
  if (!user) return undefined;
  const { organization_id, user_id, name, permissions } = user;
  return { organization_id, user_id, user_name: name, permissions };
}
