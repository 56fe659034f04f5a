import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { IdentityTables } from './table.ts';
import type { CountDecision, FailureCount } from './types.ts';

const countSchema = z.object({ failures: z.number(), next_at: z.number(), expires_at: z.number() });

/** Reads counts, decides of them and writes them in one transaction, in which their rows are locked. */
export function withFailures<Answer>(
  db: Kysely<IdentityTables>,
  model: string,
  ids: readonly string[],
  decide: (counts: FailureCount[]) => CountDecision<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    const counts = await lockCounts(tx, model, ids);
    const { counts: decided = [], answer } = decide(ids.map((id) => counts.get(id) ?? NO_FAILURE));
    for (const [index, count] of decided.entries()) await writeCount(tx, model, ids[index] ?? '', count);
    return answer;
  });
}

const NO_FAILURE: FailureCount = { failures: 0, next_at: 0, expires_at: 0 };
const LOCK_LIFE_MS = 60_000;

/** The counts that are alive, each locked until the end of the transaction, also those of keys never seen. */
async function lockCounts(
  tx: Transaction<IdentityTables>,
  model: string,
  ids: readonly string[],
): Promise<Map<string, FailureCount>> {
  const expires_at = new Date(Date.now() + LOCK_LIFE_MS);
  const none = { model, payload: JSON.stringify(NO_FAILURE), grant_id: null, uid: null, expires_at };
  // Always in one order, so that two attempts never wait for each other.
  const sorted = ids.toSorted();
  await tx
    .insertInto('identity_record')
    .values(sorted.map((id) => ({ ...none, id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await tx
    .selectFrom('identity_record')
    .select(['id', 'payload', 'expires_at'])
    .where('model', '=', model)
    .where('id', 'in', sorted)
    .orderBy(sql`id collate "C"`)
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, payload }) => [id, countSchema.parse(payload)]));
}

async function writeCount(
  tx: Transaction<IdentityTables>,
  model: string,
  id: string,
  count: FailureCount | null,
): Promise<void> {
  if (count === null) {
    await tx.deleteFrom('identity_record').where('model', '=', model).where('id', '=', id).execute();
    return;
  }
  const values = { payload: JSON.stringify(count), expires_at: new Date(count.expires_at) };
  await tx
    .insertInto('identity_record')
    .values({ model, id, grant_id: null, uid: null, ...values })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
    .execute();
}
