import { canEditView } from '@palier/domain';
import type { Scope } from '../../scope.ts';

/** A shared view takes the permission; a personal one is its author's. */
export function mayEditView(scope: Scope, view: { shared: boolean; author_id: string }): boolean {
  return canEditView(view, {
    user_id: scope.user_id,
    canEditSharedViews: scope.permissions.canEditSharedViews === true,
  });
}
