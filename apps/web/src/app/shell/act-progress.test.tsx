import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { onLiveEvent } from '../../lib/live/connection.ts';
import { ActProgress } from './act-progress.tsx';

type Listener = Parameters<typeof onLiveEvent>[0];
const listeners = new Set<Listener>();
vi.mock('../../lib/live/connection.ts', () => ({
  onLiveEvent: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
}));

const tell = (data: Record<string, unknown>) =>
  act(() => {
    for (const listener of listeners) listener({ type: 'act', data });
  });

it('says how far a long edit of one’s own has come, then its undoing, and goes once it is over', () => {
  render(<ActProgress />);
  expect(screen.queryByRole('progressbar')).toBeNull();
  tell({ project_id: 'p', kind: 'edit', line_count: 100_000, share: 0.4531 });
  const bar = screen.getByRole('progressbar', { name: /^Modification de 100\s000 produits$/ });
  expect(bar.getAttribute('aria-valuenow')).toBe('45');
  expect(screen.getByText(/^45\s%$/)).toBeTruthy();
  tell({ project_id: 'p', kind: 'edit', line_count: 100_000, share: 1 });
  expect(screen.queryByRole('progressbar')).toBeNull();
  tell({ project_id: 'p', kind: 'undo', line_count: 6000, share: 0.1 });
  expect(screen.getByText(/^Annulation de 6\s000 produits$/)).toBeTruthy();
});
