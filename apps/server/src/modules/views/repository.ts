import { type Selectable, sql } from 'kysely';
import { playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ViewTable } from '../../db/tables/organization-tables.ts';
import type { Scope } from '../../scope.ts';

export type ViewRow = Selectable<ViewTable>;
export type ViewContent = Pick<
  ViewRow,
  'name' | 'description' | 'parameters' | 'shared' | 'is_partial' | 'starred' | 'is_default'
>;

/** The organisation's shared views and the caller's own, the default ones first. */
export async function listViews(db: DbOrTx, scope: Scope): Promise<ViewRow[]> {
  return db
    .selectFrom('view')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .where((eb) => eb.or([eb('shared', '=', true), eb('author_id', '=', scope.user_id)]))
    .orderBy('is_default', 'desc')
    .orderBy('view_id')
    .execute();
}

/** A view that the caller may see, as it stays until the transaction ends: nobody deletes it meanwhile. */
export async function lockView(tx: Tx, scope: Scope, view_id: string): Promise<ViewRow | undefined> {
  return tx
    .selectFrom('view')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .where('view_id', '=', view_id)
    .where((eb) => eb.or([eb('shared', '=', true), eb('author_id', '=', scope.user_id)]))
    .forUpdate()
    .executeTakeFirst();
}

export async function insertView(tx: Tx, scope: Scope, view_id: string, view: ViewContent): Promise<ViewRow> {
  const { parameters, ...rest } = view;
  return tx
    .insertInto('view')
    .values({
      ...rest,
      organization_id: scope.organization_id,
      view_id,
      author_id: scope.user_id,
      parameters: JSON.stringify(parameters),
      created_at: playedTime(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateView(
  tx: Tx,
  scope: Scope,
  view_id: string,
  { parameters, ...rest }: Partial<ViewContent>,
): Promise<ViewRow> {
  return tx
    .updateTable('view')
    .set({ ...rest, ...(parameters && { parameters: JSON.stringify(parameters) }) })
    .where('organization_id', '=', scope.organization_id)
    .where('view_id', '=', view_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteView(tx: Tx, scope: Scope, view_id: string): Promise<void> {
  await tx
    .deleteFrom('view')
    .where('organization_id', '=', scope.organization_id)
    .where('view_id', '=', view_id)
    .execute();
}

/** One view at most opens first for all, and one of their own for each author: the others but this one no longer do. */
export async function clearDefault(
  tx: Tx,
  { organization_id, author_id, view_id }: Pick<ViewRow, 'organization_id' | 'author_id' | 'view_id'>,
  shared: boolean,
): Promise<void> {
  await tx
    .updateTable('view')
    .set({ is_default: false })
    .where('organization_id', '=', organization_id)
    .where('shared', '=', shared)
    .$if(!shared, (query) => query.where('author_id', '=', author_id))
    .where(sql<boolean>`is_default and view_id <> ${view_id}`)
    .execute();
}
