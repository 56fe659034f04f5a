import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../store.ts';
import { isCallback, safeReturnAddress } from './return-address.ts';
import { Session } from './session.ts';
import { SessionError } from './session-error.ts';
import type { LogoutOptions, SignInClient } from './sign-in-client.ts';
import { hasPermission, initialSessionState, type SessionUser } from './state.ts';

const claire: SessionUser = {
  sub: 'user-1',
  name: 'Claire Vasseur',
  email: 'claire.vasseur@maison-brume.fr',
  org_id: 'org_maison_brume',
  org_name: 'Maison Brume',
};
const cookie = 'auth0.palier-web.is.authenticated';

function setCookie(present: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: what the client itself writes
  document.cookie = present
    ? `${cookie}=true; path=/`
    : `${cookie}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
}

afterEach(() => {
  setCookie(false);
  window.history.replaceState({}, '', '/');
});

/** A session whose client does what the test says; everything else of it is real. */
function openSession(client: Partial<SignInClient> = {}) {
  const store = createStore(initialSessionState);
  let leave: (sub: string) => void = () => undefined;
  const announced: string[] = [];
  const reload = vi.fn();
  const loadClient = vi.fn(async () => ({
    redirect: async () => undefined,
    handleCallback: async () => ({ target: undefined, error: undefined }),
    popup: async () => undefined,
    getToken: async () => 'token',
    getUser: async () => claire,
    logout: async () => undefined,
    ...client,
  }));
  const session = new Session({
    store,
    tabs: {
      announceLogout: (sub) => announced.push(sub),
      onLogout: (listener) => {
        leave = listener;
      },
    },
    loadSettings: async () => ({ domain: '', client_id: 'palier-web', audience: 'urn:palier:api' }),
    loadClient,
    prefetchClient: () => undefined,
    reload,
  });
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  return { session, store, announced, reload, loadClient, leaveElsewhere: (sub: string) => leave(sub) };
}

const refuse = (code: string) => async () => {
  throw new SessionError(code, code);
};

describe('the session at start', () => {
  it('[ENT-01][AUTH-08] is in progress, with nobody signed in', () => {
    const { store } = openSession();
    expect(store.get()).toEqual({
      inProgress: true,
      user: undefined,
      permissions: {},
      isAuthenticated: false,
      authenticationVisible: false,
      error: undefined,
    });
  });

  it('[AUTH-08][AUTH-11] without the cookie, asks nothing and is over', async () => {
    const { session, store, loadClient } = openSession();
    await session.start();
    expect(loadClient).not.toHaveBeenCalled();
    expect(store.get()).toMatchObject({ inProgress: false, isAuthenticated: false, error: undefined });
  });

  it('[AUTH-08][AUTH-09][AUTH-11] with the cookie, finds the session silently', async () => {
    setCookie(true);
    const { session, store } = openSession();
    await session.start();
    expect(store.get()).toMatchObject({ inProgress: false, isAuthenticated: true, user: claire });
  });

  it.each([
    '[ERR-07] login_required',
    '[ERR-07] consent_required',
    '[ERR-07] interaction_required',
    '[ERR-07] account_selection_required',
    '[ERR-08] access_denied',
  ])('%s only means that nobody is signed in', async (title) => {
    setCookie(true);
    const code = title.split(' ')[1] ?? '';
    const { session, store } = openSession({ getToken: refuse(code) });
    await session.start();
    expect(store.get()).toMatchObject({ inProgress: false, isAuthenticated: false, error: undefined });
  });

  it('[AUTH-08][AUTH-10] another failure is kept as the error', async () => {
    setCookie(true);
    const { session, store } = openSession({ getToken: refuse('timeout') });
    await session.start();
    expect(store.get()).toMatchObject({
      inProgress: false,
      isAuthenticated: false,
      error: { code: 'timeout' },
    });
  });

  it('says so when the address is not secure', async () => {
    const { session, store } = openSession();
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
    await session.start();
    expect(store.get().error?.code).toBe('insecure_origin');
  });
});

describe('the callback', () => {
  it('[AUTH-02] is a query with a state, and only that', () => {
    expect(isCallback('?code=c&state=s')).toBe(true);
    expect(isCallback('?code=c')).toBe(false);
  });

  it('[AUTH-03][AUTH-09] signs in, remembers the address first asked for and cleans its own', async () => {
    window.history.replaceState({ idx: 3 }, '', '/?code=c&state=s');
    const { session, store } = openSession({
      handleCallback: async () => ({ target: '/project/p1/reporting', error: undefined }),
    });
    await session.start();
    expect(store.get()).toMatchObject({ inProgress: false, isAuthenticated: true, user: { sub: 'user-1' } });
    expect(window.location.search).toBe('');
    expect(window.history.state).toEqual({ idx: 3 });
    expect(session.takeTarget()).toBe('/project/p1/reporting');
    expect(session.takeTarget()).toBeUndefined();
  });

  it('[AUTH-10][ERR-08] that fails is an error, and cleans its address too', async () => {
    window.history.replaceState({}, '', '/?error=access_denied&state=s');
    const { session, store } = openSession({
      handleCallback: async () => ({
        target: '/profile',
        error: new SessionError('access_denied', 'Annulée'),
      }),
    });
    await session.start();
    expect(store.get()).toMatchObject({
      inProgress: false,
      isAuthenticated: false,
      error: { code: 'access_denied' },
    });
    expect(session.target).toBe('/profile');
    expect(window.location.search).toBe('');
  });

  it.each([
    ['/project/p1?sort=name#haut', '/project/p1?sort=name#haut'],
    ['//mechant.example', '/'],
    ['/\\mechant.example', '/'],
    ['https://mechant.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/auth-info', '/'],
    ['', '/'],
  ])('an address to come back to: %s gives %s', (asked, kept) => {
    expect(safeReturnAddress(asked)).toBe(kept);
  });
});

describe('the sign-in window', () => {
  it('[AUTH-06] is visible while open, then not', async () => {
    const window = Promise.withResolvers<void>();
    const { session, store } = openSession({ popup: () => window.promise });
    const done = session.loginWithPopup();
    await vi.waitFor(() => expect(store.get().authenticationVisible).toBe(true));
    window.resolve();
    await done;
    expect(store.get()).toMatchObject({
      authenticationVisible: false,
      isAuthenticated: true,
      error: undefined,
    });
  });

  it('after somebody left, of somebody else reloads the page instead of showing her the first one’s data', async () => {
    setCookie(true);
    const users = [claire, { ...claire, sub: 'user-2' }];
    const { session, store, reload, leaveElsewhere } = openSession({ getUser: async () => users.shift() });
    await session.start();
    leaveElsewhere('user-1');
    await session.loginWithPopup();
    expect(reload).toHaveBeenCalledOnce();
    expect(store.get().isAuthenticated).toBe(false);
  });

  it('after she left, of the same person goes on', async () => {
    setCookie(true);
    const { session, store, reload, leaveElsewhere } = openSession();
    await session.start();
    leaveElsewhere('user-1');
    await session.loginWithPopup();
    expect(reload).not.toHaveBeenCalled();
    expect(store.get()).toMatchObject({ isAuthenticated: true, error: undefined });
  });

  it('[AUTH-06][AUTH-10] closed by the user, is not visible and leaves an error', async () => {
    const { session, store } = openSession({ popup: refuse('cancelled') });
    await session.loginWithPopup();
    expect(store.get()).toMatchObject({ authenticationVisible: false, error: { code: 'cancelled' } });
  });
});

describe('the token', () => {
  it('is undefined when nobody is signed in', async () => {
    expect(await openSession().session.getToken()).toBeUndefined();
  });

  it('[AUTH-12] login_required signs out here', async () => {
    setCookie(true);
    let calls = 0;
    const getToken = async () => {
      calls += 1;
      if (calls > 1) throw new SessionError('login_required', 'Login required');
      return 'token';
    };
    const { session, store } = openSession({ getToken });
    await session.start();
    await expect(session.getToken({ fresh: true })).rejects.toMatchObject({ code: 'login_required' });
    expect(store.get()).toMatchObject({ user: undefined, isAuthenticated: false, error: undefined });
  });

  it('of somebody else, signed in from another tab, reloads the page instead of showing her the first one’s data', async () => {
    setCookie(true);
    const users = [claire, { ...claire, sub: 'user-2' }];
    const { session, reload } = openSession({ getUser: async () => users.shift() });
    await session.start();
    await expect(session.getToken()).rejects.toMatchObject({ code: 'signed_out' });
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('logout', () => {
  it('[AUTH-29] with both options is refused, and nobody is told', async () => {
    const logout = async ({ federated, localOnly }: LogoutOptions) => {
      if (federated && localOnly) throw new SessionError('invalid_options', 'both');
    };
    setCookie(true);
    const { session, store, announced } = openSession({ logout });
    await session.start();
    await expect(session.logout({ federated: true, localOnly: true })).rejects.toMatchObject({
      message: 'both',
    });
    expect(store.get().isAuthenticated).toBe(true);
    expect(announced).toEqual([]);
  });

  it('tells the other tabs who left', async () => {
    setCookie(true);
    const { session, announced } = openSession();
    await session.start();
    await session.logout();
    expect(announced).toEqual(['user-1']);
  });

  it('in another tab of the same user signs out here, without a new sign-in by itself', async () => {
    setCookie(true);
    const logout = vi.fn(async () => undefined);
    const { session, store, leaveElsewhere } = openSession({ logout });
    await session.start();
    leaveElsewhere('user-2');
    expect(store.get().isAuthenticated).toBe(true);
    leaveElsewhere('user-1');
    expect(store.get()).toMatchObject({ isAuthenticated: false, error: { code: 'signed_out' } });
    await vi.waitFor(() => expect(logout).toHaveBeenCalledWith({ localOnly: true }));
  });
});

describe('a permission', () => {
  it('[PERM-01][ENT-01] is false before loading and when unknown, true when given', async () => {
    setCookie(true);
    const { session, store } = openSession();
    await session.start();
    expect(hasPermission(store.get(), 'canEditSharedViews')).toBe(false);
    session.setPermissions('user-1', { canEditSharedViews: true, canValidatePhases: false });
    expect(store.get().permissions).toEqual({
      'user-1': { canEditSharedViews: true, canValidatePhases: false },
    });
    expect(hasPermission(store.get(), 'canEditSharedViews')).toBe(true);
    expect(hasPermission(store.get(), 'canValidatePhases')).toBe(false);
    expect(hasPermission(store.get(), 'unknown')).toBe(false);
  });
});
