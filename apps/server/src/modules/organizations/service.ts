import type { Db } from '../../db/database.ts';
import type { Account, AccountDirectory } from '../../identity/index.ts';
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
