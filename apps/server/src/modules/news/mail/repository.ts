import { type MailChoices, narrowingPerimeter, permissionsOf } from '@palier/domain';
import { type Selectable, sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import type { MailTable } from '../../../db/tables/news-tables.ts';
import { newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import type { NewsRow } from '../repository.ts';

export type MailRow = Selectable<MailTable>;

export interface Addressee {
  scope: Scope;
  email: string;
  choices: Partial<MailChoices>;
}

/** News older than it were nobody's mail when they came, and are none now. */
const OLDEST_UNSENT = `interval '2 days'`;
/** A mail that was being sent for so long was lost with its process: nobody knows whether it left. */
const LONGEST_SENDING = `interval '10 minutes'`;

export async function readMailChoices(db: DbOrTx, scope: Scope): Promise<Partial<MailChoices>> {
  return (await findAddressee(db, scope.organization_id, scope.user_id))?.choices ?? {};
}

export async function changeMailChoices(
  db: DbOrTx,
  scope: Scope,
  choices: Partial<MailChoices>,
): Promise<void> {
  await db
    .updateTable('organization_user')
    .set({ mail_choices: sql<string>`mail_choices || ${JSON.stringify(choices)}::jsonb` })
    .where('organization_id', '=', scope.organization_id)
    .where('user_id', '=', scope.user_id)
    .execute();
}

/** A member as mails reach her; undefined once she has left. */
export async function findAddressee(
  db: DbOrTx,
  organization_id: string,
  user_id: string,
): Promise<Addressee | undefined> {
  const row = await db
    .selectFrom('organization_user')
    .select(['name', 'email', 'role', 'permissions', 'perimeter', 'mail_choices'])
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const permissions = permissionsOf(row.role, row.permissions);
  const perimeter = narrowingPerimeter(row.perimeter);
  const scope = { organization_id, user_id, user_name: row.name, permissions, perimeter };
  return { scope, email: row.email, choices: row.mail_choices };
}

/** People with news that they have not read and that no mail has. */
export async function peopleToWrite(db: Db): Promise<{ organization_id: string; user_id: string }[]> {
  return unsentNews(db).select(['organization_id', 'user_id']).distinct().execute();
}

export async function unsentNewsOf(db: Db, { organization_id, user_id }: Scope): Promise<NewsRow[]> {
  return unsentNews(db)
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .execute();
}

function unsentNews(db: Db) {
  return db
    .selectFrom('news')
    .where('read_at', 'is', null)
    .where('mail_id', 'is', null)
    .where(sql<boolean>`created_at > now() - ${sql.raw(OLDEST_UNSENT)}`);
}

/**
 * Makes a mail of news that no other has. `day`: that of a digest, of which there is one.
 * @returns false when another process was first
 */
export async function makeMail(
  tx: Tx,
  { organization_id, user_id }: Scope,
  mail: Pick<MailRow, 'kind' | 'day' | 'created_at'>,
  news: readonly NewsRow[],
): Promise<boolean> {
  const mail_id = newId();
  const made = await tx
    .insertInto('mail')
    .values({ organization_id, mail_id, user_id, ...mail })
    .onConflict((conflict) => conflict.doNothing())
    .returning('mail_id')
    .executeTakeFirst();
  if (!made) return false;
  const taken = await tx
    .updateTable('news')
    .set({ mail_id })
    .where('organization_id', '=', organization_id)
    .where('news_id', '=', sql<string>`any(${news.map(({ news_id }) => news_id)}::uuid[])`)
    .where('mail_id', 'is', null)
    .returning('news_id')
    .execute();
  if (taken.length > 0) return true;
  await tx
    .deleteFrom('mail')
    .where('organization_id', '=', organization_id)
    .where('mail_id', '=', mail_id)
    .execute();
  return false;
}

/** Takes a mail that is due, and that no other process takes. */
export async function claimMail(db: Db): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    update mail set status = 'sending', attempt = attempt + 1, next_at = now()
    where (organization_id, mail_id) in (
      select organization_id, mail_id from mail where status = 'waiting' and next_at <= now()
      order by next_at limit 1 for update skip locked
    ) returning *`.execute(db);
  return rows[0];
}

/** Gives up the mails whose process died while it sent them: one that left is never sent again. */
export async function giveUpLost(db: Db): Promise<void> {
  await sql`update mail set status = 'failed', error = 'lost'
    where status = 'sending' and next_at < now() - ${sql.raw(LONGEST_SENDING)}`.execute(db);
}

export async function newsOfMail(db: Db, { organization_id, mail_id }: MailRow): Promise<NewsRow[]> {
  return db
    .selectFrom('news')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('mail_id', '=', mail_id)
    .orderBy('happened_at', 'desc')
    .execute();
}

/** What became of a mail that was claimed. */
export async function settleMail(
  db: Db,
  { organization_id, mail_id }: MailRow,
  settled: { status: MailRow['status']; error?: string | null; next_at?: Date },
): Promise<void> {
  await db
    .updateTable('mail')
    .set(settled)
    .where('organization_id', '=', organization_id)
    .where('mail_id', '=', mail_id)
    .where('status', '=', 'sending')
    .execute();
}
