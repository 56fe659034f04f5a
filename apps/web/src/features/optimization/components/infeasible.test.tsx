import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Optimization } from '../api/status.ts';
import { Infeasible } from './infeasible.tsx';

afterEach(cleanup);

const run: Optimization = {
  ...{
    _id: 'r',
    scenario_id: null,
    letter: 'A',
    name: 'Écoulement fort',
    goal: 'profit',
    status: 'completed',
  },
  ...{ projects: ['p'], progress: 1, created_at: '2026-01-01T00:00:00Z', result_overview: null },
};

it('an impossible run says how far a rule out of reach can go, and of one that stands alone that it does (13)', () => {
  const why = {
    violated: [
      { project_id: null, label: 'Écoulement de la saison', asked: '≥ 95 %', best: '91,2 %' },
      { project_id: null, label: 'Part du stock à 20 %', asked: '10 % à 12 %', best: null },
    ],
    relaxations: [],
    blocked_count: 0,
    sampled_count: null,
  };
  render(<Infeasible run={run} why={why} currency="EUR" />);
  const said = screen
    .getAllByText(/demandé/)
    .map(({ textContent }) => textContent?.replaceAll('\u202f', ' '));
  expect(said).toEqual([
    'Écoulement de la saison : ≥ 95 % demandé, 91,2 % au mieux.',
    'Part du stock à 20 % : 10 % à 12 % demandé : cette règle se tient seule, pas avec les autres.',
  ]);
});
