import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { initialSessionState, sessionStore } from '../../lib/session/state.ts';
import { DelegationCard } from './delegation-card.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStore.set(() => initialSessionState);
});

it('days of absence that end before they begin say so', async () => {
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, isAuthenticated: true }));
  const signers = {
    data: [{ user_id: 'claire', name: 'Claire', delegation: null }],
    delegates: [{ user_id: 'marion', name: 'Marion' }],
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(signers)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DelegationCard />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText('Du'), { target: { value: '10/08/2099' } });
  fireEvent.change(screen.getByLabelText('Au'), { target: { value: '03/08/2099' } });
  expect(screen.getByText('Pas avant le 10/08/2099.')).toBeDefined();
});
