import { describe, expect, it } from 'vitest';
import { newOverview, newProject } from '../../../test/new-project.ts';
import {
  comparedOperations,
  gapToBefore,
  salesAgainst,
  salesMarks,
  salesOfSamePhases,
  wholeCounterpart,
} from './against.ts';
import { projectAlerts } from './alerts.ts';
import { budgetShare, reviewedShare, salesTerm, sumFigures } from './figures.ts';
import { operationRows, type RowFilter, stateCounts } from './rows.ts';
import { operationPhaseLabel, operationState, projectPhase, spanDates } from './state.ts';

const today = '2026-07-05';
const all: RowFilter = {
  typed: '',
  state: 'all',
  withAlerts: false,
  pilot: null,
  sort: 'state',
  closed: new Set(),
};
const budget = (discount_budget: number) => ({
  discount_pct_distribution: { 20: 100 },
  discount_pct_distribution_params: { discount_budget },
});

describe('the rows of the operations', () => {
  const projects = [
    newProject({ _id: 'a', project_group_id: 'f', is_project_group_leader: true }),
    newProject({ _id: 'b', name: 'Soldes été/Femme/Mailles', project_group_id: 'f' }),
    newProject({ _id: 'c', name: 'Outlet/Permanent', end_date: '2026-07-01' }),
  ];

  it('[ROUTE-03] open from operations to groups to projects, the ongoing ones first', () => {
    expect(operationRows(projects, all, today).map((row) => [row.depth, row.label])).toEqual([
      [0, 'Soldes été'],
      [1, 'Femme'],
      [2, 'Mailles'],
      [2, 'Robes'],
      [0, 'Outlet'],
      [1, 'Permanent'],
    ]);
  });

  it('close, are searched without accents, and filtered by state', () => {
    const closed = new Set(['operation:Soldes été']);
    expect(operationRows(projects, { ...all, closed }, today)).toHaveLength(3);
    const found = operationRows(projects, { ...all, typed: 'MAILLES ete' }, today);
    expect(found.map((row) => row.label)).toEqual(['Soldes été', 'Femme', 'Mailles']);
    expect(operationRows(projects, { ...all, state: 'ended' }, today).map((row) => row.label)).toEqual([
      'Outlet',
      'Permanent',
    ]);
    expect(stateCounts(projects, today)).toEqual({ all: 2, ongoing: 1, preparing: 0, ended: 1 });
  });

  it('add up the figures of their projects', () => {
    const figures = sumFigures([newProject({ objective: budget(10_000) }), newProject()]);
    expect(figures).toMatchObject({
      discount_count: 200,
      stock_qty: 2000,
      sales: 52_000,
      budget_used: 8_000,
    });
    expect(reviewedShare(figures)).toBe(0.7);
    expect(budgetShare(figures)).toBe(0.8);
  });

  it('say of their turnover whether it was sold, is expected, or both', () => {
    const over = newProject({ working_phase: null, data_date: '2026-09-01', end_date: '2026-08-26' });
    expect(salesTerm([newProject()])).toBe('CA prévu, jusqu’à la fin');
    expect(salesTerm([over])).toBe('CA réalisé');
    expect(salesTerm([over, newProject()])).toBe('CA réalisé, et prévu jusqu’à la fin');
  });

  it('never add amounts of two currencies; units and counts still are', () => {
    const figures = sumFigures([newProject(), newProject({ catalog_currency: 'CHF' })]);
    expect(figures).toMatchObject({
      discount_count: 200,
      stock_qty: 2000,
      sales: null,
      stock_retail_value: null,
    });
  });

  it('[FMT-01] tell nothing of a project that has no figures yet', () => {
    const figures = sumFigures([newProject({ overview: null })]);
    expect(figures.sales).toBeNull();
    expect(reviewedShare(figures)).toBeNull();
    expect(budgetShare(figures)).toBeNull();
  });
});

