import type { Project } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { listProjects } from '../../../lib/calls/list-projects.ts';
import { newProject } from '../../../test/new-project.ts';
import { OperationsPage } from './operations-page.tsx';

afterEach(cleanup);

it('a new operation is begun once the others are known: a project added to one takes its days from them', async () => {
  let give: (projects: Project[]) => void = () => undefined;
  const answer = new Promise<{ data: Project[] }>((resolve) => {
    give = (data) => resolve({ data });
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  void client.prefetchQuery({ queryKey: listProjects().queryKey, queryFn: () => answer });
  render(
    <MemoryRouter initialEntries={['/operations?nouveau']}>
      <QueryClientProvider client={client}>
        <OperationsPage renderCreate={(projects) => <p role="note">{projects.length} projet connu</p>} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(screen.queryByRole('note')).toBeNull();
  await act(async () => give([newProject()]));
  expect((await screen.findByRole('note')).textContent).toBe('1 projet connu');
});
