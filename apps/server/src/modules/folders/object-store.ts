import type { Readable } from 'node:stream';
import { ApiError } from '../../http/errors.ts';

export interface ObjectStore {
  put(key: string, body: Buffer | string): Promise<void>;
  /** Sends a file. */
  send(key: string, path: string, size: number): Promise<void>;
  /** Null when there is no such object. */
  get(key: string): Promise<{ size: number; bytes: Readable } | null>;
  has(key: string): Promise<boolean>;
  /** The keys that begin so. */
  list(prefix: string): Promise<string[]>;
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

/** The whole of a small object; null when there is none. */
export async function readText(store: Pick<ObjectStore, 'get'>, key: string): Promise<string | null> {
  const found = await store.get(key);
  if (!found) return null;
  const pieces: Buffer[] = [];
  for await (const piece of found.bytes) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** The same store, whose faults are said in a sentence; the same call may succeed in a moment. */
export function guarded(store: ObjectStore): ObjectStore {
  return {
    put: (key, body) => store.put(key, body).catch(sayAway),
    send: (key, path, size) => store.send(key, path, size).catch(sayAway),
    get: (key) => store.get(key).catch(sayAway),
    has: (key) => store.has(key).catch(sayAway),
    list: (prefix) => store.list(prefix).catch(sayAway),
    remove: (keys) => store.remove(keys).catch(sayAway),
    close: () => store.close(),
  };
}

function sayAway(cause: unknown): never {
  const away = new ApiError(
    'unavailable',
    'Le stockage des données ne répond pas : réessayez dans un instant. Vos décisions sont intactes.',
  );
  away.cause = cause;
  throw away;
}
