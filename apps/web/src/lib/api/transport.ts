import { fr } from '../fr.ts';
import { ApiError, apiErrorOf } from './errors.ts';

/** What the API client needs from the session; given once at start by the application. */
export type SessionBridge = {
  /** A bearer token; `fresh` asks the provider for a new one. Undefined when nobody is signed in. */
  getToken: (options: { fresh: boolean }) => Promise<string | undefined>;
  /** The API refused this user (403): the error is stored and /auth-info is shown. */
  onForbidden: (error: ApiError) => void;
};

let bridge: SessionBridge = { getToken: async () => undefined, onForbidden: () => undefined };

/** Connects the API clients to the session. */
export function connectSession(session: SessionBridge): void {
  bridge = session;
}

export type QueryValue = string | number | boolean | readonly string[] | undefined | null;

export type RequestOptions = {
  method: string;
  /** Path below /api, starting with a slash. */
  path: string;
  query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON, or as it is when it is a FormData. */
  body?: unknown;
  signal?: AbortSignal;
  /** Kind of answer wanted; JSON when left out. */
  accept?: string;
};

/** Address of a call with its query string; lists are joined by commas, empty values are left out. */
export function apiUrl(path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    search.set(key, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

async function send(options: RequestOptions, fresh: boolean): Promise<Response> {
  const token = await bridge.getToken({ fresh });
  const headers = new Headers({ accept: options.accept ?? 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  let body: BodyInit | undefined;
  if (options.body instanceof FormData) body = options.body;
  else if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(options.body);
  }
  try {
    return await fetch(apiUrl(options.path, options.query), {
      method: options.method,
      headers,
      body,
      signal: options.signal,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(fr.errors.network, 0, 'network');
  }
}

/**
 * Sends one request with the bearer token. A 401 is tried once more with a fresh token; a 403 goes
 * to /auth-info; any other failure is thrown as an ApiError.
 */
export async function sendRequest(options: RequestOptions): Promise<Response> {
  let response = await send(options, false);
  if (response.status === 401) response = await send(options, true);
  if (response.ok) return response;
  const error = await apiErrorOf(response);
  if (error.status === 403) bridge.onForbidden(error);
  throw error;
}
