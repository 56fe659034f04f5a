import {
  Auth0Client,
  AuthenticationError,
  type LogoutOptions as ClientLogout,
  type GetTokenSilentlyOptions,
} from '@auth0/auth0-spa-js';
import { SessionError, toSessionError } from './session-error.ts';
import type { SessionUser } from './state.ts';

/** Settings answered by `/idp/config.json`; an empty domain is the application's own origin. */
export interface SignInSettings {
  domain: string;
  client_id: string;
  audience: string;
  /** Organisation whose members alone may sign in. */
  organization?: string;
  /** Seconds after which the provider asks for the password again. */
  max_age?: number;
}

export interface LogoutOptions {
  /** Ends the company provider's session too. */
  federated?: boolean;
  /** Forgets the session here without telling the provider. */
  localOnly?: boolean;
}

export interface CallbackResult {
  target: string | undefined;
  error: SessionError | undefined;
}

/** What the session needs of auth0-spa-js. Everything rejects with a SessionError. */
export interface SignInClient {
  redirect: (target: string) => Promise<void>;
  /** Ends a redirect. The address first asked for is known even when the provider refused. */
  handleCallback: () => Promise<CallbackResult>;
  /** Must be called in a click's handler, or the browser refuses the window. */
  popup: () => Promise<void>;
  getToken: (options: { fresh: boolean }) => Promise<string | undefined>;
  getUser: () => Promise<SessionUser | undefined>;
  logout: (options: LogoutOptions) => Promise<void>;
}

const POPUP_SECONDS = 60;
const IFRAME_SECONDS = 15;
const HTTP_SECONDS = 10;
const LEEWAY_SECONDS = 60;
const LOCK_ATTEMPTS = 10;
// The library waits 5 s for its lock; a time-out that comes sooner than this was the lock's, a later one was not.
const LOCK_WAIT_MS = 6000;

/** The sign-in client: memory cache, silent renewal in an iframe, no refresh token. */
export function createSignInClient(settings: SignInSettings): SignInClient {
  const client = createLibraryClient(settings);
  return {
    redirect: guard(async (target: string) => {
      await client.loginWithRedirect({ appState: { target } });
    }),
    handleCallback: () => finishRedirect(client),
    popup: guard(() => signInByPopup(client)),
    getToken: singleFlight((fresh) => guard(getTokenPatiently)(client, fresh)),
    getUser: guard(async () => presentUser(await client.getUser())),
    logout: guard(async (options: LogoutOptions) => client.logout(logoutOptions(options))),
  };
}

function createLibraryClient({
  domain,
  client_id,
  audience,
  organization,
  max_age,
}: SignInSettings): Auth0Client {
  return new Auth0Client({
    domain: domain || window.location.origin,
    clientId: client_id,
    legacySameSiteCookie: false,
    sessionCheckExpiryDays: 1,
    authorizeTimeoutInSeconds: IFRAME_SECONDS,
    httpTimeoutInSeconds: HTTP_SECONDS,
    authorizationParams: {
      redirect_uri: window.location.origin,
      audience,
      scope: 'openid profile email',
      ...(organization && { organization }),
      ...(max_age !== undefined && { max_age }),
    },
  });
}

async function finishRedirect(client: Auth0Client): Promise<CallbackResult> {
  try {
    const { appState } = await client.handleRedirectCallback<unknown>();
    return { target: targetOf(appState), error: undefined };
  } catch (thrown) {
    const appState = thrown instanceof AuthenticationError ? thrown.appState : undefined;
    return { target: targetOf(appState), error: toSessionError(thrown) };
  }
}

function targetOf(appState: unknown): string | undefined {
  const target =
    typeof appState === 'object' && appState !== null && 'target' in appState ? appState.target : undefined;
  return typeof target === 'string' ? target : undefined;
}

async function signInByPopup(client: Auth0Client): Promise<void> {
  try {
    await client.loginWithPopup({}, { timeoutInSeconds: POPUP_SECONDS });
  } catch (error) {
    // The library leaves the window open when nobody answered in time.
    if (error instanceof Error && 'popup' in error) (error.popup as Window | null)?.close();
    throw error;
  }
}

/**
 * The access token, renewed when it, or the ID token, has less than a minute left. Another tab may hold the
 * library's lock for a whole exchange, longer than one wait: up to ten waits, then it is a time-out.
 */
async function getTokenPatiently(client: Auth0Client, fresh: boolean): Promise<string | undefined> {
  const options: GetTokenSilentlyOptions = fresh ? { cacheMode: 'off' } : {};
  for (let attempt = 1; ; attempt += 1) {
    const start = performance.now();
    try {
      const token = await client.getTokenSilently(options);
      const claims = await client.getIdTokenClaims();
      const over = claims?.exp !== undefined && claims.exp - LEEWAY_SECONDS < Date.now() / 1000;
      return over && !fresh ? await client.getTokenSilently({ cacheMode: 'off' }) : token;
    } catch (thrown) {
      const error = toSessionError(thrown);
      const lockHeld = error.code === 'timeout' && performance.now() - start < LOCK_WAIT_MS;
      if (!lockHeld || attempt >= LOCK_ATTEMPTS) throw error;
    }
  }
}

function logoutOptions({ federated, localOnly }: LogoutOptions): ClientLogout {
  if (federated && localOnly) {
    throw new SessionError(
      'invalid_options',
      'It is invalid to set both the `federated` and `localOnly` options to `true`',
    );
  }
  if (localOnly) return { openUrl: false };
  return { logoutParams: { returnTo: window.location.origin, ...(federated && { federated: true }) } };
}

function presentUser(claims: Record<string, unknown> | undefined): SessionUser | undefined {
  if (typeof claims?.sub !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    sub: claims.sub,
    name: text(claims.name),
    email: text(claims.email),
    org_id: text(claims.org_id),
    org_name: text(claims.org_name),
  };
}

/** Calls made while one is under way share its answer. */
function singleFlight(work: (fresh: boolean) => Promise<string | undefined>): SignInClient['getToken'] {
  const flights = new Map<boolean, Promise<string | undefined>>();
  return ({ fresh }) => {
    const running = flights.get(fresh);
    if (running) return running;
    const flight = work(fresh).finally(() => flights.delete(fresh));
    flights.set(fresh, flight);
    return flight;
  };
}

function guard<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await work(...args);
    } catch (error) {
      throw toSessionError(error);
    }
  };
}
