import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { isOutage } from '../db/faults.ts';
import { createBrake } from './brake.ts';
import { DEMO_USERS } from './demo-users.ts';
import { addressOf, asFormRequest, checkAddress } from './door.ts';
import type { EndedGrants } from './ended-grants.ts';
import { createFederatedLogin, type FederatedLogin } from './federated-login.ts';
import { createFederation } from './federation.ts';
import { createHolders } from './holders.ts';
import { createDemoLogin, type LoginStep } from './login.ts';
import { createLogout, rememberUpstream } from './logout.ts';
import { failurePage, sendPage } from './page.ts';
import { createProvider } from './provider.ts';
import { pinToPublicUrl } from './public-url.ts';
import { RequestError, redirect, sendJson } from './request.ts';
import type { IdentityKeys } from './secrets.ts';
import type { IdentityDependencies, IdentityStore } from './types.ts';

const HOUR_MS = 3_600_000;
/** What programs ask, which read JSON; everything else is for a person's eyes. */
const PROGRAM_PATHS = /^\/(oauth|userinfo|\.well-known)(\/|$)/;

export interface BrokerParts {
  dependencies: IdentityDependencies;
  origin: string;
  keys: IdentityKeys;
  ended: EndedGrants;
  /** Of the demo users; undefined when sign-in is federated. */
  password: string | undefined;
}

/** `address` is the caller's. */
export type Handler = (request: IncomingMessage, response: ServerResponse, address: string) => Promise<void>;

/** The whole authorization server as one request handler: oidc-provider with our login and logout steps before it. */
export function createBroker({ dependencies, origin, keys, ended, password }: BrokerParts): Handler {
  const { store, accounts, settings, onLogout, log = () => {} } = dependencies;
  const holders = createHolders(accounts, store);
  const provider = createProvider({ origin, keys, store, holders, onGrant });
  const federation =
    settings.sign_in.kind === 'federated' ? createFederation(settings.sign_in, origin, store) : undefined;
  const federated = federation && createFederatedLogin({ provider, federation, holders, origin, log });
  const login =
    federated ??
    createDemoLogin({
      provider,
      accounts,
      users: DEMO_USERS,
      password: password ?? '',
      brake: createBrake(store),
      origin,
      log,
    });
  const logout = createLogout({ provider, store, accounts, ended, federation, origin, log, onLogout });
  const answer = answerOf(provider, log);

  async function onGrant(grantId: string, result: unknown): Promise<void> {
    const idToken =
      result && typeof result === 'object' && 'upstream_id_token' in result && result.upstream_id_token;
    if (typeof idToken === 'string') await rememberUpstream(store, grantId, idToken);
  }

  const sweep = createSweep(store, log);

  return async (request, response, address) => {
    sweep();
    pinToPublicUrl(request, origin);
    const { path, query } = addressOf(request);
    try {
      checkAddress(request);
      if (path === '/v2/logout') await logout(request, response);
      else if (path.startsWith('/idp/'))
        await step(path, query, request, response, { login, federated, origin, address });
      else await answer(await asFormRequest(request), response);
    } catch (error) {
      // The browser's « Back » after a sign-in: whoever is signed in goes on to the application.
      const used = error instanceof errors.SessionNotFound && request.method === 'GET';
      if (used && !response.headersSent && (await isSignedIn(provider, request, response)))
        redirect(response, `${origin}/`);
      else fail(error, response, { origin, log, isProgram: PROGRAM_PATHS.test(path) });
    }
  };
}

/**
 * What oidc-provider answers. It makes a server's error of any fault: when the database is away nothing is answered, and
 * the fault is thrown.
 */
function answerOf(
  provider: Provider,
  log: (message: string, error?: unknown) => void,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const outages = new WeakMap<ServerResponse, unknown>();
  provider.on('server_error', ({ res }, error) => {
    if (isOutage(error)) outages.set(res, error);
    else log('The authorization server failed.', error);
  });
  provider.use(async (context, next) => {
    try {
      await next();
    } catch (error) {
      if (!isOutage(error)) throw error;
      outages.set(context.res, error);
    }
    if (outages.has(context.res)) context.respond = false;
  });
  const callback = provider.callback();
  return async (request, response) => {
    await callback(request, response);
    if (!outages.has(response)) return;
    // Of the answer that was begun: its length, where it leads, its cookies.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    throw outages.get(response);
  };
}

/** Whether the browser's cookie is of a session that somebody has signed in to. */
async function isSignedIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const session = await provider.Session.get(provider.createContext(request, response));
  return session.accountId !== undefined;
}

/** Deletes expired records at most once an hour, at a sign-in: no timer keeps the process awake. */
function createSweep(store: IdentityStore, log: (message: string, error?: unknown) => void): () => void {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    next = Date.now() + HOUR_MS;
    store
      .deleteExpired()
      .catch((error: unknown) => log('Expired sign-in records could not be deleted.', error));
  };
}

interface Steps {
  login: LoginStep;
  federated: FederatedLogin | undefined;
  origin: string;
  address: string;
}

async function step(
  path: string,
  query: string,
  request: IncomingMessage,
  response: ServerResponse,
  { login, federated, origin, address }: Steps,
): Promise<void> {
  const [, uid, below = ''] = /^\/idp\/login\/([\w-]+)(\/federated)?$/.exec(path) ?? [];
  if (uid) {
    // Lax cookies already stop other sites; this stops other ports of the same host as well.
    if (request.headers.origin && request.headers.origin !== origin && request.method !== 'GET') {
      throw new RequestError(403, 'Ce formulaire ne vient pas de Palier.');
    }
    return login.handle(request, response, uid, { below, address });
  }
  if (path === '/idp/callback' && federated) return federated.receive(response, query);
  throw new RequestError(404, 'Cette page de connexion n’existe pas.');
}

interface Failure {
  origin: string;
  log: (message: string, error?: unknown) => void;
  /** It is told in JSON. */
  isProgram: boolean;
}

function fail(error: unknown, response: ServerResponse, { origin, log, isProgram }: Failure): void {
  if (response.headersSent) {
    log('Sign-in failed after the answer began.', error);
    response.destroy();
    return;
  }
  const tell = (status: number, text: string, title = 'Connexion impossible') => {
    const code = status < 500 ? 'invalid_request' : 'server_error';
    if (isProgram) sendJson(response, status, { error: code, error_description: text });
    else sendPage(response, status, failurePage(title, text, origin));
  };
  if (error instanceof errors.SessionNotFound)
    tell(
      400,
      'Cette page de connexion a expiré ou a déjà servi. Recommencez depuis Palier.',
      'Connexion expirée',
    );
  else if (error instanceof RequestError) tell(error.status, error.message);
  else {
    log('Sign-in failed.', error);
    const away = isOutage(error);
    if (away) response.setHeader('retry-after', '5');
    const text =
      'Le service de connexion ne répond pas. Réessayez dans un instant ; si cela dure, prévenez votre administrateur.';
    tell(away ? 503 : 502, text);
  }
}
