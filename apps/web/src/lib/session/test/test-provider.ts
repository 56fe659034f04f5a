import { vi } from 'vitest';
import { SessionError } from '../session-error.ts';
import { createSignInClient, type SignInClient, type SignInSettings } from '../sign-in-client.ts';

type Claims = Record<string, unknown>;

/** What the provider's token endpoint answers; a function may also fail or never answer. */
export type TokenAnswer = (form: URLSearchParams) => Promise<Response> | Response;

export interface TestProvider {
  issuer: string;
  /** Requests to the token endpoint, by their form. */
  exchanges: URLSearchParams[];
  /** Changes to the ID token's claims; undefined removes one. */
  claims: Claims;
  /** Changes to the ID token's header. */
  header: Claims;
  expires_in: number;
  answer: TokenAnswer | undefined;
  /** Replaces the whole ID token. */
  id_token: string | undefined;
  /** The nonce of the last authorize address seen. */
  nonce: string | undefined;
}

const seconds = () => Math.floor(Date.now() / 1000);
const part = (value: unknown) =>
  btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

/** An identity provider that answers what a test asks for, good or bad; it takes the place of `fetch`. */
export function createTestProvider(): TestProvider {
  const provider: TestProvider = {
    issuer: `${window.location.origin}/`,
    exchanges: [],
    claims: {},
    header: {},
    expires_in: 900,
    answer: undefined,
    id_token: undefined,
    nonce: undefined,
  };
  vi.stubGlobal('setTimeout', (...asked: Parameters<typeof setTimeout>) => {
    const timer = realTimeout(...asked);
    left.add(timer);
    return timer;
  });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const form = new URLSearchParams(String(init.body));
    provider.exchanges.push(form);
    if (provider.answer) return rejectOnAbort(init.signal, provider.answer(form));
    return tokenResponse(provider);
  });
  return provider;
}

/** A good answer of the token endpoint, with the changes asked for. */
export function tokenResponse(provider: TestProvider): Response {
  const now = seconds();
  const claims = {
    iss: provider.issuer,
    aud: 'palier-web',
    sub: 'user-1',
    name: 'Claire Vasseur',
    nonce: provider.nonce,
    iat: now,
    exp: now + 36_000,
    ...provider.claims,
  };
  const id_token =
    provider.id_token ??
    [part({ alg: 'RS256', kid: 'k', ...provider.header }), part(claims), 'c2lnbmF0dXJl'].join('.');
  const access_token = `access-${provider.exchanges.length}`;
  return Response.json({ access_token, id_token, expires_in: provider.expires_in, token_type: 'Bearer' });
}

/** fetch rejects when its signal is aborted, whatever the server does. */
function rejectOnAbort(
  signal: AbortSignal | null | undefined,
  answer: Promise<Response> | Response,
): Promise<Response> {
  const cut = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([answer, cut]);
}

/** A window opened by the client, which shows no page. */
export interface TestPopup {
  location: { href: string };
  closed: boolean;
  close: () => void;
}

export function openTestPopup(): { popup: TestPopup; features: () => string } {
  const popup: TestPopup = {
    location: { href: '' },
    closed: false,
    close() {
      popup.closed = true;
    },
  };
  const open = vi.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window);
  return { popup, features: () => String(open.mock.calls[0]?.[2]) };
}

const realTimeout = setTimeout;
/** Timers of the page: the library takes its frames away two seconds later, when there is no page any more. */
const left = new Set<ReturnType<typeof setTimeout>>();

/** Waits, by the real clock even when a test controls the timers, until there is something to find. */
export async function until<Value>(find: () => Value | undefined | null | false | ''): Promise<Value> {
  for (let turn = 0; turn < 5_000; turn += 1) {
    const value = find();
    if (value) return value;
    await new Promise((resolve) => realTimeout(resolve, 1));
  }
  throw new Error('It never came.');
}

type LockWork = (lock: object) => Promise<unknown>;
export type LockRequest = (key: string, options: { signal: AbortSignal }, work: LockWork) => Promise<unknown>;

/** The browser's Web Locks, which jsdom lacks; `request` may be replaced by a test. */
export const testLocks: { request: LockRequest } = { request: (_key, _options, work) => work({}) };
Object.defineProperty(navigator, 'locks', {
  value: { request: (...args: Parameters<LockRequest>) => testLocks.request(...args) },
});

/** A lock that another tab never gives back. */
export const heldLock: LockRequest = (_key, { signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** What the provider's page posts to the application, to a popup's opener or an iframe's parent. */
export function postAnswer(
  provider: TestProvider,
  authorizeUrl: string,
  response: Claims = {},
): URLSearchParams {
  const asked = new URL(authorizeUrl).searchParams;
  provider.nonce = asked.get('nonce') ?? undefined;
  const data = {
    type: 'authorization_response',
    response: { code: 'code', state: asked.get('state'), ...response },
  };
  window.dispatchEvent(new MessageEvent('message', { origin: window.location.origin, data }));
  return asked;
}

/** The silent iframe of the client, once it is there. */
export function silentFrame(): Promise<HTMLIFrameElement> {
  return until(() =>
    [...document.querySelectorAll('iframe')].find((frame) => frame.src && !frame.dataset.answered),
  );
}

/** Answers the next silent renewal. */
export async function answerSilently(
  provider: TestProvider,
  response: Claims = {},
): Promise<URLSearchParams> {
  const frame = await silentFrame();
  frame.dataset.answered = 'yes';
  return postAnswer(provider, frame.src, response);
}

/** A client of the test provider. */
export function openClient(changes: Partial<SignInSettings> = {}): SignInClient {
  return createSignInClient({ domain: '', client_id: 'palier-web', audience: 'urn:palier:api', ...changes });
}

/** Signs in by the popup; rejects as the client does. */
export async function signInByPopup(
  provider: TestProvider,
  client: SignInClient,
  answer: Claims = {},
): Promise<void> {
  const { popup } = openTestPopup();
  const done = client.popup();
  done.catch(() => undefined);
  postAnswer(provider, await until(() => popup.location.href), answer);
  await done;
}

/** The error that a promise rejects with. */
export async function failure(work: Promise<unknown>): Promise<SessionError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SessionError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

/** Gives the page back as it was before the test. */
export function resetPage(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const timer of left) clearTimeout(timer);
  left.clear();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
  testLocks.request = (_key, _options, work) => work({});
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the jar is emptied between tests
    document.cookie = `${pair.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}
