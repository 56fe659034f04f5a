import type { FieldDescription, Rulebook } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { newDraft } from '../model/draft.ts';
import { RuleEditor } from './rule-editor.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const brand: FieldDescription = {
  ...{ id: 'brand', label: 'Marque', type: 'string', section: 'product' },
  ...{ filterable: true, groupable: true, in_rulebook: true, description: 'Marque du produit.' },
  ...{ aggregation: 'distinct', ranks: [], operators: ['equals'] },
};
const rulebook: Rulebook = {
  ...{ data: [], processing_rule_count: 0, removed_rule_count: 0 },
  ...{ next_rule_number: 2, last_processing: null },
};
const nothing = () => {};

function open() {
  const draft = {
    ...newDraft(1),
    query: {
      combinator: 'and' as const,
      rules: [{ field: 'brand', operator: 'equals' as const, value: 'Lune' }],
    },
  };
  const page = (
    <RuleEditor
      {...{ project: newProject(), rulebook, rule: undefined, draft, fields: [brand], levels: [20, 30] }}
      context={{ fieldLabel: () => 'Marque' }}
      readOnly={null}
      busy={false}
      clash={null}
      onChange={nothing}
      onSave={nothing}
      onAbandon={nothing}
      onDelete={nothing}
      onDuplicate={nothing}
      onClose={nothing}
    />
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </QueryClientProvider>,
  );
}

it('[ERR-06] a rule whose query the server refuses says so, and has no product', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
    String(input).includes('/rules/preview')
      ? new Response(JSON.stringify({ error: 'Requête non valide', code: 'invalid_query' }), { status: 400 })
      : new Response(JSON.stringify({ data: [] })),
  );
  open();
  expect(await screen.findByText('Requête non valide')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Aperçu' })).toBeNull();
  expect(screen.queryByLabelText('Effet de la règle')).toBeNull();
  expect(screen.getByRole('button', { name: 'Enregistrer le brouillon' }).hasAttribute('disabled')).toBe(
    true,
  );
});
