import type { MemberChanges, NewMember } from '@palier/contract';
import { narrowingPerimeter } from '@palier/domain';
import type { Db, Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { notFound, refused } from '../../../http/errors.ts';
import { newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { changeSeen, deleteSeen, type SeenOf } from '../../seen/index.ts';
import {
  findRemoved,
  lockMembers,
  type MemberRow,
  putMember,
  removeMember,
  updateMember,
} from './repository.ts';

type Given<T> = { [K in keyof T]?: T[K] | undefined };

/** Adds somebody by e-mail; who left and comes back is the same person. @throws 422 for an address that is a member's */
export async function addMember(db: Db, scope: Scope, member: NewMember): Promise<MemberRow> {
  return inTransaction(db, async (tx) => {
    const email = member.email.toLowerCase();
    const members = await lockMembers(tx, scope);
    if (members.some((one) => one.email.toLowerCase() === email))
      throw refused('Cette adresse est déjà celle d’un membre.', { field: 'email' });
    const user_id = (await findRemoved(tx, scope, email)) ?? newId();
    const perimeter = narrowingPerimeter(member.perimeter);
    await putMember(tx, scope, { ...member, email, user_id, perimeter });
    await requireWideAdministrators(tx, scope);
    return memberOf(tx, scope, user_id);
  });
}

/** Changes a member's name, role or perimeter. @throws 404, 409 when they are no longer as seen, 422 when no administrator would be left */
export async function changeMember(
  db: Db,
  scope: Scope,
  user_id: string,
  changes: Given<MemberChanges>,
  seen?: object,
): Promise<MemberRow> {
  return inTransaction(db, async (tx) => {
    await requireAnother(tx, scope, user_id, changes.role ?? null);
    const { perimeter, ...others } = changes;
    return changeSeen(tx, scope, {
      ...{ what: 'ce membre', subject: `member ${user_id}`, changes, seen },
      read: () => contentOf(tx, scope, user_id),
      write: async () => {
        await updateMember(tx, scope, user_id, {
          ...others,
          ...(perimeter !== undefined && { perimeter: narrowingPerimeter(perimeter) }),
        });
        await requireWideAdministrators(tx, scope);
        return memberOf(tx, scope, user_id);
      },
    });
  });
}

/** What is set of a member. @throws 404 */
async function contentOf(tx: Tx, scope: Scope, user_id: string): Promise<object> {
  const { name, role, perimeter } = await memberOf(tx, scope, user_id);
  return { name, role, perimeter };
}

/** Takes somebody out of the organisation. @throws 404, 409 when they are no longer as seen, 422 for oneself, or when no administrator would be left */
export async function dismissMember(
  db: Db,
  scope: Scope,
  user_id: string,
  { seen }: SeenOf = {},
): Promise<void> {
  if (user_id === scope.user_id) throw refused('Un autre administrateur peut vous retirer, vous-même non.');
  await inTransaction(db, async (tx) => {
    await requireAnother(tx, scope, user_id, 'reader');
    await deleteSeen(tx, scope, {
      ...{ what: 'ce membre', subject: `member ${user_id}`, seen },
      read: () => contentOf(tx, scope, user_id),
    });
    await removeMember(tx, scope, user_id);
  });
}

/** @throws 422 for an administrator with a perimeter: she opens it to the others, herself included */
async function requireWideAdministrators(tx: Tx, scope: Scope): Promise<void> {
  const members = await lockMembers(tx, scope);
  if (members.some(({ role, perimeter }) => role === 'administrator' && perimeter))
    throw refused('Un administrateur voit toute l’organisation : il n’a pas de périmètre.', {
      field: 'perimeter',
    });
}

async function memberOf(tx: Tx, scope: Scope, user_id: string): Promise<MemberRow> {
  const row = (await lockMembers(tx, scope)).find((one) => one.user_id === user_id);
  if (!row) throw notFound('Ce membre');
  return row;
}

/** @throws 404, 422 when the member is the last administrator and would no longer be */
async function requireAnother(
  tx: Tx,
  scope: Scope,
  user_id: string,
  role: MemberRow['role'] | null,
): Promise<void> {
  const members = await lockMembers(tx, scope);
  if (!members.some((one) => one.user_id === user_id)) throw notFound('Ce membre');
  const left = members.some((one) => one.user_id !== user_id && one.role === 'administrator');
  const own = members.find((one) => one.user_id === user_id);
  if (role !== null && role !== 'administrator' && own?.role === 'administrator' && !left)
    throw refused('Il faut un administrateur : nommez-en un autre d’abord.', { field: 'role' });
}
