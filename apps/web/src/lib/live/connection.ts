import { sendRequest } from '../api/transport.ts';
import { createStore } from '../store.ts';
import { createEventParser } from './event-stream.ts';

/** An event of the server, its data read from JSON. */
export type LiveEvent = { type: string; data: Record<string, unknown> };

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

async function readStream(projectId: string | null, signal: AbortSignal): Promise<void> {
  const response = await sendRequest({
    method: 'GET',
    path: '/events',
    query: { project_id: projectId },
    accept: 'text/event-stream',
    signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  liveState.set(() => 'connected');
  const feed = createEventParser(({ type, data }) => deliver(type, data));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    feed(value);
  }
}

const waits = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Follows the server's events, for one project or for all, until `signal` aborts. A lost connection
 * is tried again after 1, 2, 5, 10, then every 30 s; `onReconnected` runs when it is back, to refresh
 * what was missed.
 */
export async function followEvents(
  projectId: string | null,
  signal: AbortSignal,
  onReconnected: () => void,
): Promise<void> {
  let failures = 0;
  let lost = false;
  const stop = liveState.subscribe(() => {
    if (liveState.get() !== 'connected') return;
    failures = 0;
    if (lost) onReconnected();
    lost = false;
  });
  while (!signal.aborted) {
    try {
      await readStream(projectId, signal);
    } catch (error) {
      if (!signal.aborted) console.warn('live events lost', error);
    }
    if (signal.aborted) break;
    lost = true;
    liveState.set(() => 'lost');
    await pause(waits[Math.min(failures, waits.length - 1)] ?? 30_000, signal);
    failures += 1;
  }
  stop();
}
