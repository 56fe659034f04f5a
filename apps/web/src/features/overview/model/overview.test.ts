import { belowCostCheck, type Group } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { activityTime, momentText } from '../../../lib/activity-time.ts';
import { newGroup } from '../../../test/new-group.ts';
import { newProject, newStats } from '../../../test/new-project.ts';
import { costlyRules } from './costly-rules.ts';
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
  forecast: { sales: 9_000, stock: 300, profit_after_leftovers: 700 },
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
    expect(ongoing.lines[0]).toMatchObject({ note: `70${narrow}% du prévu à date`, tone: 'attention' });
    const even = { ...total, phase_sales: 0.996 * 2_000 * (5 / 7) } as Partial<Group>;
    expect(phaseStep(1, { ...figures, total: even as typeof total }).lines[0]).toMatchObject({
      note: `100${narrow}% du prévu à date`,
      tone: 'good',
    });
    const worked = phaseStep(2, figures);
    expect(worked.badge).toBe('Travaillée, départ dans 3 jours');
    expect(worked.lines[1]).toMatchObject({ value: '70 sur 100' });
    expect(phaseStep(3, figures).lines[0]).toMatchObject({ value: `4${narrow}k€`, note: 'provisoire' });
    // What is forecast of several phases together says so; without figures yet, nothing is past.
    const first = { ...figures, project: newProject({ working_phase: 1, data_date: '2026-06-20' }) };
    expect(phaseStep(3, first).lines[0]).toMatchObject({ note: 'démarques à venir' });
    const made = {
      ...first,
      project: newProject({ working_phase: 0, data_date: null }),
      today: '2026-11-23',
    };
    expect([0, 1, 3].map((index) => phaseStep(index, made).state)).toEqual([
      'worked',
      'upcoming',
      'upcoming',
    ]);
  });
});

