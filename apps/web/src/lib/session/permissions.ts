import { quietApi } from '../api/client.ts';
import { session } from './app-session.ts';
import { knownPerimeter, setPerimeter } from './perimeter.ts';
import { sessionStore } from './state.ts';

const loading = new Map<string, Promise<void>>();

/**
 * Asks GET /me for the signed-in user's permissions, once for each user. A failed call is only logged, and
 * made again at the next call of this function.
 */
export function loadPermissions(): Promise<void> {
  const { user, permissions } = sessionStore.get();
  if (!user || permissions[user.sub]) return Promise.resolve();
  return askPermissions(user.sub);
}

/** Asks again: what the signed-in user may do or see may have changed. */
export async function reloadPermissions(): Promise<void> {
  const { user } = sessionStore.get();
  if (user) await askPermissions(user.sub);
}

function askPermissions(sub: string): Promise<void> {
  const running = loading.get(sub) ?? fetchPermissions(sub).finally(() => loading.delete(sub));
  loading.set(sub, running);
  return running;
}

async function fetchPermissions(sub: string): Promise<void> {
  try {
    const { permissions, perimeter = null } = await quietApi.call('me.get', {});
    setPerimeter(perimeter);
    session.setPermissions(sub, permissions);
  } catch (error) {
    console.error('GET /me failed', error);
  }
}

/** What the signed-in user may do and see, in a text that changes with it; undefined while it is not known. */
export function knownRights(): string | undefined {
  const { user, permissions } = sessionStore.get();
  const held = user && permissions[user.sub];
  return held && JSON.stringify([held, knownPerimeter()]);
}
