import type { Project, Results } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { counterpartReference } from './compared.ts';

const phases = (...days: string[]): Project['phases'] =>
  days.map((start_date) => ({ ...newProject().phases[0], start_date }) as Project['phases'][number]);
const winter = (name: string, changes: Partial<Project> = {}): Project =>
  newProject({
    ...{ _id: `winter ${name}`, name: `Soldes hiver 2026/${name}`, operation: 'Soldes hiver 2026' },
    ...{ phases: phases('2026-01-07', '2026-01-14'), end_date: '2026-02-04', working_phase: null },
    data_date: '2026-02-04',
    ...changes,
  });

describe('the figures of an earlier operation', () => {
  const sold = { sales_qty: 10, sales: 100, list_sales: 120, profit: 40, discount_budget: 20 };
  const comparison = {
    ...{ planned: null, real: sold, last_year: null, gap: null },
    ...{ line_count: 3, compared_count: 0, planned_count: 0, unknown_line_count: 0 },
  };
  const results: Results = {
    ...{ data_date: '2026-02-04', over: true, total: comparison, objective: [], acceleration: [] },
    phases: [
      {
        ...comparison,
        ...{ project_phase: 0, label: 'Première', from_date: '2026-01-07', to_date: '2026-01-13' },
        source: null,
      },
    ],
    groups: [{ key: 'Robes', ...comparison }],
    ...{ left: { qty: 4, profit_after_leftovers: 10 }, decisions: null },
  };
  const counterpart = { operation: 'Soldes hiver 2026', projects: [winter('Robes')] };

  it('are found by phase whatever its name, and by value', () => {
    const byPhase = counterpartReference(counterpart, [results, results], null);
    expect(byPhase).toMatchObject({ name: 'Soldes hiver 2026', merit: 20, left: 8, total: { sales: 200 } });
    expect(byPhase.find('0 Démarque 1', null)).toMatchObject({ sales: 200 });
    expect(byPhase.find('1 Démarque 2', null)).toBeNull();
    const byGroup = counterpartReference(counterpart, [results], 'family');
    expect(byGroup.find('Robes', null)).toMatchObject({ sales: 100 });
    expect(byGroup.find('Jupes', null)).toBeNull();
  });

  it('are those of all its projects, whatever each of them calls the phase', () => {
    const renamed = {
      ...results,
      phases: results.phases.map((phase) => ({ ...phase, label: '1re démarque' })),
    };
    const byPhase = counterpartReference(counterpart, [results, renamed], null);
    expect(byPhase.find('0 Première', null)).toMatchObject({ sales: 200, sales_qty: 20 });
  });

  it('have no margin after leftovers where what was left is not known', () => {
    expect(counterpartReference(counterpart, [{ ...results, left: null }], null)).toMatchObject({
      ...{ merit: null, left: null },
    });
  });
});
