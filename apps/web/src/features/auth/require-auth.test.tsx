import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quietApi } from '../../lib/api/client.ts';
import { session } from '../../lib/session/app-session.ts';
import { SessionError } from '../../lib/session/session-error.ts';
import { initialSessionState, type SessionState, sessionStore } from '../../lib/session/state.ts';
import { AuthInfoPage } from './auth-info-page.tsx';
import { connectApi } from './connect-api.ts';
import { RequireAuth } from './require-auth.tsx';

const user = {
  sub: 'user-1',
  name: 'Claire Vasseur',
  email: 'claire.vasseur@maison-brume.fr',
  org_id: 'org_maison_brume',
  org_name: 'Maison Brume',
};

function set(changes: Partial<SessionState>): void {
  sessionStore.set(() => ({ ...initialSessionState, ...changes }));
}

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/auth-info', element: <AuthInfoPage /> },
      { path: '/404', element: <p>Page introuvable</p> },
      {
        element: <RequireAuth />,
        children: [
          { index: true, element: <p>Accueil</p> },
          { path: 'operations', element: <p>Opérations</p> },
          { path: 'project/:id/reporting', element: <p>Bilan</p> },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

let login: ReturnType<typeof vi.fn<(address: string) => Promise<void>>>;
beforeEach(() => {
  login = vi.fn(async () => undefined);
  vi.spyOn(session, 'login').mockImplementation(login);
  vi.spyOn(session, 'getToken').mockResolvedValue('token');
  connectApi();
  vi.stubGlobal('fetch', async () => Response.json({ user_id: 'user-1', permissions: {} }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the guard', () => {
  it('[GUARD-04] waits while sign-in is in progress', async () => {
    set({ inProgress: true });
    const router = open('/operations');
    expect(screen.queryByText('Opérations')).toBeNull();
    expect(login).not.toHaveBeenCalled();
    expect(router.state.location.pathname).toBe('/operations');
    set({ inProgress: false, isAuthenticated: true, user });
    expect(await screen.findByText('Opérations')).toBeDefined();
    expect(login).not.toHaveBeenCalled();
  });

  it('[GUARD-03] starts the sign-in with the address first asked for, and shows nothing', () => {
    set({ inProgress: false });
    open('/project/p1/reporting?x=1');
    expect(login).toHaveBeenCalledWith('/project/p1/reporting?x=1');
    expect(screen.queryByText('Bilan')).toBeNull();
  });

  it('offers to sign in again when the browser came back to the waiting page', async () => {
    set({ inProgress: false });
    open('/operations');
    await userEvent.click(await screen.findByRole('button', { name: 'Se connecter' }));
    expect(login).toHaveBeenCalledTimes(2);
  });

  it('[GUARD-03] goes to that address after the callback', async () => {
    vi.spyOn(session, 'takeTarget').mockReturnValue('/project/p1/reporting');
    set({ inProgress: false, isAuthenticated: true, user });
    const router = open('/?code=c&state=s');
    expect(await screen.findByText('Bilan')).toBeDefined();
    expect(router.state.location.search).toBe('');
    expect(screen.queryByText('Accueil')).toBeNull();
  });

  it('[GUARD-02] shows an error on /auth-info, whatever screen is asked for', async () => {
    set({ inProgress: false, error: new SessionError('access_denied', 'Connexion annulée') });
    const router = open('/operations');
    expect(await screen.findByRole('heading', { name: 'Connexion annulée' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/auth-info');
    expect(login).not.toHaveBeenCalled();
  });

  it('[GUARD-01] leaves /404 and /auth-info alone', () => {
    set({ inProgress: false });
    open('/404');
    expect(screen.getByText('Page introuvable')).toBeDefined();
    cleanup();
    open('/auth-info');
    expect(screen.getByRole('heading')).toBeDefined();
    expect(login).not.toHaveBeenCalled();
  });

  it('[GUARD-05] a refusal of the API leads to /auth-info, with the server’s sentence', async () => {
    set({ inProgress: false, isAuthenticated: true, user });
    const router = open('/operations');
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'Projet réservé.', code: 'forbidden' }, { status: 403 }),
    );
    await expect(quietApi.call('projects.list', {})).rejects.toMatchObject({ status: 403 });
    expect(await screen.findByRole('heading', { name: 'Accès refusé' })).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('Projet réservé.');
    expect(router.state.location.pathname).toBe('/auth-info');
    expect(sessionStore.get().error?.code).toBe('forbidden');
  });
});

describe('/auth-info', () => {
  it('[ROUTE-14] explains the error in French and signs in again, back to where the user was', async () => {
    set({ inProgress: false, error: new SessionError('state_mismatch', 'Invalid state') });
    open('/project/p1/reporting');
    expect((await screen.findByRole('alert')).textContent).toContain('Connexion périmée');
    expect(screen.getByText('Invalid state')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Se reconnecter' }));
    expect(login).toHaveBeenCalledWith('/project/p1/reporting');
  });

  it('[ROUTE-14] offers to sign out to whoever is signed in', async () => {
    const logout = vi.spyOn(session, 'logout').mockResolvedValue(undefined);
    set({ inProgress: false, isAuthenticated: true, user, error: new SessionError('forbidden', 'Refusé.') });
    open('/operations');
    await userEvent.click(await screen.findByRole('button', { name: 'Se déconnecter' }));
    expect(logout).toHaveBeenCalledExactlyOnceWith({ federated: true });
  });

  it('signs in in a window and goes back to the screen', async () => {
    vi.spyOn(session, 'loginWithPopup').mockImplementation(async () => {
      set({ inProgress: false, authenticationVisible: true });
      await Promise.resolve();
      set({ inProgress: false, isAuthenticated: true, user });
    });
    set({ inProgress: false, error: new SessionError('timeout', 'Timeout') });
    open('/operations');
    await userEvent.click(await screen.findByRole('button', { name: 'Se connecter dans une fenêtre' }));
    expect(await screen.findByText('Opérations')).toBeDefined();
  });
});

describe('permissions', () => {
  it('[AUTH-37] are asked for once while the user goes from screen to screen', async () => {
    const calls: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      calls.push(url);
      return Response.json({ user_id: 'user-1', permissions: { canEditSharedViews: true } });
    });
    set({ inProgress: true });
    const router = open('/operations');
    expect(calls).toEqual([]);
    set({ inProgress: false, isAuthenticated: true, user });
    await screen.findByText('Opérations');
    await vi.waitFor(() =>
      expect(sessionStore.get().permissions['user-1']).toEqual({ canEditSharedViews: true }),
    );
    for (const address of ['/project/p1/reporting', '/', '/operations', '/project/p2/reporting']) {
      await router.navigate(address);
    }
    expect(calls).toEqual(['/api/me']);
  });
});