describe('the key figures', () => {
  const measured = { sales_qty: 1, discount_budget: 900 };
  const phase = {
    nothing: { ...measured, sales: 4_000, profit: 1_400, profit_after_leftovers: 1_300, stock: 800 },
    last_year: { ...measured, sales: 4_500, profit: 1_100 },
    best: { sales_qty: 1, sales: 6_000, profit: 1_500, profit_after_leftovers: 1_400, stock: 650 },
  };
  const end = { ...phase, best: { ...phase.best, sales: 9_900 }, last_year: null };
  const references = { keys: [], phase, end };
  const days = { from: '2025-07-09', to: '2025-07-16' };
  const last_year = {
    phase: { ...days, unknown: null },
    end: { ...days, unknown: 'history' as const },
  };
  const input = { project: newProject(), total, references, last_year, mean_residual_value: 0.35 };

  it('stand against doing nothing, last year and their own maximum, as in the listing', () => {
    const [sales, merit, stock] = keyFigures({ ...input, horizon: 'phase' });
    expect(sales?.text).toBe(`5${narrow}k€`);
    expect(sales?.marks.map((mark) => [mark.label, mark.value])).toEqual([
      ['Ne rien faire', 4_000],
      ['N−1', 4_500],
      ['Max CA', 6_000],
    ]);
    expect(merit?.marks.map((mark) => mark.value)).toEqual([1_300, 1_400]);
    expect(stock?.marks.map((mark) => [mark.label, mark.value])).toEqual([
      ['Ne rien faire', 800],
      ['Min stock', 650],
    ]);
  });

  it('are read against a year before that sold nothing, or at full price: 0 is known', () => {
    const full = { ...phase, last_year: { ...phase.last_year, discount_budget: 0 } };
    const figures = keyFigures({ ...input, references: { ...references, phase: full }, horizon: 'phase' });
    expect(figures[4]?.marks.map(({ label, value }) => [label, value])).toContainEqual(['N−1', 0]);
  });

  it('are of one piece when one is left', () => {
    const left = { ...total, phase_forecast: { ...total.phase_forecast, stock: 1 } } as typeof total;
    expect(keyFigures({ ...input, total: left, horizon: 'phase' })[2]?.title).toBe('1 pièce');
    expect(keyFigures({ ...input, total: null, horizon: 'phase' })[2]?.title).toBe('-');
  });

  it('say what last year is of: all that the perimeter sold on those days, which a past season’s serie is not', () => {
    const [sales, merit] = keyFigures({ ...input, horizon: 'phase' });
    const about = (figure: typeof sales) => figure?.marks.map((mark) => mark.about ?? null);
    expect(about(sales)).toEqual([null, expect.stringMatching(/9 → 15 juil\. 2025.*projet ou non/), null]);
    expect(about(merit)).toEqual([null, null]);
  });

  it('say why last year is not known: what was left then is kept nowhere', () => {
    const why = (horizon: 'phase' | 'end') => keyFigures({ ...input, horizon }).map(({ noPast }) => noPast);
    const [sales, merit, stock, rate, budget] = why('phase');
    expect([sales, rate, budget]).toEqual([null, null, null]);
    expect(stock).toContain('Le stock qui restait l’an dernier');
    expect(merit).toContain('ne remontent pas');
    expect(why('end')[0]).toBe(merit);
  });

  it('are of the days that the switch says; the margin after leftovers is always to the end', () => {
    const days = (horizon: 'phase' | 'end') =>
      keyFigures({ ...input, horizon }).map((figure) => [figure.days, figure.text]);
    const [phaseDays, endDays] = [days('phase'), days('end')];
    expect(phaseDays[0]?.[0]).not.toBe(endDays[0]?.[0]);
    expect(endDays[0]).toEqual([expect.stringMatching(/^jusqu’au /), `9${narrow}k€`]);
    expect(endDays[1]).toEqual([endDays[0]?.[0], `700${narrow}€`]);
    expect(phaseDays[1]).toEqual(endDays[1]);
    expect(keyFigures({ ...input, horizon: 'end' })[1]?.note).toContain('35');
  });

  it('the ceiling is the worked phase’s, and is read against its budget under either horizon', () => {
    const objective = { discount_pct_distribution_params: { discount_budget: 1_000 } };
    const figures = {
      ...total,
      discount_budget: 900,
      forecast: { ...total.forecast, discount_budget: 5_000 },
    };
    const budget = (horizon: 'phase' | 'end') =>
      keyFigures({ ...input, project: newProject({ objective }), total: figures, horizon })[4];
    expect(budget('phase')).toMatchObject({ text: `900${narrow}€`, note: `reste 100${narrow}€` });
    expect(budget('phase')?.marks.map(({ label }) => label)).toContain('Plafond');
    expect(budget('end')).toMatchObject({
      text: `5${narrow}k€`,
      note: `Démarque 3${narrow}: reste 100${narrow}€`,
      tone: undefined,
    });
    expect(budget('end')?.marks.map(({ label }) => label)).not.toContain('Plafond');
  });

  it('of a project past its end that waits to be closed are not known, as on the home page: 0 is not what it sold', () => {
    const waiting = newProject({ working_phase: 0, data_date: '2027-01-01' });
    for (const horizon of ['phase', 'end'] as const)
      for (const figure of keyFigures({ ...input, project: waiting, horizon }))
        expect([figure.label, figure.text, figure.value]).toEqual([figure.label, '-', null]);
  });

  it('what is over is not read against the share sold today', () => {
    const sold = newGroup({ ...total, season_sell_through_pct: 60 } as Partial<Group>);
    const named = (project: Parameters<typeof newProject>[0]) =>
      keyFigures({ ...input, project: newProject(project), total: sold, horizon: 'end' })
        .find(({ label }) => label === 'Écoulement saison')
        ?.marks.map(({ label }) => label);
    expect(named({})).toEqual(['Aujourd’hui']);
    expect(named({ working_phase: null, data_date: '2026-09-01' })).toEqual([]);
  });

  it('[FMT-01] show a dash for what is not known', () => {
    const figures = keyFigures({ ...input, horizon: 'end', total: null, references: null });
    expect(figures.map((figure) => figure.text)).toEqual(['-', '-', '-', '-', '-']);
  });
});

