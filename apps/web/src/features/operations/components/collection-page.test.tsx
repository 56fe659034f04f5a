import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { CollectionPage } from './collection-page.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('the figures of an operation say which projects they leave out, as its row of the home page does', () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status: 200 }));
  const projects = [
    newProject({ _id: 'a' }),
    newProject({ _id: 'b', name: 'Soldes été/Femme/Mailles', overview: null }),
  ];
  const { container } = render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <CollectionPage collection={{ type: 'operation', id: 'Soldes été' }} projects={projects} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(container.querySelector('h1')?.parentElement?.textContent).toContain(
    '2 projets · hors 1 à calculer',
  );
});
