import type { Member } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { changedMeanwhile } from '../../test/changed-meanwhile.ts';
import { PerimeterDialog } from './perimeter-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a member may be limited to a value beyond those that are listed at once', async () => {
  const brands = Array.from({ length: 250 }, (_, index) => ({ value: `Marque ${index}` }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://palier');
    const q = url.searchParams.get('q') ?? '';
    const listed = url.pathname.endsWith('/items/fields/brand')
      ? brands.filter(({ value }) => value.includes(q)).slice(0, 200)
      : url.pathname.endsWith('/items/fields')
        ? [{ id: 'brand', label: 'Marque', type: 'string' }]
        : [];
    return new Response(JSON.stringify({ data: listed }), { status: 200 });
  });
  const member: Member = {
    ...{ user_id: 'u', name: 'Claire', email: 'claire@example.fr', role: 'merchandiser', granted: [] },
    perimeter: { project_groups: [], fields: [{ field: 'brand', values: ['Marque 1'] }] },
    created_at: '2026-07-01T08:00:00Z',
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PerimeterDialog member={member} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByRole('checkbox', { name: 'Marque 199' });
  expect(screen.queryByRole('checkbox', { name: 'Marque 249' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Chercher : Valeurs'), { target: { value: 'Marque 249' } });
  expect(await screen.findByRole('checkbox', { name: 'Marque 249' })).toBeTruthy();
});

it('a perimeter that a colleague has set meanwhile is not taken back without a word', async () => {
  const sent: { perimeter: unknown; seen: unknown }[] = [];
  const theirs = { project_groups: [], fields: [{ field: 'brand', values: ['Marque 9'] }] };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method !== 'PUT') {
      const fields = String(input).endsWith('/items/fields');
      const data = fields ? [{ id: 'brand', label: 'Marque', type: 'string' }] : [{ value: 'Marque 1' }];
      return new Response(JSON.stringify({ data: String(input).endsWith('groups') ? [] : data }));
    }
    sent.push(JSON.parse(String(init.body)));
    return sent.length === 1
      ? changedMeanwhile('ce membre', { perimeter: theirs })
      : new Response(JSON.stringify(member));
  });
  const member: Member = {
    ...{ user_id: 'u', name: 'Claire', email: 'claire@example.fr', role: 'merchandiser', granted: [] },
    ...{ perimeter: null, created_at: '2026-07-01T08:00:00Z' },
  };
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PerimeterDialog member={member} onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Condition sur les produits' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Marque 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/Inès Dumont a modifié ce membre entre-temps/)).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Marque 1' })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('button', { name: 'Remplacer' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ seen }) => seen)).toEqual([{ perimeter: null }, { perimeter: theirs }]);
  expect(sent[1]?.perimeter).toEqual(sent[0]?.perimeter);
});