describe('small things', () => {
  it('[OPT-06] a simulation tells its effect against the present plan', () => {
    const family = (sales: number) => ({
      ...{ sales, sales_qty: 1, cogs: 1, sales_discount_pct: 1 },
      ...{ profit: 1_500, stock: 700, sell_through_pct: 60 },
    });
    const plan = (sales: number, merit: number) => ({
      phase_forecast: family(sales),
      forecast: { ...family(3 * sales), profit_after_leftovers: merit },
    });
    const effects = (horizon: 'phase' | 'end') =>
      simulationEffect(plan(5_000, 100), plan(6_200, 40), horizon, { catalog: 'EUR', accounting: 'EUR' });
    expect(effects('phase')[0]).toEqual({ label: 'CA prévu', text: `+1,2${narrow}k€` });
    expect(effects('phase')[3]?.text).toBe('-');
    // Of the days of the figures above it; the figure of merit to the end whatever they are.
    expect(effects('end')[0]?.text).toBe(`+3,6${narrow}k€`);
    for (const horizon of ['phase', 'end'] as const)
      expect(effects(horizon)[1]).toEqual({ label: 'Marge après invendus', text: `−60${narrow}€` });
  });

  it('each topic has its own filter and sentence', () => {
    const topics = todoTopics(newProject());
    expect(new Set(topics.map((topic) => JSON.stringify(topic.filter))).size).toBe(topics.length);
    expect(topics[0]?.sentence(72)).toContain('72 produits sans démarque');
    expect(topics.find(({ key }) => key === 'slow')?.sentence(1)).toContain(
      '1 produit à plus de 26 semaines',
    );
  });

  it('none asks for a cost of somebody who may not see it, nor for a decision of a closed project', () => {
    const asked = todoTopics(newProject(), false).map(({ filter }) => JSON.stringify(filter));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((filter) => filter.includes('cost'))).toEqual([]);
    expect(todoTopics(newProject({ working_phase: null }))).toEqual([]);
  });

  it('« Vente à perte » is of the same products as the check list before a phase is validated', () => {
    const topic = todoTopics(newProject()).find(({ key }) => key === 'below-cost');
    expect(topic?.filter).toEqual(belowCostCheck({ below_cost_count: 2 }).filter);
  });

  it('an action is dated by its hour today, « hier », then its day', () => {
    const now = new Date(2026, 6, 5, 10, 0);
    expect(activityTime(new Date(2026, 6, 5, 9, 41), now)).toBe('9:41');
    expect(activityTime(new Date(2026, 6, 4, 18, 5), now)).toBe('hier 18:05');
    expect(activityTime(new Date(2026, 6, 1), now)).toContain('juil.');
    expect(momentText(new Date(2026, 6, 1, 7, 5).toISOString())).toBe('1 juil. 7:05');
  });
});

describe('a rule that costs much', () => {
  const rule = (name: string, merit_cost: number | null) => ({
    ...{ rule_id: name, name, discount_count: 211, merit_cost, fault: null },
    state: 'processed' as const,
  });
  const data = [rule('Plafond', 2_100), rule('Plancher', 4_100), rule('Sans coût', null)];

  it('is named with what it holds back, beyond what the organisation lets a plan lose unsaid', () => {
    const sentence = costlyRules({ data: data.slice(1) }, 132_600, 2, 'EUR')?.sentence;
    expect(sentence).toBe(
      `La règle 1 «${narrow}Plancher${narrow}» retient 4,1${narrow}k€ de marge après invendus sur 211 produits`,
    );
    expect(costlyRules({ data }, 132_600, 4, 'EUR')).toBeNull();
    const drafts = data.map((one) => ({ ...one, state: 'new' as const }));
    expect(costlyRules({ data: drafts }, 132_600, 1, 'EUR')).toBeNull();
    expect(costlyRules({ data }, 132_600, 1, 'EUR')).toMatchObject({
      ...{ rule_id: 'Plancher', cost: 4_100 },
      sentence: expect.stringContaining(`${narrow}; 1 autre règle coûte plus que le seuil`),
    });
  });
});
