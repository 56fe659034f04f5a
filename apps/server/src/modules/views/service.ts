import { DEFAULT_VIEW_NAME, firstViewParameters } from '@palier/domain';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { lockOrganization } from '../organizations/index.ts';
import { changeSeen, deleteSeen, type SeenOf } from '../seen/index.ts';
import { mayEditView, mayReach } from './policy.ts';
import {
  clearDefault,
  deleteView,
  insertView,
  listViews,
  lockView,
  updateView,
  type ViewContent,
  type ViewRow,
} from './repository.ts';

/** The views to choose from; « Tous les produits » is made when there is none, whatever the permission. */
export async function readViews(db: Db, scope: Scope): Promise<ViewRow[]> {
  const views = await listViews(db, scope);
  if (views.length > 0) return views;
  return inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    // Another request may have made one at the same moment: one default view only.
    const made = await listViews(tx, scope);
    if (made.length > 0) return made;
    const first = await insertView(tx, scope, newId(), {
      name: DEFAULT_VIEW_NAME,
      description: null,
      parameters: firstViewParameters(),
      shared: true,
      is_partial: false,
      starred: false,
      is_default: true,
    });
    return [first];
  });
}

/** @throws 403 when it would be shared, or open first for all, without the permission; an organisation's very first may. */
export async function createView(db: Db, scope: Scope, view: ViewContent): Promise<ViewRow> {
  if (!mayReach(scope, null, view) && (await listViews(db, scope)).length > 0)
    throw new ApiError('forbidden');
  const view_id = newId();
  return inTransaction(db, async (tx) => {
    if (view.is_default) await lockOrganization(tx, scope);
    if (view.is_default) await clearDefault(tx, { ...scope, view_id, author_id: scope.user_id }, view.shared);
    return insertView(tx, scope, view_id, view);
  });
}

/** @throws 404, 403 when either the view as it is or as it becomes is not the caller's to edit, 409 when it is no longer as it was seen */
export async function changeView(
  db: Db,
  scope: Scope,
  view_id: string,
  changes: Partial<ViewContent>,
  seen?: object,
): Promise<ViewRow> {
  return inTransaction(db, async (tx) => {
    // Opened first or shared, it may take the place of another.
    if (changes.is_default || changes.shared !== undefined) await lockOrganization(tx, scope);
    const view = await editableView(tx, scope, view_id);
    const shared = changes.shared ?? view.shared;
    // Who takes a colleague's view back from all does not choose what opens first for its author.
    const isTakenBack = view.shared && !shared && view.author_id !== scope.user_id;
    const is_default = !isTakenBack && (changes.is_default ?? view.is_default);
    if (!mayReach(scope, view, { shared, is_default })) throw new ApiError('forbidden');
    if (Object.keys(changes).length === 0) return view;
    let standing = view;
    return changeSeen(tx, scope, {
      ...{ what: 'cette vue', subject: `view ${view_id}`, changes, seen },
      read: async () => contentOf(standing),
      write: async () => {
        if (is_default) await clearDefault(tx, view, shared);
        standing = await updateView(tx, scope, view_id, { ...changes, is_default });
        return standing;
      },
    });
  });
}

/** @throws 404, 403, 409 when it is no longer as it was seen */
export async function removeView(
  db: Db,
  scope: Scope,
  view_id: string,
  { seen }: SeenOf = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const view = await editableView(tx, scope, view_id);
    if (!mayReach(scope, view, null)) throw new ApiError('forbidden');
    await deleteSeen(tx, scope, {
      ...{ what: 'cette vue', subject: `view ${view_id}`, seen },
      read: async () => contentOf(view),
    });
    await deleteView(tx, scope, view_id);
  });
}

function contentOf({ name, description, parameters, shared, is_partial, starred, is_default }: ViewContent) {
  return { name, description, parameters, shared, is_partial, starred, is_default };
}

async function editableView(tx: Tx, scope: Scope, view_id: string): Promise<ViewRow> {
  const view = isId(view_id) ? await lockView(tx, scope, view_id) : undefined;
  if (!view) throw notFound('Cette vue');
  if (!mayEditView(scope, view)) throw new ApiError('forbidden');
  return view;
}
