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

/** Runs `work` until it ends, `signal` aborts, the browser loses the network, or nothing is heard for too long. */
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
  try {
    await work(AbortSignal.any([signal, attempt.signal]), heard);
  } finally {
    clearTimeout(watch);
    window.removeEventListener('offline', stop);
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
 * Follows the server's events, for one project or for all, until `signal` aborts. A lost connection
 * is tried again after 1, 2, 5, 10, then every 30 s, and as soon as the network is back; `onReconnected` runs
 * when it is, to refresh what was missed. It is said lost at once without a network, else when the first new
 * try fails too: a server that restarts in a second raises no alarm.
 */
export async function followEvents(
  projectId: string | null,
  signal: AbortSignal,
  onReconnected: () => void,
): Promise<void> {
  let failures = 0;
  let lost = false;
  const opened = (): void => {
    liveState.set(() => 'connected');
    failures = 0;
    if (lost) {
      onReconnected();
      for (const listener of listeners) listener({ type: 'reconnected', data: {} });
    }
    lost = false;
  };
  while (!signal.aborted) {
    try {
      await whileAlive(signal, (alive, heard) => readStream(projectId, alive, opened, heard));
    } catch (error) {
      if (!signal.aborted) console.warn('live events lost', error);
    }
    if (signal.aborted) break;
    lost = true;
    if (failures > 0 || !navigator.onLine) liveState.set(() => 'lost');
    await pause(waits[Math.min(failures, waits.length - 1)] ?? 30_000, signal);
    failures += 1;
  }
}
