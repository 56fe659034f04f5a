import type { Perimeter, Role } from '@palier/domain';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { OrganizationSettings } from '../../db/tables/organization-tables.ts';
import type { Scope } from '../../scope.ts';

export interface NewUser {
  organization_id: string;
  user_id: string;
  name: string;
  email: string;
  role: Role;
}
/** `permissions`: what she was given beyond her role. */
export type UserRow = NewUser & {
  organization_name: string;
  permissions: Record<string, boolean>;
  perimeter: Perimeter | null;
};

/** The person of a token, in the organisation that it names (any of hers when it names none). */
export async function findUser(
  db: DbOrTx,
  who: { user_id: string; organization_id?: string | undefined },
): Promise<UserRow | undefined> {
  let query = users(db).where('u.user_id', '=', who.user_id);
  if (who.organization_id) query = query.where('u.organization_id', '=', who.organization_id);
  return query.orderBy('u.organization_id').executeTakeFirst();
}

export async function findUserByEmail(db: DbOrTx, email: string): Promise<UserRow | undefined> {
  return users(db)
    .where(sql<boolean>`lower(u.email) = lower(${email})`)
    .orderBy('u.organization_id')
    .executeTakeFirst();
}

function users(db: DbOrTx) {
  return db
    .selectFrom('organization_user as u')
    .innerJoin('organization as o', 'o.organization_id', 'u.organization_id')
    .select([
      'u.organization_id',
      'o.name as organization_name',
      'u.user_id',
      'u.name',
      'u.email',
      'u.permissions',
      'u.role',
      'u.perimeter',
    ])
    .where('u.removed_at', 'is', null);
}

/** What an organisation is called. */
export async function organizationName(db: DbOrTx, { organization_id }: Scope): Promise<string> {
  const found = await db
    .selectFrom('organization')
    .select('name')
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return found.name;
}

/** Adds an organisation or leaves it as it is. */
export async function addOrganization(db: DbOrTx, organization: { organization_id: string; name: string }) {
  await db
    .insertInto('organization')
    .values({ ...organization, settings: '{}' })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
}

/** Adds a user, or leaves her as her organisation has made her since. */
export async function addUser(db: DbOrTx, user: NewUser): Promise<void> {
  const { organization_id, user_id, name, email, role } = user;
  await db
    .insertInto('organization_user')
    .values({ organization_id, user_id, name, email, role, permissions: '{}' })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .execute();
}

export async function organizationExists(db: DbOrTx, organization_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('organization_id')
    .where('organization_id', '=', organization_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The organisation's own settings, over the built-in ones. */
export async function organizationSettings(db: DbOrTx, scope: Scope): Promise<OrganizationSettings> {
  const row = await db
    .selectFrom('organization')
    .select('settings')
    .where('organization_id', '=', scope.organization_id)
    .executeTakeFirst();
  return row?.settings ?? {};
}

/**
 * Until the transaction ends, nobody else does what is checked against others of the organisation, or is kept once:
 * names and leaders of projects, addresses of members, first views, the till's totals. Taken before any project, so that
 * none waits for another in a ring.
 */
export async function lockOrganization(tx: Tx, scope: Pick<Scope, 'organization_id'>): Promise<void> {
  await tx
    .selectFrom('organization')
    .select('organization_id')
    .where('organization_id', '=', scope.organization_id)
    .forNoKeyUpdate()
    .execute();
}

/** Puts values over the organisation's settings; the others stay. */
export async function changeOrganizationSettings(
  tx: Tx,
  scope: Scope,
  changes: OrganizationSettings,
): Promise<void> {
  await tx
    .updateTable('organization')
    .set({ settings: sql<string>`settings || ${JSON.stringify(changes)}::jsonb` })
    .where('organization_id', '=', scope.organization_id)
    .execute();
}

/** Names of the organisation's users by id, to show who did what. */
export async function userNames(db: DbOrTx, scope: Scope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('organization_user')
    .select(['user_id', 'name'])
    .where('organization_id', '=', scope.organization_id)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.name]));
}

/** Somebody of the organisation, as files name her. */
export interface NamedPerson {
  user_id: string;
  name: string;
  email: string;
}

/** The organisation's people; those who were removed are no longer named. */
export async function peopleNamed(db: DbOrTx, scope: Scope): Promise<NamedPerson[]> {
  return db
    .selectFrom('organization_user')
    .select(['user_id', 'name', 'email'])
    .where('organization_id', '=', scope.organization_id)
    .where('removed_at', 'is', null)
    .execute();
}