describe('the turnover of a row', () => {
  const reference = (last_year: number | null, best: number) => {
    const zeros = { sales_qty: 0, profit: 0, profit_after_leftovers: 0, stock: 0, discount_budget: 0 };
    const end = {
      ...{ nothing: { ...zeros, sales: 0 }, best: { ...zeros, sales: best } },
      last_year: last_year === null ? null : { ...zeros, sales: last_year },
    };
    return { keys: [], phase: end, end };
  };
  const projects = [newProject({ _id: 'a' }), newProject({ _id: 'b' })];

  it('[FMT-01] is read against last year’s and the best of the same projects, or not at all', () => {
    const known = new Map([
      ['a', reference(20, 40)],
      ['b', reference(30, 50)],
    ]);
    const against = salesAgainst(projects, known, 60);
    expect(against).toEqual({ sales: 60, before: 50, best: 90 });
    expect(gapToBefore(against)).toBe(20);
    const partly = new Map([...known, ['b', reference(null, 50)] as const]);
    expect(salesAgainst(projects, partly, 60)).toEqual({ sales: 60, before: null, best: 90 });
    expect(gapToBefore(salesAgainst(projects, new Map(), 60))).toBeNull();
  });

  it('is read against nothing where a project waits to be closed: its days of last year are not those of the sum', () => {
    const late = newProject({ _id: 'b', working_phase: 0, data_date: '2026-09-01', end_date: '2026-08-26' });
    const known = new Map(['a', 'b'].map((id) => [id, reference(20, 40)] as const));
    const own = [newProject({ _id: 'a' }), late];
    const { sales } = sumFigures(own);
    // Nor is its ceiling unused: nothing is forecast of it, and what it spent is not counted.
    const objective = { discount_pct_distribution_params: { discount_budget: 1_000 } };
    expect(sumFigures([{ ...late, objective }])).toMatchObject({ budget_used: null, budget_ceiling: null });
    const part = newProject({ objective, reach: 'part' });
    expect(sumFigures([part])).toMatchObject({ budget_used: null, budget_ceiling: null });
    expect(sales).toBe(26_000);
    expect(gapToBefore(salesAgainst(own, known, sales))).toBeNull();
    expect(salesAgainst(own, known, sales)).toEqual({ sales: 26_000, before: null, best: null });
    // Nor of one whose figures are being computed, set beside an earlier operation that has its counterpart.
    const computed = [newProject({ _id: 'a' }), newProject({ _id: 'b', overview: null })];
    const earlier = new Map(['a', 'b'].map((id) => [id, 20_000] as const));
    expect(gapToBefore(salesAgainst(computed, new Map(), 26_000, earlier))).toBeNull();
  });

  it('is read against an earlier operation that is over, where it has each of the projects', () => {
    const own = ['Robes', 'Jupes'].map((one) =>
      newProject({ _id: one, name: `Soldes été 2026/${one}`, operation: 'Soldes été 2026' }),
    );
    const earlier = (name: string, changes: Partial<(typeof own)[number]> = {}) =>
      newProject({
        ...{ _id: `hiver ${name}`, name: `Soldes hiver 2026/${name}`, operation: 'Soldes hiver 2026' },
        ...{ phases: [{ start_date: '2026-01-07' }], end_date: '2026-02-04', working_phase: null },
        ...{ data_date: '2026-02-08' },
        ...changes,
      });
    const [robes = newProject(), jupes = newProject()] = own;
    const all = [...own, earlier('Robes'), earlier('Jupes', { working_phase: 0, data_date: '2026-01-20' })];
    expect(comparedOperations(own, all)).toEqual(['Soldes hiver 2026']);
    expect(wholeCounterpart(robes, 'Soldes hiver 2026', all)?._id).toBe('hiver Robes');
    expect(wholeCounterpart(jupes, 'Soldes hiver 2026', all)).toBeUndefined();
    const known = new Map([
      ['Robes', 40],
      ['Jupes', 10],
    ]);
    const against = salesAgainst(own, new Map(), 60, known);
    expect(against).toEqual({ sales: 60, before: 50, best: null });
    expect(gapToBefore(against)).toBe(20);
    expect(against && salesMarks(against, 'EUR', 'Soldes hiver 2026')).toMatchObject([
      { kind: 'reference', value: 50, label: expect.stringContaining('Soldes hiver 2026') },
    ]);
    expect(salesAgainst(own, new Map(), 60, new Map([['Robes', 40]]))?.before).toBeNull();
  });

  it('of an earlier operation is that of the same phases: from the worked one to the end, all once closed', () => {
    const phase = (project_phase: number, sales: number | null) => ({
      ...{ project_phase, label: '', from_date: '', to_date: '', source: 'validated' as const },
      ...{
        planned: null,
        last_year: null,
        gap: null,
        line_count: 1,
        compared_count: 0,
        planned_count: 0,
        unknown_line_count: 0,
      },
      real: { sales_qty: 1, sales, list_sales: null, profit: null, discount_budget: null },
    });
    const results = { phases: [phase(0, 1), phase(1, 20), phase(2, 300)] };
    const of = (working_phase: number | null, data_date = '2026-06-30') =>
      newProject({ working_phase, data_date });
    expect(salesOfSamePhases(of(1), results)).toBe(320);
    expect(salesOfSamePhases(of(null), results)).toBe(321);
    expect(salesOfSamePhases(of(3), results)).toBeNull();
    expect(salesOfSamePhases(of(1), { phases: [phase(1, null)] })).toBeNull();
    // Begun on 1 July: what is left of it is forecast, and nobody tells that part of the other's.
    expect(salesOfSamePhases(of(1, '2026-07-01'), results)).toBeNull();
    expect(salesOfSamePhases(of(null, '2026-07-01'), results)).toBe(321);
  });
});

