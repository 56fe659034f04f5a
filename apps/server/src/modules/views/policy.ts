import { canEditView, mayChangeReach, type ViewReach, type ViewUser } from '@palier/domain';
import { isAllowed, type Scope } from '../../scope.ts';

function userOf(scope: Scope): ViewUser {
  return { user_id: scope.user_id, canEditSharedViews: isAllowed(scope, 'canEditSharedViews') };
}

/** A view is its author's; a shared one is also that of who has the permission. */
export function mayEditView(scope: Scope, view: { shared: boolean; author_id: string }): boolean {
  return canEditView(view, userOf(scope));
}

/** Sharing, and what opens first for all, take the permission; null is a view that is not there. */
export function mayReach(scope: Scope, before: ViewReach | null, after: ViewReach | null): boolean {
  return mayChangeReach(before, after, userOf(scope));
}
