import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { newProject, newStats } from '../../../test/new-project.ts';
import { TodoCard } from './todo-card.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('what could not be counted is not said to be nothing to do, and is counted again', async () => {
  let fails = true;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    fails
      ? new Response('{"error":"Panne.","code":"internal"}', { status: 500 })
      : new Response('{"data":[],"discount_count":0,"cursor":null}'),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <TodoCard project={newProject()} stats={newStats()} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/sujets n’ont pas pu être comptés/)).toBeDefined();
  expect(screen.queryByText(/^Rien à traiter/)).toBeNull();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/^Rien à traiter/)).toBeDefined();
});
