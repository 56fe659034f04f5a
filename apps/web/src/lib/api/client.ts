import type { RouteId, RouteInput, RouteOutput } from '@palier/contract';
import { fr } from '../fr.ts';
import { dismissObsolete, notifyError } from '../notifications.ts';
import { ApiError, errorMessage } from './errors.ts';
import { coverageOfRoute, permissionsOfRoute, requestOf } from './request-of.ts';
import { requireAllowed, sendRequest } from './transport.ts';

/** A file answered by the API, with the name its content-disposition gives. */
export interface ApiFile {
  blob: Blob;
  filename: string | null;
}

export interface ApiClient {
  /** Calls a route of the contract; its input and answer are typed by it. Undefined for an empty answer (204). */
  call: <Id extends RouteId>(id: Id, input: RouteInput<Id>, signal?: AbortSignal) => Promise<RouteOutput<Id>>;
  /** Calls a route of the contract that answers a file. */
  download: <Id extends RouteId>(id: Id, input: RouteInput<Id>, signal?: AbortSignal) => Promise<ApiFile>;
}

/** File name of a content-disposition header, its UTF-8 form first; null when it has none. */
export function filenameOf(disposition: string | null): string | null {
  if (!disposition) return null;
  const encoded = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // A badly encoded name: the plain one below serves.
    }
  }
  return /filename="?([^";]+)"?/.exec(disposition)?.[1]?.trim() ?? null;
}

/** The project that a call names, when it names one. */
function requireKnownAllowed<Id extends RouteId>(id: Id, input: RouteInput<Id>): Promise<void> {
  const { params } = input as { params?: { id?: string } };
  return requireAllowed(permissionsOfRoute(id), coverageOfRoute(id), params?.id);
}

async function call<Id extends RouteId>(
  id: Id,
  input: RouteInput<Id>,
  signal?: AbortSignal,
): Promise<RouteOutput<Id>> {
  await requireKnownAllowed(id, input);
  const response = await sendRequest(requestOf(id, input), { signal });
  // The server answers: what was said of its silence is over.
  dismissObsolete(fr.errors.network);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as RouteOutput<Id>;
}

async function download<Id extends RouteId>(
  id: Id,
  input: RouteInput<Id>,
  signal?: AbortSignal,
): Promise<ApiFile> {
  await requireKnownAllowed(id, input);
  const response = await sendRequest(requestOf(id, input), { signal });
  return { blob: await response.blob(), filename: filenameOf(response.headers.get('content-disposition')) };
}

/** Loading and listing actions: the screen that failed says so in place. Nothing is notified. */
export const quietApi: ApiClient = { call, download };

/** A refusal of the server (403) is shown on its own page, so it is not notified a second time. */
function report(error: unknown): void {
  if (error instanceof ApiError && error.status === 403 && error.code !== 'not_allowed') return;
  if (error instanceof DOMException && error.name === 'AbortError') return;
  notifyError(errorMessage(error));
}

async function reportFailure<Result>(
  work: Promise<Result>,
  isShown: (error: unknown) => boolean = () => false,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isShown(error)) report(error);
    throw error;
  }
}

/** Somebody has changed the same meanwhile. */
const isClash = (error: unknown): boolean => error instanceof ApiError && error.code === 'changed_meanwhile';

/** What the user asked for: a failure is notified with the server's sentence and stays until dismissed. */
export const api: ApiClient = {
  call: (id, input, signal) => reportFailure(call(id, input, signal)),
  download: (id, input, signal) => reportFailure(download(id, input, signal)),
};

/** The same of what is saved from a form, which shows by itself that somebody has changed the same meanwhile. */
export const formApi: Pick<ApiClient, 'call'> = {
  call: (id, input, signal) => reportFailure(call(id, input, signal), isClash),
};