describe('the state of an operation', () => {
  it('is that of its phases at the data date', () => {
    expect(operationState([newProject()], today)).toBe('ongoing');
    expect(operationState([newProject({ data_date: '2026-06-01' })], today)).toBe('preparing');
    expect(operationState([newProject({ data_date: '2026-08-01' })], today)).toBe('ended');
    // Its figures were never worked out: nothing is over that was not begun.
    expect(operationState([newProject({ data_date: null })], '2026-11-23')).toBe('preparing');
    expect(operationPhaseLabel([newProject()], today)).toBe('Démarque 2 en cours');
    expect(spanDates([newProject()])).toBe('24 juin → 21 juil.');
  });

  it('[STATE-08] names the worked phase of a project, then the last one validated', () => {
    expect(projectPhase(newProject())).toMatchObject({
      label: 'Démarque 3 travaillée',
      kind: 'worked',
      dates: '8 → 14 juil.',
    });
    expect(projectPhase(newProject({ working_phase: null }))).toMatchObject({
      label: 'Démarque 4 validée',
    });
  });
});

describe('the alerts of a project', () => {
  const keys = (project: Parameters<typeof projectAlerts>[0]) =>
    projectAlerts(project, today).map((alert) => alert.key);

  it('say what is left to review when the phase is near', () => {
    expect(projectAlerts(newProject(), today)).toMatchObject([
      { key: 'review', text: '30 produits à revoir pour la démarque 3', note: 'départ dans 3 jours' },
    ]);
    expect(keys(newProject({ data_date: '2026-06-20' }))).not.toContain('review');
  });

  it('say that the budget is passed, that the objective is missing, that figures failed', () => {
    expect(keys(newProject({ objective: budget(5_000) }))).toContain('budget');
    expect(keys(newProject({ objective: null }))).toContain('objective');
    const snapshot = {
      version: 1,
      status: 'failed' as const,
      data_date: null,
      discount_count: 0,
      error: 'x',
    };
    expect(projectAlerts(newProject({ snapshot }), today)[0]).toMatchObject({
      key: 'failed',
      severity: 'blocking',
    });
  });

  it('say that the dates passed before the last phase was validated, and no figure stands for the operation', () => {
    const late = newProject({ data_date: '2026-08-01' });
    expect(keys(late)).toEqual(['closing']);
    expect(projectPhase(late).label).toBe('Démarque 3 à valider');
    expect(sumFigures([late])).toMatchObject({ sales: null, profit_after_leftovers: null, stock_qty: 1000 });
    expect(sumFigures([late, newProject()]).sales).toBe(sumFigures([newProject()]).sales);
    expect(salesAgainst([late], new Map(), null)).toBeNull();
  });

  it('are none when all is well', () => {
    expect(keys(newProject({ overview: newOverview({ discount_pct_reviewed_count: 100 }) }))).toEqual([]);
  });
});
