import type { StandingDiscount } from '@palier/domain';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { batchesOf } from './batches.ts';

/** Signs a phase: the discount that each line's price stands at, in place of an earlier validation of it. */
export async function signPhase(
  tx: Tx,
  project: ProjectScope,
  project_phase: number,
  lines: readonly (StandingDiscount & { discount_id: string })[],
): Promise<void> {
  await tx
    .deleteFrom('validated_discount')
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', project_phase)
    .execute();
  for await (const batch of batchesOf(lines)) {
    await sql`
      insert into validated_discount (project_id, project_phase, discount_id, discount_pct, carried)
      select ${project.project_id}::uuid, ${project_phase}::integer, l.*
      from unnest(${batch.map((line) => line.discount_id)}::uuid[], ${batch.map((line) => line.discount_pct)}::integer[],
        ${batch.map((line) => line.carried)}::boolean[]) as l(discount_id, discount_pct, carried)`.execute(
      tx,
    );
  }
}

/** The discounts signed for a phase, by line; lines that have no price in it are left out. */
export async function signedDiscounts(
  db: DbOrTx,
  project: ProjectScope,
  project_phase: number,
): Promise<Map<string, StandingDiscount>> {
  const rows = await db
    .selectFrom('validated_discount')
    .select(['discount_id', 'discount_pct', 'carried'])
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', project_phase)
    .execute();
  return new Map(rows.map(({ discount_id, ...standing }) => [discount_id, standing]));
}
