import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { EndedGrants } from './ended-grants.ts';
import type { Federation } from './federation.ts';
import { failurePage, sendPage } from './page.ts';
import { ACCESS_TOKEN_SECONDS } from './provider.ts';
import { redirect } from './request.ts';
import { CLIENT_ID } from './settings.ts';
import type { IdentityDependencies, IdentityStore } from './types.ts';

export interface LogoutParts extends Pick<IdentityDependencies, 'store' | 'accounts' | 'onLogout'> {
  provider: Provider;
  ended: EndedGrants;
  federation: Federation | undefined;
  origin: string;
  log: (message: string, error?: unknown) => void;
}

const UPSTREAM_SESSION = 'UpstreamSession';
const UPSTREAM_DAYS = 7;
const REVOCABLE = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];

/** Remembers the provider's ID token beside our grant, for the day of the logout. */
export async function rememberUpstream(
  store: IdentityStore,
  grantId: string,
  idToken: string,
): Promise<void> {
  const expires_at = new Date(Date.now() + UPSTREAM_DAYS * 86_400_000);
  const payload = { id_token: idToken };
  await store.upsert(UPSTREAM_SESSION, grantId, { payload, grant_id: grantId, uid: null, expires_at });
}

/**
 * `GET /v2/logout?client_id&returnTo&federated`: ends the session and its tokens, then goes back to the application.
 * `federated` counts by its presence, with or without a value, and ends the company provider's session too.
 */
export function createLogout({
  provider,
  store,
  accounts,
  ended,
  federation,
  origin,
  log,
  onLogout,
}: LogoutParts) {
  const announce = async (accountId: string): Promise<void> => {
    const account = await accounts.findById(accountId);
    if (account) await onLogout?.(account);
  };
  const upstreamLogout = async (grantId: string | undefined): Promise<URL | undefined> => {
    const upstream = grantId ? await store.take(UPSTREAM_SESSION, grantId) : undefined;
    if (!federation || typeof upstream?.id_token !== 'string') return undefined;
    try {
      return await federation.logoutUrl(upstream.id_token, origin);
    } catch (error) {
      log('The company provider cannot be reached to end its session.', error);
      return undefined;
    }
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { searchParams: query } = new URL(request.url ?? '/', origin);
    const returnTo = query.get('returnTo') ?? origin;
    const clientId = query.get('client_id') ?? CLIENT_ID;
    if (clientId !== CLIENT_ID || ![origin, `${origin}/`].includes(returnTo)) {
      sendPage(
        response,
        400,
        failurePage('Déconnexion impossible', 'L’adresse de retour n’est pas celle de Palier.', origin),
      );
      return;
    }
    const context = provider.createContext(request, response);
    const session = await provider.Session.get(context);
    const grantId = session.grantIdFor(CLIENT_ID);
    const upstream = query.has('federated') ? await upstreamLogout(grantId) : undefined;
    if (grantId) {
      await ended.end(grantId, ACCESS_TOKEN_SECONDS);
      await Promise.all(REVOCABLE.map((model) => store.destroyByGrant(model, grantId)));
      await store.take('Grant', grantId);
      await store.take(UPSTREAM_SESSION, grantId);
    }
    if (session.accountId) {
      await session.destroy();
      await announce(session.accountId);
    }
    context.cookies.set(provider.cookieName('session'), null, {
      httpOnly: true,
      sameSite: 'lax',
      signed: true,
    });
    redirect(response, upstream?.href ?? returnTo);
  };
}
