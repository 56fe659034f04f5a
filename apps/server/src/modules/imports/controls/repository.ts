import type { ControlTotal } from '@palier/domain';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { Scope } from '../../../scope.ts';

/** The till's totals, the latest month first, all places before each. */
export async function listControls(db: DbOrTx, scope: Scope): Promise<ControlTotal[]> {
  const rows = await db
    .selectFrom('control_total')
    .select(['month', 'place', 'revenue', 'quantity', 'stock'])
    .where('organization_id', '=', scope.organization_id)
    .orderBy('month', 'desc')
    .orderBy('place')
    .execute();
  return rows.map((row) => ({ ...row, place: row.place === '' ? null : row.place }));
}

export async function deleteControls(tx: Tx, scope: Scope): Promise<void> {
  await tx.deleteFrom('control_total').where('organization_id', '=', scope.organization_id).execute();
}

export async function deleteControl(
  tx: Tx,
  scope: Scope,
  { month, place }: Pick<ControlTotal, 'month' | 'place'>,
): Promise<void> {
  await tx
    .deleteFrom('control_total')
    .where('organization_id', '=', scope.organization_id)
    .where('month', '=', month)
    .where('place', '=', place ?? '')
    .execute();
}

/** Adds totals; those of the same month and place are replaced. */
export async function saveControls(tx: Tx, scope: Scope, totals: readonly ControlTotal[]): Promise<void> {
  const { organization_id, user_name } = scope;
  for (const { month, place, revenue, quantity, stock } of totals) {
    const values = { revenue, quantity, stock, user_name };
    await tx
      .insertInto('control_total')
      .values({ organization_id, month, place: place ?? '', ...values })
      .onConflict((conflict) => conflict.columns(['organization_id', 'month', 'place']).doUpdateSet(values))
      .execute();
  }
}
