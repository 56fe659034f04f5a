import { describe, expect, it } from 'vitest';
import type { Optimization } from '../api/status.ts';
import { formerFigures, mergeRuns, runResult, whyApart } from './results.ts';

const run = (overrides: Partial<Optimization>): Optimization => ({
  _id: 'o1',
  scenario_id: 's1',
  letter: 'A',
  name: 'Marge',
  goal: 'profit',
  status: 'completed',
  projects: ['p1'],
  progress: 1,
  created_at: '2026-07-05T08:00:00Z',
  result_overview: {
    discount_distribution: [],
    gap: 0.0002,
    projects: [
      {
        project_id: 'p1',
        project_phase: 2,
        discount_count: 10,
        discount_distribution: [],
        phase_forecast: {},
        forecast: {},
      },
    ],
  },
  ...overrides,
});
const project = (_id: string, working_phase = 2) => ({
  _id,
  name: `Soldes/${_id}`,
  working_phase,
});

describe('the result of an optimisation', () => {
  it('[OPT-08] says how far it is from the best, and what bound it', () => {
    expect(runResult(run({}), ['p1'])).toMatchObject({ gap: 0.0002, limits: [], infeasibility: null });
  });

  it('is none while the run is not finished', () => {
    expect(runResult(run({ status: 'running' }), ['p1'])).toBeNull();
  });

  it('is compared with like alone: the same projects, the same phase', () => {
    expect(whyApart(run({}), [project('p1')])).toBeNull();
    expect(whyApart(run({}), [project('p1'), project('Robes')])).toBe('ne porte pas sur Robes');
    expect(whyApart(run({}), [project('p1'), project('a'), project('b'), project('c')])).toBe(
      'ne porte pas sur 3 des 4 projets',
    );
    expect(whyApart(run({}), [project('p1', 3)])).toBe('porte sur une démarque validée depuis');
  });

  it('says which figures it was made from once a delivery has brought others', () => {
    const [own] = run({}).result_overview?.projects ?? [];
    if (!own) throw new Error('one project');
    const made = run({
      result_overview: {
        discount_distribution: [],
        projects: [{ ...own, snapshot_version: 3, data_date: '2026-07-01' }],
      },
    });
    const at = (version: number, data_date: string) => [
      {
        _id: 'p1',
        snapshot: { version, data_date, status: 'ready' as const, discount_count: 10, error: null },
      },
    ];
    expect(formerFigures(made, at(3, '2026-07-01'))).toBeNull();
    expect(formerFigures(made, at(4, '2026-07-08'))).toBe('chiffres du 1er juil.');
    expect(formerFigures(made, at(4, '2026-07-01'))).toBe('chiffres d’avant le dernier calcul');
    // Runs of before it was kept say nothing.
    expect(formerFigures(run({}), at(4, '2026-07-08'))).toBeNull();
  });

  it('lists the runs of several projects once, newest first', () => {
    const older = run({ _id: 'o0', created_at: '2026-07-04T08:00:00Z' });
    expect(mergeRuns([[older, run({})], [run({})]]).map(({ _id }) => _id)).toEqual(['o1', 'o0']);
  });
});
