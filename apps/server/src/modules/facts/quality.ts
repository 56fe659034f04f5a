import type { Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { QualityDecisionTable } from '../../db/tables/warehouse-tables.ts';
import type { Scope } from '../../scope.ts';

export type QualityDecisionRow = Selectable<QualityDecisionTable>;

/** What the organisation decided of the quality report's checks. */
export async function listDecisions(db: DbOrTx, scope: Scope): Promise<QualityDecisionRow[]> {
  return db
    .selectFrom('quality_decision')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .orderBy('code')
    .execute();
}

/** The checks whose products or repeated rows are left out of the projects. */
export async function excludedChecks(db: DbOrTx, scope: Scope): Promise<string[]> {
  const rows = await listDecisions(db, scope);
  return rows.filter(({ action }) => action === 'exclude').map(({ code }) => code);
}

/** Decides of a check, or takes the decision back. */
export async function saveDecision(
  tx: Tx,
  scope: Scope,
  { code, action, case_count }: { code: string; action: 'exclude' | 'accept' | null; case_count: number },
): Promise<void> {
  await tx
    .deleteFrom('quality_decision')
    .where('organization_id', '=', scope.organization_id)
    .where('code', '=', code)
    .execute();
  if (action === null) return;
  const { organization_id, user_name } = scope;
  await tx
    .insertInto('quality_decision')
    .values({ organization_id, code, action, case_count, user_name })
    .execute();
}
