import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendRequest } from '../lib/api/transport.ts';
import { useLiveUpdates } from './use-live-updates.ts';

vi.mock('../lib/api/transport.ts', () => ({ sendRequest: vi.fn() }));

const queryClient = new QueryClient();
let go: NavigateFunction = () => undefined;
let opened = 0;

function Screen() {
  useLiveUpdates();
  go = useNavigate();
  return null;
}

beforeEach(() => {
  opened = 0;
  vi.mocked(sendRequest).mockImplementation(async (_request, { signal } = {}) => {
    opened += 1;
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
      }),
    );
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/project/a']}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

const knowProjects = (status: string) =>
  queryClient.setQueryData(['projects'], { data: [{ _id: 'b', snapshot: { status } }] });
const areAsked = () => queryClient.getQueryState(['projects'])?.isInvalidated;

async function leaveForTheList(): Promise<void> {
  await vi.waitFor(() => expect(opened).toBe(1));
  await act(() => go('/'));
  await vi.waitFor(() => expect(opened).toBe(2));
  await act(async () => undefined);
}

it('a project that was being computed when another was opened is asked of again: its end may have been told meanwhile', async () => {
  await vi.waitFor(() => expect(opened).toBe(1));
  knowProjects('running');
  await leaveForTheList();
  expect(areAsked()).toBe(true);
});

it('projects whose figures are ready are not asked of again at each screen', async () => {
  await vi.waitFor(() => expect(opened).toBe(1));
  knowProjects('ready');
  await leaveForTheList();
  expect(areAsked()).toBe(false);
});
