import type { RouteId, RouteInput, RouteOutput } from '@palier/contract';
import { notifyError } from '../notifications.ts';
import { ApiError, errorMessage } from './errors.ts';
import { requestOf } from './request-of.ts';
import { type RequestOptions, sendRequest } from './transport.ts';

/** A file answered by the API, with the name its content-disposition gives. */
export type ApiFile = { blob: Blob; filename: string | null };

export type ApiClient = {
  /** Calls a route of the contract; its input and answer are typed by it. */
  call: <Id extends RouteId>(id: Id, input: RouteInput<Id>, signal?: AbortSignal) => Promise<RouteOutput<Id>>;
  /** Calls a route of the contract that answers a file. */
  download: <Id extends RouteId>(id: Id, input: RouteInput<Id>, signal?: AbortSignal) => Promise<ApiFile>;
  /** Sends the request and reads a JSON answer; undefined for an empty answer (204). */
  json: <Result>(options: RequestOptions) => Promise<Result>;
  /** Sends the request and reads a file. */
  file: (options: RequestOptions) => Promise<ApiFile>;
};

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

async function json<Result>(options: RequestOptions): Promise<Result> {
  const response = await sendRequest(options);
  if (response.status === 204) return undefined as Result;
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Result;
}

async function file(options: RequestOptions): Promise<ApiFile> {
  const response = await sendRequest(options);
  return { blob: await response.blob(), filename: filenameOf(response.headers.get('content-disposition')) };
}

function call<Id extends RouteId>(
  id: Id,
  input: RouteInput<Id>,
  signal?: AbortSignal,
): Promise<RouteOutput<Id>> {
  return json<RouteOutput<Id>>({ ...requestOf(id, input), signal });
}

function download<Id extends RouteId>(id: Id, input: RouteInput<Id>, signal?: AbortSignal): Promise<ApiFile> {
  return file({ ...requestOf(id, input), signal });
}

/** Loading and listing actions: the screen that failed says so in place. Nothing is notified. */
export const quietApi: ApiClient = { call, download, json, file };

/** A refusal (403) is shown on its own page, so it is not notified a second time. */
function report(error: unknown): void {
  if (error instanceof ApiError && error.status === 403) return;
  if (error instanceof DOMException && error.name === 'AbortError') return;
  notifyError(errorMessage(error));
}

async function reported<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    report(error);
    throw error;
  }
}

/** What the user asked for: a failure is notified with the server's sentence and stays until dismissed. */
export const api: ApiClient = {
  call: (id, input, signal) => reported(call(id, input, signal)),
  download: (id, input, signal) => reported(download(id, input, signal)),
  json: (options) => reported(json(options)),
  file: (options) => reported(file(options)),
};
