import type { Group } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { newGroup } from '../../../test/new-group.ts';
import { newProject, newStats } from '../../../test/new-project.ts';
import { activityTime } from './activity.ts';
import { checkList } from './check-list.ts';
import { simulationEffect } from './effect.ts';
import { keyFigures } from './key-figures.ts';
import { phaseStep } from './phase-steps.ts';
import { todoTopics } from './todo.ts';

const today = '2026-07-05';
const narrow = '\u202f';
const total = newGroup({
  key: '',
  keys: [],
  depth: 0,
  discount_count: 100,
  discount_pct_reviewed_count: 70,
  discount_pct_user_count: 0,
  unset_optimization_goal_count: 0,
  optimization_goals: [],
  min_price: 10,
  max_price: 90,
  discount_pct_distribution: [],
  operation_sales: 3_000,
  phase_sales: 1_000,
  ongoing_phase_forecast: { sales: 2_000 },
  phase_forecast: { sales: 5_000, profit: 1_500, stock: 700, sell_through_pct: 60 },
  forecast: { sales: 9_000, stock: 300 },
} as Partial<Group>);

describe('the phases of a project', () => {
  const figures = { project: newProject(), stats: newStats(), total, today };

  it('[STATE-02] [STATE-08] say what is known of each, and how far the ongoing one is', () => {
    expect(phaseStep(0, figures)).toMatchObject({
      state: 'past',
      lines: [{ term: 'CA', value: `2${narrow}k€` }, {}],
    });
    const ongoing = phaseStep(1, figures);
    expect(ongoing.badge).toBe('En cours, jour 5 sur 7');
    expect(ongoing.lines[0]).toMatchObject({ note: `70${narrow}% du prévu à ce jour`, tone: 'att' });
    const worked = phaseStep(2, figures);
    expect(worked.badge).toBe('Travaillée, départ dans 3 jours');
    expect(worked.lines[1]).toMatchObject({ value: '70 sur 100' });
    expect(phaseStep(3, figures).lines[0]).toMatchObject({ value: `4${narrow}k€`, note: 'provisoire' });
  });
});

describe('the key figures', () => {
  const goals = {
    goals: [
      {
        goal: 'sales',
        label: 'CA',
        discount_count: 0,
        phase_forecast: { sales: 6_000, profit: 1_500, profit_after_leftovers: 1_400, stock: 650 },
      },
    ],
    validated_phases: [],
    forecast_maxima: {},
  };

  const measured = { sales_qty: 1, discount_budget: 900 };
  const references = {
    keys: [],
    nothing: { ...measured, sales: 4_000, profit: 1_400, profit_after_leftovers: 1_300, stock: 800 },
    last_year: { ...measured, sales: 4_500, profit: 1_100 },
    optimum: { sales_qty: 1, sales: 6_000, profit: 1_500, profit_after_leftovers: 1_400, stock: 650 },
  };

  it('stand against doing nothing, last year and the best attainable, as in the listing', () => {
    const [sales, profit, stock] = keyFigures({
      project: newProject(),
      stats: newStats(),
      total,
      goals,
      references,
    });
    expect(sales?.marks.map((mark) => [mark.kind, mark.value])).toEqual([
      ['reference', 4_000],
      ['reference', 4_500],
      ['optimum', 6_000],
    ]);
    expect(profit?.marks.map((mark) => mark.value)).toEqual([1_400, 1_100, 1_500]);
    expect(stock?.marks.map((mark) => [mark.kind, mark.value])).toEqual([
      ['optimum', 650],
      ['reference', 800],
    ]);
  });

  it('[FMT-01] show a dash for what is not known', () => {
    const figures = keyFigures({
      project: newProject(),
      stats: newStats(),
      total: null,
      goals: undefined,
      references: null,
    });
    expect(figures.map((figure) => figure.text)).toEqual(['-', '-', '-', '-', '-']);
  });
});

describe('the check list of the worked phase', () => {
  it('says what is missing, and where to mend it', () => {
    const checks = checkList(newProject({ objective: null }), newStats(), 14, today);
    expect(checks.filter((check) => !check.ok).map((check) => check.text)).toEqual([
      'Objectif de répartition à fixer',
      '30 produits à revoir',
      '14 produits sans coût',
    ]);
  });

  it('is all ticked when nothing is missing', () => {
    const checks = checkList(newProject(), newStats({ discount_pct_reviewed_count: 100 }), 0, today);
    expect(checks.every((check) => check.ok)).toBe(true);
  });
});

describe('small things', () => {
  it('[OPT-06] a simulation tells its effect against the present plan', () => {
    const plan = (sales: number) => ({
      phase_forecast: {
        ...{ sales, sales_qty: 1, cogs: 1, sales_discount_pct: 1 },
        ...{ profit: 1_500, stock: 700, sell_through_pct: 60 },
      },
    });
    const effects = simulationEffect(plan(5_000), plan(6_200), { catalog: 'EUR', accounting: 'EUR' });
    expect(effects[0]).toEqual({ label: 'CA', text: `+1,2${narrow}k€` });
    expect(effects[3]?.text).toBe('-');
  });

  it('each topic has its own filter and sentence', () => {
    const topics = todoTopics(newProject());
    expect(new Set(topics.map((topic) => JSON.stringify(topic.filter))).size).toBe(topics.length);
    expect(topics[0]?.sentence(1)).toContain('1 produit à plus de 26 semaines');
  });

  it('an action is dated by its hour today, « hier », then its day', () => {
    const now = new Date(2026, 6, 5, 10, 0);
    expect(activityTime(new Date(2026, 6, 5, 9, 41), now)).toBe('9:41');
    expect(activityTime(new Date(2026, 6, 4, 18, 5), now)).toBe('hier 18:05');
    expect(activityTime(new Date(2026, 6, 1), now)).toContain('juil.');
  });
});
