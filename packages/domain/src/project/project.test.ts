import { describe, expect, it } from 'vitest';
import { collectionName, resolveCollection } from './collection.ts';
import { NEW_PROJECT } from './defaults.ts';
import { splitProjectName } from './name.ts';
import { isObjectiveSet } from './objective.ts';
import {
  dataDate,
  hasStarted,
  isPhaseOngoing,
  ongoingPhase,
  type Phase,
  type ProjectCalendar,
  phaseDecision,
  phaseEnd,
  phaseLabel,
  phaseLastDay,
  phaseState,
  pricedPhase,
  validatedWorkingPhase,
} from './phase.ts';
import { type CheckedProject, calendarChangeFaults, projectFaults } from './validate.ts';

const TODAY = '2026-01-20';
const SALES: ProjectCalendar = {
  phases: [
    { name: 'Première', start_date: '2026-01-07' },
    { start_date: '2026-01-14' },
    { start_date: '2026-01-28' },
  ],
  end_date: '2026-02-04',
  data_date: '2026-01-20',
  working_phase: 0,
};

describe('project names', () => {
  it('[PROJ-05] are operation, subdivisions and short name, split on /', () => {
    expect(splitProjectName('OP/A/B/Nom')).toEqual({
      operation: 'OP',
      subdivision: 'A, B',
      short_name: 'Nom',
    });
  });

  it('[PROJ-05, FMT-02] have « (non renseigné) » for a subdivision when there is none', () => {
    expect(splitProjectName('OP/Nom').subdivision).toBe('(non renseigné)');
    expect(splitProjectName('Seul')).toEqual({
      operation: 'Seul',
      subdivision: '(non renseigné)',
      short_name: 'Seul',
    });
  });

  it('ignore empty parts and spaces around them', () => {
    expect(splitProjectName(' OP // Femme / Hiver ')).toEqual({
      operation: 'OP',
      subdivision: 'Femme',
      short_name: 'Hiver',
    });
    expect(splitProjectName('')).toMatchObject({ operation: '', short_name: '' });
  });
});

describe('phases', () => {
  it('[STATE-02] are ongoing from their first day to the day before their end', () => {
    const at = (data_date: string) => isPhaseOngoing({ ...SALES, data_date }, 1, TODAY);
    expect(at('2026-01-13')).toBe(false);
    expect(at('2026-01-14')).toBe(true);
    expect(at('2026-01-27')).toBe(true);
    expect(at('2026-01-28')).toBe(false);
    expect(isPhaseOngoing(SALES, 7, TODAY)).toBe(false);
  });

  it('[STATE-03] end where the next one starts, the last at the project’s end', () => {
    expect(phaseEnd(SALES, 0)).toBe('2026-01-14');
    expect(phaseLastDay(SALES, 0)).toBe('2026-01-13');
    expect(phaseEnd(SALES, 2)).toBe('2026-02-04');
  });

  it('is validated before the worked one, to come after it; shops are given the last validated', () => {
    const states = (working_phase: number | null) =>
      SALES.phases.map((_, index) => phaseDecision({ ...SALES, working_phase }, index));
    expect(states(1)).toEqual(['validated', 'worked', 'to_come']);
    expect(states(null)).toEqual(['validated', 'validated', 'validated']);
    expect([0, 1, 2, null].map((working_phase) => pricedPhase({ ...SALES, working_phase }))).toEqual([
      0, 0, 1, 2,
    ]);
  });

  it('[STATE-04] make the project started on the first day of the first one', () => {
    expect(hasStarted({ ...SALES, data_date: '2026-01-07' }, TODAY)).toBe(true);
    expect(hasStarted({ ...SALES, data_date: '2026-01-06' }, TODAY)).toBe(false);
    expect(hasStarted({ ...SALES, phases: [] }, TODAY)).toBe(false);
  });

  it('[STATE-07] are evaluated today when the project has no data date', () => {
    const undated: ProjectCalendar = { phases: SALES.phases, end_date: SALES.end_date };
    expect(dataDate(undated, '2024-01-10')).toBe('2024-01-10');
    expect(ongoingPhase(undated, '2026-01-10')).toBe(0);
    expect(ongoingPhase({ ...SALES, data_date: null }, '2026-01-30')).toBe(2);
    expect(ongoingPhase({ ...SALES, data_date: null }, '2026-03-01')).toBeNull();
  });

  it('[STATE-08] without a name are « Démarque N », counted from 1', () => {
    expect(phaseLabel({ name: undefined }, 0)).toBe('Démarque 1');
    expect(phaseLabel({ name: '  ' }, 1)).toBe('Démarque 2');
    expect(phaseLabel({ name: 'Soldes' }, 1)).toBe('Soldes');
  });

  it('are past, ongoing, worked or upcoming, the worked one first of all', () => {
    const states = (project: ProjectCalendar) =>
      project.phases.map((_, index) => phaseState(project, index, TODAY));
    expect(states({ ...SALES, working_phase: null })).toEqual(['past', 'ongoing', 'upcoming']);
    expect(states({ ...SALES, working_phase: 2 })).toEqual(['past', 'ongoing', 'worked']);
  });
});

