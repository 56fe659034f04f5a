import type { JWK } from 'jose';
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { createAdapterFactory } from './adapter.ts';
import { refuseInFrench } from './french-refusals.ts';
import type { Holder, Holders } from './holders.ts';
import { failurePage, PAGE_HEADERS } from './page.ts';
import type { IdentityKeys } from './secrets.ts';
import { AUDIENCE, CLIENT_ID } from './settings.ts';
import type { IdentityStore } from './types.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const ACCESS_TOKEN_SECONDS = 15 * MINUTE;

/** Cookies of one host are shared by its ports: the port in the name keeps two servers of one machine apart. */
function cookieNames(origin: string) {
  const { port } = new URL(origin);
  const name = (use: string) => `palier.${use}${port && `.${port}`}`;
  return { session: name('session'), interaction: name('login'), resume: name('resume') };
}

export interface ProviderParts {
  /** Public origin without final slash. */
  origin: string;
  keys: IdentityKeys;
  store: IdentityStore;
  holders: Holders;
  /** Called when a session gets or keeps its grant, with what the login step handed over. */
  onGrant: (grantId: string, loginResult: unknown) => Promise<void>;
}

/**
 * The authorization server, speaking the dialect of the browser's client (auth0-spa-js):
 * its paths, an issuer with a final slash, web_message for popup and silent iframe, a JWT for our audience.
 */
export function createProvider(parts: ProviderParts): Provider {
  const provider = new Provider(`${parts.origin}/`, configuration(parts));
  // `handle` sets the forwarded headers itself, from the public address: no other's are ever read.
  provider.proxy = true;
  refuseInFrench(provider);
  return provider;
}

function configuration(parts: ProviderParts): Configuration {
  const { origin, keys, store, holders } = parts;
  return {
    adapter: createAdapterFactory(store),
    jwks: { keys: keys.signing as (JWK & { kty: 'RSA' })[] },
    clients: [browserClient(origin)],
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      jwks: '/.well-known/jwks.json',
      userinfo: '/userinfo',
      end_session: '/oidc/logout',
    },
    cookies: {
      keys: keys.cookies,
      names: cookieNames(origin),
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      // No path: oidc-provider binds each to its own form, so that several sign-ins may go on at once.
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    // Name and e-mail inside the ID token: the client never calls /userinfo.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'org_id', 'org_name', 'azp'],
      profile: ['name', 'nickname'],
      email: ['email', 'email_verified'],
    },
    extraParams: ['audience', 'organization', 'screen_hint', 'connection'],
    pkce: { required: () => true },
    responseTypes: ['code'],
    features: features(),
    findAccount: async (_context, sub) => {
      const holder = await holders.find(sub);
      return holder && { accountId: sub, claims: async () => claimsOf(holder) };
    },
    extraTokenClaims: async (_context, token) => {
      const holder =
        'accountId' in token && token.accountId ? await holders.find(token.accountId) : undefined;
      const gid = 'grantId' in token ? token.grantId : undefined;
      return { azp: token.clientId, gid, ...(holder?.account && { org_id: holder.account.organization_id }) };
    },
    loadExistingGrant: (context) => grantOf(context, parts),
    issueRefreshToken: async (context, client) =>
      client.grantTypeAllowed('refresh_token') && asksForRefresh(context),
    rotateRefreshToken: true,
    expiresWithSession: async () => true,
    interactions: { policy: loginPolicy(), url: (_context, interaction) => `/idp/login/${interaction.uid}` },
    clientBasedCORS: (_context, asking) => asking === origin,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: MINUTE,
      // Longer than the access token, so that the access token alone decides when the browser renews.
      IdToken: 10 * HOUR,
      // A form left open overnight still signs in; its two cookies, one sign-in each, last as long.
      Interaction: DAY,
      RefreshToken: DAY,
      Session: 7 * DAY,
      Grant: 7 * DAY,
    },
    renderError: (context, out) => {
      context.set({ ...PAGE_HEADERS });
      context.body = failurePage('Connexion impossible', explain(out.error), origin);
    },
  };
}

/** `expired` covers the common case: a form left open too long, or a page found again by the Back button. */
function explain(code: string): string {
  const texts: Record<string, string> = {
    invalid_redirect_uri: 'L’adresse de retour n’est pas celle de Palier.',
    invalid_client: 'L’application qui demande la connexion est inconnue.',
    invalid_request: 'La demande de connexion a expiré ou est incomplète. Recommencez depuis Palier.',
  };
  return texts[code] ?? `La demande de connexion a été refusée (${code}).`;
}

/**
 * A browser renews by its session and asks for no refresh token, so none lies in its memory. A program asks by the
 * scope of its token request: that of /authorize is dropped without a consent screen, and we have none.
 */
function asksForRefresh({ oidc }: KoaContextWithOIDC): boolean {
  const scope = oidc.body?.scope ?? '';
  return oidc.params?.grant_type === 'refresh_token' || String(scope).split(' ').includes('offline_access');
}

function browserClient(origin: string) {
  return {
    client_id: CLIENT_ID,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [origin, `${origin}/`],
    id_token_signed_response_alg: 'RS256',
    require_auth_time: true,
  } as const;
}

/** The usual reasons to show the login page, and one of ours: the session's person is no longer known. */
function loginPolicy() {
  const policy = interactionPolicy.base();
  const gone = new interactionPolicy.Check(
    'account_gone',
    'The session belongs to nobody known.',
    'login_required',
    (context) => context.oidc.session?.accountId !== undefined && !context.oidc.account,
  );
  policy.get('login')?.checks.add(gone);
  return policy;
}

function features(): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    // Logout is /v2/logout, our own.
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true },
    webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
    resourceIndicators: {
      enabled: true,
      defaultResource: (context, _client, oneOf) => {
        const asked = oneOf?.[0] ?? context.oidc.params?.audience;
        return typeof asked === 'string' ? asked : [];
      },
      // Otherwise the access token would be an opaque one for /userinfo.
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, indicator) => {
        if (indicator !== AUDIENCE) throw new errors.InvalidTarget();
        return {
          scope: 'api',
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          jwt: { sign: { alg: 'RS256' } },
        };
      },
    },
  };
}

function claimsOf({ sub, email, name, account }: Holder) {
  return {
    sub,
    azp: CLIENT_ID,
    ...(name && { name, nickname: name }),
    ...(email && { email, email_verified: account !== undefined }),
    ...(account && { org_id: account.organization_id, org_name: account.organization_name }),
  };
}

/** First-party client, so no consent screen: the session's grant holds all that may be asked. */
async function grantOf(context: KoaContextWithOIDC, { onGrant }: ProviderParts) {
  const { client, session, account, provider, result } = context.oidc;
  if (!client || !session || !account) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant = existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  if (!existing) {
    grant.addOIDCScope('openid profile email offline_access');
    grant.addResourceScope(AUDIENCE, 'api');
    await grant.save();
  }
  await onGrant(grant.jti, result?.login);
  return grant;
}
