import { expect, it } from 'vitest';
import { newProject } from '../test/new-project.ts';
import { budgetRoom } from './budget-room.ts';

it('who reaches a part of a project is told nothing of what is left of the ceiling, which is of all of it', () => {
  const objective = { discount_pct_distribution_params: { discount_budget: 1_000 } };
  const left = (reach: 'whole' | 'part') => budgetRoom(newProject({ objective, reach }), 300, 'phase')?.left;
  expect([left('whole'), left('part')]).toEqual([700, undefined]);
});

it('of a phase that has begun, the room left of its ceiling says that the days gone are not counted', () => {
  const objective = { discount_pct_distribution_params: { discount_budget: 1_000 } };
  const dates = { phases: [{ start_date: '2026-07-08' }], end_date: '2026-07-22', working_phase: 0 };
  const said = (data_date: string, budget: number) =>
    budgetRoom(newProject({ ...dates, objective, data_date }), budget, 'phase')?.text.replaceAll(/\s/g, ' ');
  expect(said('2026-07-07', 900)).toBe('reste 100 €');
  expect(said('2026-07-12', 600)).toBe('reste 400 €, sans les jours passés');
  expect(said('2026-07-12', 1_200)).toBe('dépassé de 200 €, sans les jours passés');
});
