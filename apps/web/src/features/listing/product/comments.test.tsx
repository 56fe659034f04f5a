import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { initialSessionState, sessionStore } from '../../../lib/session/state.ts';
import type { Line } from '../rows/row.ts';
import { Comments } from './comments.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStore.set(() => initialSessionState);
});

function open(_id: string): HTMLElement {
  cleanup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Comments project="p1" line={{ _id, item_group_id: _id } as Line} />
    </QueryClientProvider>,
  );
  return screen.getByLabelText('Écrire un commentaire');
}

it('a comment that is begun is there again when one is back on its product, until it is published', async () => {
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  const permissions = { claire: { canComment: true } };
  sessionStore.set((state) => ({ ...state, user, permissions, isAuthenticated: true }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{"data":[]}'));
  fireEvent.change(open('l1'), { target: { value: 'Attendre la livraison' } });
  expect(open('l2')).toHaveProperty('value', '');
  const again = open('l1');
  expect(again).toHaveProperty('value', 'Attendre la livraison');
  fireEvent.click(screen.getByRole('button', { name: 'Publier' }));
  await vi.waitFor(() => expect(again).toHaveProperty('value', ''));
  expect(open('l1')).toHaveProperty('value', '');
});
