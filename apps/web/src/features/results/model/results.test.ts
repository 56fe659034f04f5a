import type { Results } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { newOverview, newProject } from '../../../test/new-project.ts';
import { addDecisions } from './sum-decisions.ts';
import {
  addLeft,
  addSeason,
  groupRows,
  leftOfPlan,
  phaseRows,
  plannedNote,
  unsoldOfPlan,
} from './sum-results.ts';

const figures = { sales_qty: 10, sales: 100, list_sales: 120, profit: 40, discount_budget: 20 };
const comparison: Results['total'] = {
  ...{
    planned: figures,
    real: { ...figures, sales: 90 },
    last_year: figures,
    line_count: 3,
    compared_count: 2,
    planned_count: 2,
    unknown_line_count: 0,
  },
  gap: { price: -1, volume: -2, mix: 0.5, stock_out: -0.5, total: -3 },
};
const results = (changes: Partial<Results> = {}): Results => ({
  ...{ data_date: '2026-07-26', over: true, total: comparison, objective: [], acceleration: [] },
  phases: [
    {
      ...comparison,
      ...{ project_phase: 0, label: 'Démarque 1', from_date: '2026-06-24', to_date: '2026-06-30' },
      source: 'validated',
    },
  ],
  groups: [{ key: 'Robes', ...comparison }],
  left: { qty: 4, profit_after_leftovers: 10 },
  decisions: null,
  ...changes,
});

describe('the post-mortem of several projects', () => {
  it('adds up their phases, their groups, their gaps and what is left', () => {
    const two = [results(), results()];
    const [phase] = phaseRows(two, ({ from_date }) => from_date);
    expect(phase).toMatchObject({
      ...{ label: 'Démarque 1', note: '2026-06-24', rebuilt: false, line_count: 6 },
      planned: { sales: 200 },
      real: { sales: 180 },
      gap: { price: -2, total: -6 },
    });
    expect(groupRows(two, (key) => key ?? '-')).toMatchObject([
      { label: 'Robes', last_year: { profit: 80 } },
    ]);
    expect(addLeft(two)).toEqual({ qty: 8, profit_after_leftovers: 20 });
  });

  it('knows nothing of what one of them does not know', () => {
    const unknown = results({ total: { ...comparison, last_year: null }, left: null, groups: [] });
    expect(addLeft([results(), unknown])).toBeNull();
    const phases = unknown.phases.map((phase) => ({ ...phase, last_year: null, planned: null, gap: null }));
    const [row] = phaseRows([results(), { ...unknown, phases }], () => '');
    expect(row).toMatchObject({ last_year: null, planned: null, real: { sales: 180 }, gap: { total: -3 } });
    if (!row) throw new Error('no phase');
    expect(plannedNote(row, [results(), { ...unknown, phases }])).toMatch(/une partie des projets/);
    expect(plannedNote(row, [{ ...unknown, phases }])).toMatch(/aucune prévision/);
    expect(plannedNote(comparison, [results()])).toMatch(/jours de ses démarques$/);
    expect(plannedNote({ ...comparison, unknown_line_count: 2 }, [results()])).toMatch(
      / ; 2 produits sans prix/,
    );
  });
});

describe('the decisions against the recommendation of several projects', () => {
  const sum = { line_count: 2, valued_count: 2, value: 100, low: 60, high: 130 };
  const decisions: NonNullable<Results['decisions']> = {
    ...{ phase_count: 2, recommended_count: 50, total: sum, people: null },
    reasons: [
      { ...sum, origin: 'hand', reason: 'Vitrine' },
      { ...sum, value: null, low: null, high: null, valued_count: 0, origin: 'left_out', reason: null },
    ],
  };

  it('add up by reason, what is not estimated staying so', () => {
    const found = addDecisions([results({ decisions }), results({ decisions }), results()]);
    expect(found).toMatchObject({ recommended_count: 100, total: { value: 200, low: 120 }, people: null });
    expect(found?.reasons).toMatchObject([
      { label: 'Vitrine', line_count: 4, value: 200, high: 260 },
      { label: 'Produit exclu, sans raison donnée', line_count: 4, value: null },
    ]);
    expect(addDecisions([results()])).toBeNull();
  });

  it('name people only where every project does', () => {
    const named = {
      ...decisions,
      people: [
        { ...sum, name: 'Marion Roche' },
        { ...sum, name: null },
      ],
    };
    const people = addDecisions([results({ decisions: named })])?.people;
    expect(people).toMatchObject([{ label: 'Marion Roche' }, { label: 'Règles, sans auteur' }]);
    expect(addDecisions([results({ decisions: named }), results({ decisions })])?.people).toBeNull();
  });
});

describe('the season of projects that are over', () => {
  const over = (season_sales_qty: number, available_qty: number) => {
    const { forecast, ...overview } = newOverview();
    return newProject({
      ...{ working_phase: null, data_date: '2026-07-22' },
      overview: { ...overview, forecast: forecast && { ...forecast, season_sales_qty, available_qty } },
    });
  };

  it('is the units sold of those there were, of all of them or not at all', () => {
    expect(addSeason([over(80, 100), over(10, 50)])).toEqual({ sold: 90, available: 150 });
    expect(addSeason([over(80, 100), newProject()])).toBeNull();
  });

  it('what the plan would have sold more is known when every product has its plan', () => {
    const planned = { ...figures, sales_qty: 14 };
    expect(unsoldOfPlan({ ...comparison, planned })).toBeNull();
    // One without a cost has its plan all the same: only its money is not compared.
    expect(unsoldOfPlan({ ...comparison, planned, compared_count: 2, planned_count: 3 })).toBe(4);
  });

  it('what the plan would have left is never less than nothing: it is not known', () => {
    const total = {
      ...comparison,
      planned: { ...figures, sales_qty: 14 },
      compared_count: 3,
      planned_count: 3,
    };
    expect(leftOfPlan(10, total)).toBe(6);
    expect(leftOfPlan(3, total)).toBeNull();
    expect(leftOfPlan(null, total)).toBeNull();
  });
});
