import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPglite } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import {
  createIdentity,
  createIdentityStore,
  DEMO_USERS,
  type Identity,
  type SignInSettings,
} from '../index.ts';
import type { Account } from '../types.ts';
import { CookieClient } from './cookie-client.ts';

/** A broker that answers at its origin. */
export interface RunningBroker {
  origin: string;
  identity: Identity;
}

export interface BrokerFixture extends RunningBroker {
  database: Database;
  data_folder: string;
  accounts: Account[];
  log: string[];
  /** Where callers seem to come from. */
  address: string;
  /** Makes the broker anew on the same database and folder, as a restart of the server does. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The real broker over HTTP on a free port, with an embedded database of its own. */
export async function startBroker(
  given: SignInSettings | ((origin: string) => Promise<SignInSettings>) = { kind: 'demo' },
  public_url?: string,
): Promise<BrokerFixture> {
  const database = await openPglite(null);
  await migrate(database);
  const data_folder = await mkdtemp(join(tmpdir(), 'palier-identity-'));
  const accounts: Account[] = DEMO_USERS.map((user) => ({ ...user }));
  const log: string[] = [];
  const server = createServer(
    (request, response) => void fixture.identity.handle(request, response, fixture.address),
  );
  const origin = await listen(server);
  const signIn = typeof given === 'function' ? await given(origin) : given;
  const open = () =>
    createIdentity({
      settings: { public_url: public_url ?? origin, data_folder, sign_in: signIn, production: false },
      store: createIdentityStore(database.db),
      accounts: {
        findById: async (id) => accounts.find(({ user_id }) => user_id === id),
        findByEmail: async (text) => accounts.find(({ email }) => email === text.toLowerCase()),
      },
      log: (message, error) => log.push(error instanceof Error ? `${message} ${error.message}` : message),
    });
  const fixture: BrokerFixture = {
    origin,
    identity: await open(),
    database,
    data_folder,
    accounts,
    log,
    address: '198.51.100.7',
    async restart() {
      fixture.identity = await open();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
      await rm(data_folder, { recursive: true });
    },
  };
  return fixture;
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

export interface PendingLogin {
  client: CookieClient;
  /** Where the login page is. */
  page: string;
  verifier: string;
  state: string;
}

/** Parameters that the browser's client sends to /authorize. */
export function authorizationQuery(origin: string, changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'palier-web',
    scope: 'openid profile email',
    audience: 'urn:palier:api',
    redirect_uri: origin,
    response_type: 'code',
    response_mode: 'query',
    state,
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return { query, verifier, state };
}

/** Opens the login page as the browser does. */
export async function openLogin(
  origin: string,
  client: CookieClient = new CookieClient(),
  changes: Record<string, string> = {},
): Promise<PendingLogin> {
  const { query, verifier, state } = authorizationQuery(origin, changes);
  const answer = await client.get(`${origin}/authorize?${query}`);
  const location = answer.headers.get('location');
  if (!location) throw new Error(`No redirection: ${answer.status} ${await answer.text()}`);
  return { client, page: new URL(location, origin).href, verifier, state };
}

/** Types the password; answers the callback's URL, at the application's origin. */
export async function submitLogin(broker: RunningBroker, login: PendingLogin, email: string): Promise<URL> {
  const password = broker.identity.demoSignIn?.password ?? '';
  const answer = await login.client.post(login.page, { email, password });
  const end = await login.client.follow(
    answer,
    (target) => target.pathname === '/' && target.origin === broker.origin,
  );
  if (!end.location) throw new Error(`Sign-in did not come back: ${end.status} ${await end.text()}`);
  return end.location;
}

export interface Tokens {
  access_token: string;
  id_token: string;
  expires_in: number;
  refresh_token?: string;
}

/** Exchanges the callback's code like the browser's client, or as a program that asks for more. */
export function exchange(
  origin: string,
  callback: URL,
  verifier: string,
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'palier-web',
      code: callback.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: origin,
      ...more,
    }),
  });
}

/** A whole sign-in of a demo user. */
export async function signIn(
  broker: RunningBroker,
  email = 'claire.vasseur@maison-brume.fr',
  client: CookieClient = new CookieClient(),
  more: Record<string, string> = {},
): Promise<{ client: CookieClient; tokens: Tokens }> {
  const login = await openLogin(broker.origin, client);
  const callback = await submitLogin(broker, login, email);
  const answer = await exchange(broker.origin, callback, login.verifier, more);
  return { client, tokens: (await answer.json()) as Tokens };
}

/** What prompt=none answers to somebody holding these cookies. */
export async function askSilently(broker: BrokerFixture, client: CookieClient): Promise<URLSearchParams> {
  const { query } = authorizationQuery(broker.origin, { prompt: 'none' });
  const answer = await client.get(`${broker.origin}/authorize?${query}`);
  return new URL(answer.headers.get('location') ?? '', broker.origin).searchParams;
}
