import { DEFAULT_VIEW_NAME, defaultViewParameters } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { readSettings } from '../organizations/index.ts';
import { mayEditView } from './policy.ts';
import {
  clearDefault,
  deleteView,
  findView,
  insertView,
  listViews,
  updateView,
  type ViewContent,
  type ViewRow,
} from './repository.ts';

/** The views to choose from; « Tous les produits » is made when there is none, whatever the permission. */
export async function readViews(db: Db, scope: Scope): Promise<ViewRow[]> {
  const views = await listViews(db, scope);
  if (views.length > 0) return views;
  const settings = await readSettings(db, scope);
  await inTransaction(db, (tx) =>
    insertView(tx, scope, newId(), {
      name: DEFAULT_VIEW_NAME,
      description: null,
      parameters: { ...defaultViewParameters(settings) },
      shared: true,
      is_partial: false,
      starred: false,
      is_default: true,
    }),
  ).catch(async (error) => {
    // Another request made it at the same moment: one default view only.
    if ((await listViews(db, scope)).length === 0) throw error;
  });
  return listViews(db, scope);
}

/** Everyone may share a new view; changing it afterwards takes the permission. */
export async function createView(db: Db, scope: Scope, view: ViewContent): Promise<ViewRow> {
  const view_id = newId();
  return inTransaction(db, async (tx) => {
    if (view.is_default) await clearDefault(tx, scope, view_id);
    return insertView(tx, scope, view_id, view);
  });
}

/** @throws 404, 403 when either the view as it is or as it becomes is not the caller's to edit */
export async function changeView(
  db: Db,
  scope: Scope,
  view_id: string,
  changes: Partial<ViewContent>,
): Promise<ViewRow> {
  return inTransaction(db, async (tx) => {
    const view = await editableView(tx, scope, view_id);
    const shared = changes.shared ?? view.shared;
    if (!mayEditView(scope, { shared, author_id: view.author_id })) throw new ApiError('forbidden');
    if (changes.is_default) await clearDefault(tx, scope, view_id);
    return updateView(tx, scope, view_id, changes);
  });
}

/** @throws 404, 403 */
export async function removeView(db: Db, scope: Scope, view_id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await editableView(tx, scope, view_id);
    await deleteView(tx, scope, view_id);
  });
}

async function editableView(
  tx: Parameters<typeof findView>[0],
  scope: Scope,
  view_id: string,
): Promise<ViewRow> {
  const view = isId(view_id) ? await findView(tx, scope, view_id) : undefined;
  if (!view) throw notFound('Cette vue');
  if (!mayEditView(scope, view)) throw new ApiError('forbidden');
  return view;
}
