import type { Project } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { newProject } from '../test/new-project.ts';
import { counterpartsOf } from './counterparts.ts';

const phases = (...days: string[]): Project['phases'] =>
  days.map((start_date) => ({ ...newProject().phases[0], start_date }) as Project['phases'][number]);
const winter = (name: string, changes: Partial<Project> = {}): Project =>
  newProject({
    ...{ _id: `winter ${name}`, name: `Soldes hiver 2026/${name}`, operation: 'Soldes hiver 2026' },
    ...{ phases: phases('2026-01-07', '2026-01-14'), end_date: '2026-02-04', working_phase: null },
    data_date: '2026-02-04',
    ...changes,
  });
const summer = (name: string, changes: Partial<Project> = {}): Project =>
  newProject({
    ...{ _id: `summer ${name}`, name: `Soldes été 2026/${name}`, operation: 'Soldes été 2026' },
    ...{ phases: phases('2026-06-24', '2026-07-01'), end_date: '2026-07-22', data_date: '2026-07-02' },
    ...changes,
  });

describe('what operations can be set beside', () => {
  it('is an earlier operation of the same kind that has each of the projects, over as many phases', () => {
    const all = [summer('Robes'), summer('Jupes'), winter('Robes'), winter('Jupes')];
    const [found, ...others] = counterpartsOf([summer('Robes'), summer('Jupes')], all);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ operation: 'Soldes hiver 2026', phaseCount: 1 });
    expect(found?.projects.map(({ _id }) => _id)).toEqual(['winter Robes', 'winter Jupes']);
    expect(counterpartsOf([winter('Robes')], all)).toEqual([]);
  });

  it('is whole for a whole operation', () => {
    const over = summer('Robes', { working_phase: null, data_date: '2026-07-22' });
    const [found] = counterpartsOf([over], [over, winter('Robes')]);
    expect(found).toMatchObject({ operation: 'Soldes hiver 2026' });
    expect(found?.phaseCount).toBeUndefined();
  });

  it('is nothing where a project, its currency or its sales are missing', () => {
    const shown = [summer('Robes'), summer('Jupes')];
    expect(counterpartsOf(shown, [...shown, winter('Robes')])).toEqual([]);
    const others = [
      winter('Robes', { catalog_currency: 'CHF' }),
      winter('Robes', { data_date: '2026-01-01', working_phase: 0 }),
      winter('Robes', { name: 'Ventes privées/Robes', operation: 'Ventes privées' }),
    ];
    for (const other of others) expect(counterpartsOf([summer('Robes')], [other])).toEqual([]);
  });
});
