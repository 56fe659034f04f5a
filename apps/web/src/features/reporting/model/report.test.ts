import { SERIE_METRICS, serieGap, sortNodes } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { figures, lastSeason, newReport, newSerie } from '../../../test/new-series.ts';
import { barGroups, gapGroups, nameWidth, planSlots, valueAxis } from './chart.ts';
import { columnValue, figureColumns, gridColumns } from './columns.ts';
import { leftOutSentences } from './left-out.ts';
import { cellText, gapText, gapTone, metricsFor, scaleOf } from './metric.ts';
import { FIRST_REPORT, turnGroup } from './report-state.ts';
import { groupOfRow, lastGroups, pathText, reportRows } from './rows.ts';
import { chosenSeries, serieNote, serieTitle, shortTitles } from './series.ts';
import { cumulated, weekGroups } from './time.ts';

const EUROS = { catalog: 'EUR', accounting: 'EUR' };
const metric = (id: string) => {
  const found = SERIE_METRICS.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const SALES = metric('sales');
const RATE = metric('sales_discount_pct');
const labelsOf = (rows: ReturnType<typeof reportRows>) =>
  rows.map((row) => `${'  '.repeat(row.depth)}${groupOfRow(row)?.label}`);

describe('the series of a report', () => {
  const run = newSerie({ _id: 'run', source: 'run', label: 'Scénario « Écouler »', scenario_id: 's1' });
  const offered = [run, newSerie(), newSerie({ _id: 'older', serie_date: '2026-06-29' }), lastSeason()];
  const ids = (state: Partial<typeof FIRST_REPORT>) => {
    const { series, reference, missing } = chosenSeries(offered, { ...FIRST_REPORT, ...state });
    return { series: series.map(({ _id }) => _id), reference, missing };
  };

  it('[SERIES-01] are first the plan, the last run and last season, which the others are read against', () => {
    expect(ids({})).toEqual({ series: ['plan', 'run', 'last'], reference: 2, missing: 0 });
  });

  it('are of the same days, or another season: what was sold before the plan is not beside it', () => {
    const sold = newSerie({
      _id: 'sold',
      kind: 'sales',
      source: 'sales',
      label: 'Ventes',
      to_date: '2026-07-05',
    });
    const signed = newSerie({
      _id: 'signed',
      source: 'validated',
      label: 'Démarque 1, validée',
      to_date: '2026-06-30',
    });
    const plan = newSerie({ from_date: '2026-07-08' });
    const first = (...series: ReturnType<typeof newSerie>[]) =>
      chosenSeries(series, FIRST_REPORT).series.map(({ _id }) => _id);
    expect(first(plan, sold)).toEqual(['plan']);
    expect(first(plan, sold, signed)).toEqual(['sold', 'signed']);
    expect(first(plan, { ...sold, to_date: '2026-07-09' })).toEqual(['plan', 'sold']);
  });

  it('are of every project of the plan: one of fewer would leave the others out, and is for the reader to add', () => {
    const plan = newSerie({ project_ids: ['p', 'q'] });
    const one = newSerie({ ...run, project_ids: ['p'] });
    const signed = newSerie({ _id: 'signed', source: 'validated', project_ids: ['q', 'p'] });
    const first = (...series: ReturnType<typeof newSerie>[]) =>
      chosenSeries(series, FIRST_REPORT).series.map(({ _id }) => _id);
    expect(first(one, plan)).toEqual(['plan']);
    expect(first(one, plan, signed)).toEqual(['plan', 'signed']);
    expect(first({ ...one, project_ids: ['p', 'q'] }, plan)).toEqual(['plan', 'run']);
    expect(first(plan, { ...lastSeason(), project_ids: ['old'] })).toEqual(['plan']);
    expect(first(plan, { ...lastSeason(), project_ids: ['old', 'older'] })).toEqual(['plan', 'last']);
  });

  it('that some projects lack are said once for those that lack the same', () => {
    const series = [{ label: 'Plan' }, { label: 'Ventes' }];
    const lacking = (name: string, ...missing: number[]) => ({ name, missing });
    expect(
      leftOutSentences(
        [lacking('Été/A/Un', 1), lacking('Été/A/Deux', 1), lacking('Été/Trois', 0, 1)],
        series,
      ),
    ).toEqual([
      '2 projets ne sont pas comptés, sans Ventes : A/Un, A/Deux',
      'Été/Trois n’est pas compté : il n’a pas Plan, Ventes',
    ]);
  });

  it('[REP-01] are those that the address names, with its reference; one that is no more is said', () => {
    expect(ids({ series: ['older', 'plan', 'gone'], reference: 'plan' })).toEqual({
      ...{ series: ['older', 'plan'], reference: 1, missing: 1 },
    });
    expect(ids({ series: ['gone'] }).series).toEqual(['plan', 'run', 'last']);
  });

  it('are named apart, with what they are of', () => {
    expect(serieTitle(lastSeason())).toBe('Ventes · Été 2025');
    expect(serieNote(lastSeason())).toBe('ses projets, 25 juin → 22 juil. 2025');
    expect(serieNote(newSerie())).toBe('prévision, 6 juil. 2026');
    expect(shortTitles(offered)).toEqual(['Écouler', 'Plan 6 juil.', 'Plan 29 juin', '2025']);
    expect(new Set(shortTitles([newSerie(), newSerie(), newSerie()])).size).toBe(3);
  });
});

describe('the metrics of a report', () => {
  it('[SERIES-06] [SERIES-07] are chosen by their French labels; without costs for who may not see them', () => {
    expect(metricsFor(true).map(({ label }) => label)).toEqual([
      ...['CA net TTC', 'Marge nette', 'Ventes unitaires', 'Taux de démarque moyen'],
      ...['Quantité de la saison', 'Budget de démarque', 'Taux d’écoulement', 'Stock', 'Stock au coût'],
      ...['Stock au prix de vente', 'Nombre de jours', 'Nombre de produits', 'Taux de démarque facial'],
    ]);
    expect(metricsFor(false).map(({ id }) => id)).not.toContain('profit');
    expect(metricsFor(false)).toHaveLength(11);
  });

  it('say their unit once, and write figures comma under comma', () => {
    const scale = scaleOf(SALES, 926_400, EUROS);
    expect(scale.unit).toBe('k€');
    expect([926_432, 300_000, null].map((value) => cellText(value, scale))).toEqual(['926,4', '300,0', '-']);
    expect(scaleOf(SALES, 500, { catalog: null, accounting: null }).unit).toBe('');
    expect(cellText(24_250, scaleOf(metric('sales_qty'), 24_250, EUROS))).toBe('24\u202f250');
  });

  it('[SERIES-01] differ from the reference in parts of it, rates in points', () => {
    expect(gapText(serieGap(926.4, 842.6, SALES), SALES)).toBe('+9,9\u202f%');
    expect(gapText(serieGap(39.8, 37.9, RATE), RATE)).toBe('+1,9\u202fpt');
    expect([5, 0, -0.04].map((gap) => gapText(gap, SALES))).toEqual([
      '+5,0\u202f%',
      '0,0\u202f%',
      '0,0\u202f%',
    ]);
    expect([serieGap(1, 0, SALES), serieGap(null, 3, SALES), serieGap(3, undefined, RATE)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([gapTone(3, SALES), gapTone(-3, SALES), gapTone(3, RATE)]).toEqual(['good', 'attention', 'muted']);
    expect([gapTone(0.04, SALES), gapTone(-0.04, SALES)]).toEqual(['muted', 'muted']);
  });
});

describe('the tree of a report', () => {
  const { data, total } = newReport();
  const dimensions = ['section', 'family'];

  it('[SERIES-02] has two levels for two dimensions, each group opening and closing', () => {
    expect(labelsOf(reportRows(data, dimensions, FIRST_REPORT))).toEqual([
      ...['Maille', '  Gilets', '  Pulls', 'Robes', '  Midi', '  (non renseigné)'],
    ]);
    const folded = turnGroup(FIRST_REPORT, 'Maille');
    expect(labelsOf(reportRows(data, dimensions, folded))).toEqual([
      ...['Maille', 'Robes', '  Midi', '  (non renseigné)'],
    ]);
    expect(turnGroup(folded, 'Maille')).toEqual(FIRST_REPORT);
    const closed = { ...FIRST_REPORT, closed: true, turned: ['Robes'] };
    expect(labelsOf(reportRows(data, dimensions, closed))).toEqual([
      ...['Maille', 'Robes', '  Midi', '  (non renseigné)'],
    ]);
  });

  it('has ids of its own for groups of one name under several others', () => {
    const same = data.map((node) => ({
      ...node,
      data: [
        { key: null, series: [] },
        { key: '', series: [] },
      ],
    }));
    const rows = reportRows(same, dimensions, FIRST_REPORT);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('[SERIES-01] has a column a serie and one for its difference with the reference', () => {
    const columns = figureColumns([SALES, RATE], 2, 1);
    expect(columns.map(({ id }) => id)).toEqual([
      ...['sales:0', 'sales:1', 'sales:0:gap'],
      ...['sales_discount_pct:0', 'sales_discount_pct:1', 'sales_discount_pct:0:gap'],
    ]);
    const values = columns.map((column) => columnValue(column, total, { reference: 1, comparable: true }));
    expect(values.map((value) => Math.round(value ?? Number.NaN))).toEqual([800_000, 600_000, 33, 40, 38, 2]);
    const apart = columns.map((column) => columnValue(column, total, { reference: 1, comparable: false }));
    expect(apart.filter((value) => value === null)).toHaveLength(2);
  });

  it('fills the width that it has, and keeps its least widths in one too narrow', () => {
    const scales = new Map();
    const drawn = (room: number) =>
      gridColumns(figureColumns([SALES, RATE], 2, 1), 'Section', {
        ...{ titles: ['Plan', '2025'], reference: 1, colorOf: () => 'navy', scales, room },
      }).reduce((sum, { width }) => sum + width, 0);
    expect(drawn(0)).toBe(drawn(600));
    expect(drawn(900)).toBeGreaterThan(900 - 6);
    expect(drawn(900)).toBeLessThanOrEqual(900);
  });

  it('is ordered at every level by the figure of a column, what is unknown last', () => {
    const sales = (node: typeof total) => node.series[0]?.sales ?? null;
    const order = (way: 'asc' | 'desc') =>
      labelsOf(reportRows(sortNodes(data, sales, way), dimensions, FIRST_REPORT));
    expect(order('desc')).toEqual(['Robes', '  Midi', '  (non renseigné)', 'Maille', '  Pulls', '  Gilets']);
    const unknown = [{ key: 'x', series: [{ sales: null }] }, ...data];
    expect(sortNodes(unknown, sales, 'asc').map(({ key }) => key)).toEqual(['Maille', 'Robes', 'x']);
    expect(sortNodes(unknown, sales, 'desc').map(({ key }) => key)).toEqual(['Robes', 'Maille', 'x']);
  });
});

describe('the chart of a report', () => {
  const groups = lastGroups(newReport().data, ['section', 'family']);

  it('sets the last level side by side, the largest first, with the gap of the first serie', () => {
    const bars = barGroups(groups, SALES, 2, 1);
    expect(bars.map(({ label, gap }) => [label, Math.round(gap ?? Number.NaN)])).toEqual([
      ...[
        ['Midi', 50],
        ['Pulls', 150],
        ['Gilets', -17],
        ['(non renseigné)', -50],
      ],
    ]);
    expect(pathText(bars[0]?.id ?? '')).toBe('Robes › Midi');
  });

  it('says gaps in amounts, what gains most first', () => {
    const gaps = gapGroups(barGroups(groups, SALES, 2, 1), 1);
    expect(gaps.map(({ label, values }) => [label, ...values])).toEqual([
      ['Midi', 150_000, null],
      ['Pulls', 120_000, null],
      ['Gilets', -20_000, null],
      ['(non renseigné)', -50_000, null],
    ]);
    const { low, high } = valueAxis([150_000, -50_000], 1000);
    expect([low <= -50, high >= 150]).toEqual([true, true]);
  });

  it('names groups of one name by their place', () => {
    const node = { key: 'Noir', series: [] };
    const groups = ['Robes', 'Vestes'].map((family) => ({ id: `${family}\u001fNoir`, label: 'Noir', node }));
    const one = { id: 'Robes\u001fOcre', label: 'Ocre', node };
    const labels = barGroups([...groups, one], SALES, 1, -1).map(({ label }) => label);
    expect(labels.sort()).toEqual(['Ocre', 'Robes › Noir', 'Vestes › Noir']);
  });

  it('names every group while there is room, and one in some beyond', () => {
    expect(planSlots(12, 1200)).toEqual({ shown: 12, slot: 100, step: 1, dense: false });
    const many = planSlots(200, 1240);
    expect([many.shown, many.dense]).toEqual([200, true]);
    expect(many.step * many.slot).toBeGreaterThanOrEqual(64);
    expect(planSlots(2000, 1200).shown).toBe(240);
  });

  it('gives more room to names that say the place of their group, and to no other', () => {
    const named = (...path: string[]) => nameWidth([{ id: path.join('\u001f'), label: path.join(' › ') }]);
    expect(named('Combinaisons et combishorts')).toBe(108);
    expect(named('Robes', 'Robes longues', 'Noir')).toBe(180);
    expect(named('Robes', 'Noir')).toBe(108);
  });

  it('has the days that series have, cumulated, and what each week sold', () => {
    const day = (date: string, ...series: (number | null)[]) => ({
      ...{ date, project_phase: 0, label: 'Démarque 1', day: 1 },
      series: series.map((sales) => (sales === null ? null : figures(sales))),
    });
    const days = [
      day('2026-07-03', 10, 8),
      day('2026-07-05', 30, 20),
      day('2026-07-06', 45, null),
      day('2026-07-13', 50, 21),
    ];
    expect(cumulated(days, SALES, 1)).toEqual([8, 20, null, 21]);
    const weeks = weekGroups(days, SALES, 2, { reference: 1, main: 0 });
    expect(weeks.map(({ label, values }) => [label, ...values])).toEqual([
      ['3 → 5 juil.', 30, 20],
      ['6 juil.', 15, null],
      ['13 juil.', 5, 1],
    ]);
    expect(weekGroups(days, SALES, 1, null).map(({ gap }) => gap)).toEqual([null, null, null]);
    // A rate of a week is of what that week sold, not a difference of rates.
    const rates = weekGroups(days, RATE, 2, { reference: 1, main: 0 });
    expect(rates.map(({ values }) => Math.round(values[0] ?? Number.NaN))).toEqual([40, 40, 40]);
  });

  it('knows the rate of a week in which all was given away, and of the week after', () => {
    const day = (date: string, sales: number, discount_budget: number) => {
      const sales_discount_pct = (100 * discount_budget) / (sales + discount_budget);
      const own = { ...figures(sales), sales_discount_pct, discount_budget };
      return { ...{ date, project_phase: 0, label: 'Démarque 1', day: 1 }, series: [own] };
    };
    // 500 given away; then 1 000 sold at full price.
    const weeks = weekGroups([day('2026-07-03', 0, 500), day('2026-07-06', 1_000, 500)], RATE, 1, null);
    expect(weeks.map(({ values }) => values[0])).toEqual([100, 0]);
  });
});
