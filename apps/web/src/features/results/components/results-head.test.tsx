import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { ResultsHead } from './results-page.tsx';

it('counts the products that its figures are of: those left out of the markdown are in none', () => {
  const snapshot = { version: 1, status: 'ready' as const, data_date: '2026-07-22', error: null };
  const project = newProject({ snapshot: { ...snapshot, discount_count: 120 } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ResultsHead name="Soldes" projects={[project]} lines={100}>
        {null}
      </ResultsHead>
    </QueryClientProvider>,
  );
  expect(screen.getByText(/produits/).textContent?.replace(/\s/g, ' ')).toContain('100 produits');
});
