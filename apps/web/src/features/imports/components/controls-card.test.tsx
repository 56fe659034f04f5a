import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../lib/session/state.ts';
import { changedMeanwhile, notAsSeen } from '../../../test/changed-meanwhile.ts';
import { ControlsCard } from './controls-card.tsx';

const before = sessionStore.get();
afterEach(() => {
  cleanup();
  sessionStore.set(() => before);
  vi.restoreAllMocks();
});

const june = { month: '2026-06', place: null, revenue: 100, quantity: null, stock: null };
const lille = { ...june, place: 'Lille' };
const lyon = { ...june, place: 'Lyon' };

it('a total taken away leaves those that another tab, or an import, has brought since', async () => {
  const user = { sub: 'u', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { u: { canImport: true } } }));
  let stored: unknown[] = [june];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), 'http://palier'),
      init,
    );
    if (request.method === 'PUT') {
      const { totals, seen } = await request.json();
      // An import leaves one more, between what is read and what is written.
      if (stored.length === 2) stored = [...stored, lyon];
      const now = notAsSeen(seen, { totals: stored });
      if (now) return changedMeanwhile('les totaux de la caisse', now);
      stored = totals;
    }
    const answer = { data: stored, gaps: [], currency: 'EUR', tolerance: 0.001 };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ControlsCard />
    </QueryClientProvider>,
  );
  const remove = await screen.findByRole('button', { name: /^Retirer le total de juin 2026, tous/i });
  stored = [june, lille];
  fireEvent.click(remove);
  await vi.waitFor(() => expect(stored).toEqual([lille, lyon]));
});
