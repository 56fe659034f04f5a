import type { DbOrTx, Tx } from '../../db/database.ts';
import type { Scope } from '../../scope.ts';

/** Something that people set, by a name of its own in the organisation: « law », « rule 0190… ». */
export type Subject = string;

/** A field of it, and what was left there. */
export interface LeftField {
  field: string;
  fingerprint: string;
}

/** Keeps that somebody has left fields as they are. */
export async function saveChanges(
  tx: Tx,
  { organization_id, user_id, user_name }: Scope,
  subject: Subject,
  fields: readonly LeftField[],
  changed_at: Date,
): Promise<void> {
  for (const { field, fingerprint } of fields) {
    const values = { fingerprint, user_id, user_name, changed_at };
    await tx
      .insertInto('recent_change')
      .values({ organization_id, subject, field, ...values })
      .onConflict((conflict) => conflict.columns(['organization_id', 'subject', 'field']).doUpdateSet(values))
      .execute();
  }
}

export type Author = Pick<Scope, 'user_id' | 'user_name'>;

/** Who has left one of these fields as it stands, the last who did. */
export async function lastAuthor(
  db: DbOrTx,
  { organization_id }: Scope,
  subject: Subject,
  fields: readonly LeftField[],
): Promise<Author | undefined> {
  const rows = await db
    .selectFrom('recent_change')
    .select(['field', 'fingerprint', 'user_id', 'user_name'])
    .where('organization_id', '=', organization_id)
    .where('subject', '=', subject)
    .orderBy('changed_at', 'desc')
    .execute();
  return rows.find((row) =>
    fields.some(({ field, fingerprint }) => row.field === field && row.fingerprint === fingerprint),
  );
}

/** Forgets who changed what before a moment. */
export async function forgetChanges(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('recent_change').where('changed_at', '<', before).execute();
}
