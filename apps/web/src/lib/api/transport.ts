import type { BuiltRequest } from '@palier/contract/client';
import type { Coverage, Permission } from '@palier/domain';
import { fr } from '../fr.ts';
import { ApiError, apiErrorOf } from './errors.ts';
import { requestOf } from './request-of.ts';

/** What the API client needs from the session; given once at start by the application. */
export interface SessionBridge {
  /** A bearer token; `fresh` asks the provider for a new one. Undefined when nobody is signed in. */
  getToken: (options: { fresh: boolean }) => Promise<string | undefined>;
  /** The API refused this user (403): the error is stored and /auth-info is shown. */
  onForbidden: (error: ApiError) => void;
  /** Why the user may not do what takes any of these permissions, as far as is known; null when she may. */
  lackOf: (permissions: readonly Permission[]) => string | null;
  /** Why her perimeter is not wide enough, as far as is known; null when it is. */
  outsideOf: (covers: Coverage, project_id: string | undefined) => string | null;
  /** Resolves once what she may do is known, or cannot be. */
  known?: () => Promise<void>;
  /** What she may do and see, in a text that changes with it; undefined while it is not known. */
  rights?: () => string | undefined;
  /** Reads that again from the server. */
  renewRights?: () => Promise<void>;
}

let bridge: SessionBridge = {
  getToken: async () => undefined,
  onForbidden: () => undefined,
  lackOf: () => null,
  outsideOf: () => null,
};

/** Connects the API clients to the session. */
export function connectSession(session: SessionBridge): void {
  bridge = session;
}

/** Stops a call that is known to be refused: it is said where it was asked, and not sent. @throws ApiError not_allowed */
export async function requireAllowed(
  permissions: readonly Permission[] | null,
  covers: Coverage | undefined,
  project_id: string | undefined,
): Promise<void> {
  if (!permissions && !covers) return;
  // A screen opened by its address asks before GET /me has answered.
  await bridge.known?.();
  const lack =
    (permissions && bridge.lackOf(permissions)) ?? (covers ? bridge.outsideOf(covers, project_id) : null);
  if (lack !== null) throw new ApiError(lack, 403, 'not_allowed');
}

export interface SendOptions {
  signal?: AbortSignal;
  /** Kind of answer wanted; JSON when left out. */
  accept?: string;
}

async function send(
  { url, method, body, headers }: BuiltRequest,
  { signal, accept = 'application/json' }: SendOptions,
  fresh: boolean,
): Promise<Response> {
  const token = await bridge.getToken({ fresh });
  const all = new Headers({ accept, ...headers });
  if (token) all.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(url, { method, headers: all, body, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(fr.errors.network, 0, 'network');
  }
}

/** Whether the user's rights are other than when a call was made: its refusal is no fault of the screen. */
async function haveRightsChanged(before: string | undefined, { url }: BuiltRequest): Promise<boolean> {
  // The call that reads them cannot wait for itself.
  if (before === undefined || url === requestOf('me.get', {}).url) return false;
  await bridge.renewRights?.();
  return bridge.rights?.() !== before;
}

/**
 * Sends one request with the bearer token. A 401 is tried once more with a fresh token; a 403 goes to /auth-info,
 * unless the user's rights have just changed: it is then said where it was asked; any other failure is thrown as an
 * ApiError.
 */
export async function sendRequest(request: BuiltRequest, options: SendOptions = {}): Promise<Response> {
  const rights = bridge.rights?.();
  let response = await send(request, options, false);
  if (response.status === 401) response = await send(request, options, true);
  if (response.ok) return response;
  const error = await apiErrorOf(response);
  if (error.status !== 403) throw error;
  if (await haveRightsChanged(rights, request)) throw new ApiError(error.message, 403, 'not_allowed');
  bridge.onForbidden(error);
  throw error;
}
