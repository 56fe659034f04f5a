import { createStore } from '../store.ts';
import type { SessionError } from './session-error.ts';

/** The signed-in person, from the identity token. */
export interface SessionUser {
  sub: string;
  name: string | undefined;
  email: string | undefined;
  org_id: string | undefined;
  org_name: string | undefined;
}

export interface SessionState {
  /** True until the first session check, or the callback, is over. */
  inProgress: boolean;
  user: SessionUser | undefined;
  /** By user id, then by permission; a user's entry is missing until GET /me has answered. */
  permissions: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  isAuthenticated: boolean;
  /** True while the sign-in window is open. */
  authenticationVisible: boolean;
  error: SessionError | undefined;
}

export const initialSessionState: SessionState = {
  inProgress: true,
  user: undefined,
  permissions: {},
  isAuthenticated: false,
  authenticationVisible: false,
  error: undefined,
};

/** The application's one session, as components follow it. */
export const sessionStore = createStore<SessionState>(initialSessionState);

/** Whether the signed-in user has a permission; false when it is unknown or not loaded yet. */
export function hasPermission({ user, permissions }: SessionState, name: string): boolean {
  return user !== undefined && permissions[user.sub]?.[name] === true;
}