describe('validating a phase', () => {
  it('[STATE-25] moves the work to the next one', () => {
    expect(validatedWorkingPhase(SALES)).toBe(1);
  });

  it('[STATE-26] leaves none after the last', () => {
    expect(validatedWorkingPhase({ ...SALES, working_phase: 2 })).toBeNull();
  });

  it('[STATE-27] does nothing when none is worked; the first one (0) counts as worked', () => {
    expect(validatedWorkingPhase({ ...SALES, working_phase: null })).toBeUndefined();
    expect(validatedWorkingPhase({ phases: SALES.phases })).toBeUndefined();
    expect(validatedWorkingPhase({ ...SALES, working_phase: 0 })).toBe(1);
  });
});

describe('a project', () => {
  it('[STATE-06] has an objective when it has a distribution', () => {
    expect(isObjectiveSet({})).toBe(false);
    expect(isObjectiveSet(null)).toBe(false);
    expect(isObjectiveSet({ discount_pct_distribution: null })).toBe(false);
    expect(isObjectiveSet({ discount_pct_distribution: {} })).toBe(true);
  });

  it('[PROJ-04] starts with the first phase worked and discounts from 20 to 60', () => {
    expect(NEW_PROJECT.working_phase).toBe(0);
    expect(NEW_PROJECT.discount_pct_range).toEqual([20, 30, 40, 50, 60]);
  });

  it('may not be saved with phases out of order, an end too early, or an odd range', () => {
    const project = { ...SALES, name: 'OP/Nom', discount_pct_range: [20, 30] };
    const messages = (changes: Partial<CheckedProject>, taken: readonly string[] = []) =>
      projectFaults({ ...project, ...changes }, taken).map(({ field, message }) => `${field}: ${message}`);
    expect(messages({})).toEqual([]);
    expect(messages({ end_date: '2026-01-28' })).toEqual([expect.stringMatching(/^end_date/)]);
    expect(messages({ phases: [...SALES.phases].reverse() })).toContainEqual(
      expect.stringMatching(/^phases: Les démarques doivent se suivre/),
    );
    expect(messages({ phases: [] })).toEqual(['phases: Le projet n’a aucune démarque.']);
    expect(messages({ working_phase: 3 })).toEqual(['working_phase: La démarque travaillée n’existe pas.']);
  });

  it('offers discounts that are multiples of its step, rising, and shares that make a whole', () => {
    const project = { ...SALES, name: 'OP/Nom', discount_pct_range: [20, 30] };
    const fields = (changes: Partial<CheckedProject>) =>
      projectFaults({ ...project, ...changes }).map(({ field }) => field);
    for (const range of [[25], [13, 27], [], [30, 20], [20, 20], [20, 110], [-10, 20]])
      expect(fields({ discount_pct_range: range }), range.join()).toEqual(['discount_pct_range']);
    expect(fields({ discount_pct_range: [25], discount_step: 5 })).toEqual([]);
    const shares = (distribution: Record<string, number>) =>
      fields({ objective: { discount_pct_distribution: distribution } });
    expect(shares({ '20': 40, '50': 50 })).toEqual(['objective']);
    expect(shares({ '20': 100, '50': 60 })).toEqual(['objective']);
    expect(shares({ '20': 33.3, '30': 33.3, '50': 33.3 })).toEqual([]);
  });

  it('keeps what was validated when its calendar changes', () => {
    const before = { ...SALES, working_phase: 1 };
    const [first, second, third] = SALES.phases as [Phase, Phase, Phase];
    const fields = (changes: Partial<ProjectCalendar>, from: ProjectCalendar = before) =>
      calendarChangeFaults(from, { ...from, ...changes }).map(({ field }) => field);
    expect(fields({})).toEqual([]);
    expect(fields({ phases: [first, second] })).toEqual([]);
    expect(fields({ phases: [{ ...first, name: ' Première ' }, second, third] })).toEqual([]);
    expect(fields({ phases: [first, { ...second, name: 'Deux' }, { start_date: '2026-01-30' }] })).toEqual(
      [],
    );
    for (const phases of [
      [second, third],
      [{ ...first, name: null }, second, third],
      [{ ...first, start_date: '2026-01-06' }, second, third],
      [first, { ...second, start_date: '2026-01-15' }, third],
      [first, { start_date: '2026-01-10' }, second, third],
    ])
      expect(fields({ phases })).toEqual(['phases']);
    for (const working_phase of [0, 2, null]) expect(fields({ working_phase })).toEqual(['working_phase']);
    const closed = { ...SALES, working_phase: null };
    expect(fields({ working_phase: 2 }, closed)).toEqual(['working_phase']);
    expect(fields({ end_date: '2026-03-01' }, closed)).toEqual(['end_date']);
    expect(fields({ phases: [...SALES.phases, { start_date: '2026-02-10' }] }, closed)).toContain('phases');
    expect(fields({ end_date: '2026-03-01' })).toEqual([]);
  });

  it('has a name of its own without an empty part', () => {
    const named = (name: string, taken: readonly string[] = []) =>
      projectFaults({ ...SALES, name, discount_pct_range: [20] }, taken).map(({ message }) => message);
    expect(named(' / ')).toEqual(['Le projet n’a pas de nom.']);
    for (const name of ['OP//Nom', '/Nom', 'OP/ '])
      expect(named(name)).toEqual([expect.stringContaining('vide')]);
    expect(named('OP / Nom', ['OP/Nom'])).toEqual([expect.stringContaining('s’appelle déjà')]);
    expect(named('OP/Nom', ['OP/Autre'])).toEqual([]);
  });
});

