import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendRequest } from '../api/transport.ts';
import { followEvents, LONGEST_HIDDEN, LONGEST_SILENCE, liveState, onLiveEvent } from './connection.ts';

vi.mock('../api/transport.ts', () => ({ sendRequest: vi.fn() }));

/** The server's end of each stream that was opened, the last one last. */
let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
let down = false;
/** How many streams the page has left. */
let left = 0;
let stop = new AbortController();
const onReconnected = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  streams = [];
  down = false;
  left = 0;
  stop = new AbortController();
  onReconnected.mockReset();
  vi.mocked(sendRequest).mockImplementation(async (_request, { signal } = {}) => {
    if (down) throw new TypeError('Failed to fetch');
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          streams.push(controller);
          signal?.addEventListener('abort', () => {
            left += 1;
            controller.error(signal.reason);
          });
        },
      }),
    );
  });
  void followEvents(null, stop.signal, onReconnected);
});
afterEach(async () => {
  stop.abort();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

it('reads again what was missed after a short cut, without alarming anybody', async () => {
  await settle();
  const seen = vi.fn();
  onLiveEvent(seen);
  streams[0]?.enqueue(new TextEncoder().encode('event: discounts\ndata: {"ids":[]}\n\n'));
  await settle();
  expect(seen.mock.calls).toEqual([[{ type: 'discounts', data: { ids: [] } }]]);
  const states: string[] = [];
  liveState.subscribe(() => states.push(liveState.get()));
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams).toHaveLength(2);
  expect(onReconnected).toHaveBeenCalledOnce();
  expect(seen).toHaveBeenLastCalledWith({ type: 'reconnected', data: {} });
  expect(states).toEqual([]);
});

it('says the connection lost when the first new try fails too, and tries at once when the network is back', async () => {
  await settle();
  down = true;
  streams[0]?.close();
  await settle();
  expect(liveState.get()).toBe('connected');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(liveState.get()).toBe('lost');
  down = false;
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(liveState.get()).toBe('connected');
  expect(onReconnected).toHaveBeenCalledOnce();
});

it('says the connection lost at once without a network, and does not trust a silent stream', async () => {
  await settle();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await settle();
  expect(liveState.get()).toBe('lost');
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(liveState.get()).toBe('connected');
  await vi.advanceTimersByTimeAsync(LONGEST_SILENCE + 1_000);
  expect(streams).toHaveLength(3);
  expect(onReconnected).toHaveBeenCalledTimes(2);
});

function show(visible: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('leaves its connection to the other pages while it is out of sight, and reads again when it is back', async () => {
  await settle();
  show(false);
  await vi.advanceTimersByTimeAsync(LONGEST_HIDDEN);
  expect(left).toBe(1);
  await vi.advanceTimersByTimeAsync(LONGEST_SILENCE);
  expect(streams).toHaveLength(1);
  expect(liveState.get()).toBe('connected');
  show(true);
  await settle();
  expect(streams).toHaveLength(2);
  expect(onReconnected).toHaveBeenCalledOnce();
});

it('keeps its connection when it is out of sight for a moment', async () => {
  await settle();
  show(false);
  await vi.advanceTimersByTimeAsync(LONGEST_HIDDEN - 1);
  show(true);
  await vi.advanceTimersByTimeAsync(LONGEST_HIDDEN);
  expect(left).toBe(0);
  expect(onReconnected).not.toHaveBeenCalled();
});

it('leaves its connection at once when the page is left for another, which its back button may keep', async () => {
  await settle();
  window.dispatchEvent(new Event('pagehide'));
  await settle();
  expect(left).toBe(1);
});
