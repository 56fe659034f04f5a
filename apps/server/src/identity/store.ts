import { type Kysely, sql } from 'kysely';
import { withFailures } from './failure-counts.ts';
import type { IdentityTables } from './table.ts';
import type { IdentityRecord, IdentityStore } from './types.ts';

/** Keeps the broker's records in the `identity_record` table of the application's database. */
export function createIdentityStore<Tables extends IdentityTables>(database: Kysely<Tables>): IdentityStore {
  // biome-ignore lint/plugin: Kysely is invariant in its tables; only ours are used here.
  const db = database as unknown as Kysely<IdentityTables>;
  const alive = sql<boolean>`(expires_at is null or expires_at > now())`;

  return {
    async upsert(model, id, record) {
      const values = columns(record);
      await db
        .insertInto('identity_record')
        .values({ model, id, ...values })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
        .execute();
    },
    async find(model, id) {
      const row = await db
        .selectFrom('identity_record')
        .select('payload')
        .where('model', '=', model)
        .where('id', '=', id)
        .where(alive)
        .executeTakeFirst();
      return row?.payload;
    },
    async findByUid(model, uid) {
      const row = await db
        .selectFrom('identity_record')
        .select('payload')
        .where('model', '=', model)
        .where('uid', '=', uid)
        .where(alive)
        .executeTakeFirst();
      return row?.payload;
    },
    async consume(model, id) {
      await db
        .updateTable('identity_record')
        .set({
          payload: sql`payload || jsonb_build_object('consumed', floor(extract(epoch from now()))::bigint)`,
        })
        .where('model', '=', model)
        .where('id', '=', id)
        .execute();
    },
    async take(model, id) {
      const row = await db
        .deleteFrom('identity_record')
        .where('model', '=', model)
        .where('id', '=', id)
        .returning(['payload', alive.as('alive')])
        .executeTakeFirst();
      return row?.alive ? row.payload : undefined;
    },
    async destroyByGrant(model, grantId) {
      await db
        .deleteFrom('identity_record')
        .where('model', '=', model)
        .where('grant_id', '=', grantId)
        .execute();
    },
    withFailures: (model, ids, decide) => withFailures(db, model, ids, decide),
    async deleteExpired() {
      const result = await db
        .deleteFrom('identity_record')
        .where(sql<boolean>`expires_at <= now()`)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

function columns({ payload, grant_id, uid, expires_at }: IdentityRecord) {
  return { payload: JSON.stringify(payload), grant_id, uid, expires_at };
}
