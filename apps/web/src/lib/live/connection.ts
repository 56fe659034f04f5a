import { requestOf } from '../api/request-of.ts';
import { sendRequest } from '../api/transport.ts';
import { createStore } from '../store.ts';
import { createEventParser } from './event-stream.ts';

/** An event of the server, its data read from JSON; `reconnected` is the browser's own: events were missed. */
export interface LiveEvent {
  type: string;
  data: Record<string, unknown>;
}

/** Whether changes by others arrive: idle before the first connection, lost while it is tried again. */
export type LiveState = 'idle' | 'connected' | 'lost';

export const liveState = createStore<LiveState>('idle');

const listeners = new Set<(event: LiveEvent) => void>();

/** Calls `listener` with every event of the server; returns the way to stop. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands an event to the listeners; a text that is not a JSON object is dropped. */
function deliver(type: string, text: string): void {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return;
  }
  if (typeof data !== 'object' || data === null) return;
  for (const listener of listeners) listener({ type, data: data as Record<string, unknown> });
}

/** The server says that it is there every 25 s: a stream silent for longer than this is dead. */
export const LONGEST_SILENCE = 60_000;

/**
 * How long a page out of sight keeps its stream. Without HTTP/2 a browser opens six connections to a server, for all
 * its tabs and the pages kept for its back button: six streams out of sight would leave every other page waiting.
 */
export const LONGEST_HIDDEN = 10_000;

/** Calls `leave` when the page has been out of sight for long, or at once when it is left; returns the way to stop. */
function onOutOfSight(leave: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(leave, LONGEST_HIDDEN);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('pagehide', leave);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('pagehide', leave);
  };
}

/** Waits until the page is in sight, or `signal` aborts. */
async function inSight(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}

/**
 * Runs `work` until it ends, `signal` aborts, the browser loses the network, nothing is heard for too long, or the
 * page is out of sight.
 */
async function whileAlive(
  signal: AbortSignal,
  work: (signal: AbortSignal, heard: () => void) => Promise<void>,
): Promise<void> {
  const attempt = new AbortController();
  const stop = (): void => attempt.abort();
  let watch = setTimeout(stop, LONGEST_SILENCE);
  const heard = (): void => {
    clearTimeout(watch);
    watch = setTimeout(stop, LONGEST_SILENCE);
  };
  window.addEventListener('offline', stop);
  const stopLooking = onOutOfSight(stop);
  try {
    await work(AbortSignal.any([signal, attempt.signal]), heard);
  } finally {
    clearTimeout(watch);
    window.removeEventListener('offline', stop);
    stopLooking();
  }
}

async function readStream(
  projectId: string | null,
  signal: AbortSignal,
  opened: () => void,
  heard: () => void,
): Promise<void> {
  const request = requestOf('events.stream', { query: { project_id: projectId ?? undefined } });
  const response = await sendRequest(request, { accept: 'text/event-stream', signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  opened();
  const feed = createEventParser(({ type, data }) => deliver(type, data));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    feed(value);
  }
}

const waits = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/**
 * Follows the server's events, for one project or for all, until `signal` aborts, while the page is in sight. A page
 * that comes back in sight after its stream was left reads again what it missed, as after a lost connection. That one
 * is tried again after 1, 2, 5, 10, then every 30 s, and as soon as the network is back; `onReconnected` runs
 * when it is, to refresh what was missed. It is said lost at once without a network, else when the first new
 * try fails too: a server that restarts in a second raises no alarm. `onOpened` runs when events begin to come: those of
 * before are not known.
 */
export async function followEvents(
  projectId: string | null,
  signal: AbortSignal,
  onReconnected: () => void,
  onOpened: () => void = () => undefined,
): Promise<void> {
  let failures = 0;
  // A page first opened out of sight has read, and missed what happened until it was seen.
  let lost = document.hidden;
  const opened = (): void => {
    liveState.set(() => 'connected');
    failures = 0;
    if (lost) {
      onReconnected();
      for (const listener of listeners) listener({ type: 'reconnected', data: {} });
    } else onOpened();
    lost = false;
  };
  for (;;) {
    await inSight(signal);
    if (signal.aborted) break;
    try {
      await whileAlive(signal, (alive, heard) => readStream(projectId, alive, opened, heard));
    } catch (error) {
      if (!signal.aborted && !document.hidden) console.warn('live events lost', error);
    }
    if (signal.aborted) break;
    lost = true;
    if (document.hidden) continue;
    if (failures > 0 || !navigator.onLine) liveState.set(() => 'lost');
    await pause(waits[Math.min(failures, waits.length - 1)] ?? 30_000, signal);
    failures += 1;
  }
}
