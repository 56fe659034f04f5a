import type { Permission } from '@palier/domain';
import { useStore } from '../store.ts';
import { hasPermission, type SessionState, sessionStore } from './state.ts';

/** The session as it stands; the component renders again when it changes. */
export function useSession(): SessionState {
  return useStore(sessionStore);
}

/** Whether the signed-in user has a permission; false while unknown. */
export function usePermission(name: Permission): boolean {
  return hasPermission(useSession(), name);
}