describe('the active collection', () => {
  const projects = [
    { _id: 'p1', name: 'Soldes/Femme/Robes', project_group_id: 'g1' },
    { _id: 'p2', name: 'Soldes/Femme/Jupes', project_group_id: 'g1' },
    { _id: 'p3', name: 'Soldes/Homme', project_group_id: null },
    { _id: 'p4', name: 'Été/Femme', project_group_id: null },
  ];

  it('[STATE-01] of type project gives the project, its group and its operation', () => {
    const active = resolveCollection({ type: 'project', id: 'p1' }, projects);
    expect(active).toMatchObject({ project: { _id: 'p1' }, project_group_id: 'g1', operation: 'Soldes' });
    expect(active?.projects).toHaveLength(1);
  });

  it('[STATE-01] of type group or operation gives their projects', () => {
    expect(resolveCollection({ type: 'project-group', id: 'g1' }, projects)).toMatchObject({
      project: null,
      project_group_id: 'g1',
      projects: [{ _id: 'p1' }, { _id: 'p2' }],
    });
    const operation = resolveCollection({ type: 'operation', id: 'Soldes' }, projects);
    expect(operation?.projects.map(({ _id }) => _id)).toEqual(['p1', 'p2', 'p3']);
    expect(operation?.project_group_id).toBeNull();
  });

  it('[STATE-01] is called as its project, its group or its operation', () => {
    const nameOf = (type: 'project' | 'project-group' | 'operation', id: string) => {
      const active = resolveCollection({ type, id }, projects);
      return active && collectionName(active);
    };
    expect(nameOf('project', 'p1')).toBe('Robes');
    expect(nameOf('project-group', 'g1')).toBe('Femme');
    expect(nameOf('operation', 'Soldes')).toBe('Soldes');
  });

  it('does not exist for an unknown id', () => {
    expect(resolveCollection({ type: 'project', id: 'nope' }, projects)).toBeNull();
    expect(resolveCollection({ type: 'operation', id: 'p1' }, projects)).toBeNull();
  });
});
