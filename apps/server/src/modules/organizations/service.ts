import { narrowingPerimeter, permissionsOf } from '@palier/domain';
import type { Db, DbOrTx } from '../../db/database.ts';
import type { Events } from '../../events/events.ts';
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

/** How long a user is taken as she was last read, should the change of her rights never be heard of. */
const KEEP_MS = 5000;
const MAX_KEPT = 10_000;

export type FindScope = (who: { user_id: string; organization_id: string }) => Promise<Scope | undefined>;

/** What somebody may see or do is another, or her session is over: whatever knew her takes her anew. */
export function announceAccess(
  events: Pick<Events, 'publish'>,
  { organization_id, user_id }: Pick<Scope, 'organization_id' | 'user_id'>,
): Promise<void> {
  return events.publish({ type: 'access', organization_id, project_id: null, user_id, data: {} });
}

/**
 * Who a token's holder is to us; undefined for an unknown person. Known people are kept for a moment, and until what
 * they may see or do changes.
 */
export function createFindScope(
  db: Db,
  events: Pick<Events, 'subscribe'>,
  now: () => number = Date.now,
): FindScope {
  const kept = new Map<string, { scope: Scope; until: number }>();
  const keyOf = (organization_id: string, user_id: string) => `${organization_id} ${user_id}`;
  // Those read while a change was told may be of before it: they are not kept.
  let changes = 0;
  events.subscribe(
    ({ type, organization_id, user_id }) => {
      if (type !== 'access' || user_id === undefined) return;
      changes += 1;
      kept.delete(keyOf(organization_id, user_id));
    },
    () => {
      changes += 1;
      kept.clear();
    },
  );
  return async (who) => {
    const key = keyOf(who.organization_id, who.user_id);
    const known = kept.get(key);
    if (known && known.until > now()) return known.scope;
    const before = changes;
    const user = await findUser(db, who);
    if (!user) {
      kept.delete(key);
      return undefined;
    }
    const { organization_id, user_id, name } = user;
    const permissions = permissionsOf(user.role, user.permissions);
    const perimeter = narrowingPerimeter(user.perimeter);
    const scope = { organization_id, user_id, user_name: name, permissions, perimeter };
    if (kept.size >= MAX_KEPT) kept.clear();
    if (changes === before) kept.set(key, { scope, until: now() + KEEP_MS });
    return scope;
  };
}
