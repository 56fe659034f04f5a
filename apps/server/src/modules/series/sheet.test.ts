import type { RouteOutput } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '../exports/index.ts';
import { reportFileName } from './export.ts';
import { reportSheet, sheetMetrics } from './sheet.ts';

const figures = (sales: number, pct: number) => ({ sales, profit: sales / 4, sales_discount_pct: pct });
const REPORT: RouteOutput<'series.report'> = {
  total: { key: null, series: [figures(1200, 40), figures(1000, 38)] },
  data: [
    {
      key: 'Maille',
      series: [figures(1200, 40), figures(1000, 38)],
      data: [
        { key: '=SOMME(A1)', series: [figures(1200, 40), figures(0, 38)] },
        { key: null, series: [{ sales: null }, figures(1000, 38)] },
      ],
    },
  ],
  series: [],
  comparable: true,
  phases: [],
  left_out_projects: [],
  catalog_currency: 'EUR',
  accounting_currency: 'EUR',
};

async function csvOf(
  comparable: boolean,
  ids: readonly string[],
  seesCosts: boolean,
  sort: Parameters<typeof reportSheet>[0]['sort'] = null,
): Promise<string[]> {
  const sheet = reportSheet({
    report: { ...REPORT, comparable },
    dimensions: [
      { field: 'section', name: 'Section' },
      { field: 'family', name: 'Famille' },
    ],
    titles: ['Plan', 'Ventes · Été 2025'],
    ...{ reference: 1, sort },
    metrics: sheetMetrics(ids, seesCosts),
  });
  let text = '';
  for await (const part of writeCsv(sheet)) text += part;
  return text.replace('\ufeff', '').trimEnd().split('\r\n');
}

describe('a report in a file', () => {
  it('has a row a group of every level, each serie and its gap with the reference; texts are no formulas', async () => {
    expect(await csvOf(true, ['sales', 'sales_discount_pct'], true)).toEqual([
      'Niveau;Section;Famille;CA net TTC : Plan;CA net TTC : Ventes · Été 2025;CA net TTC : écart Plan / Ventes · Été 2025 (%);' +
        'Taux de démarque moyen : Plan;Taux de démarque moyen : Ventes · Été 2025;Taux de démarque moyen : écart Plan / Ventes · Été 2025 (points)',
      '0;Total;;1200;1000;20;40;38;2',
      '1;Maille;;1200;1000;20;40;38;2',
      "2;Maille;'=SOMME(A1);1200;0;;40;38;2",
      '2;Maille;(non renseigné);;1000;;;38;',
    ]);
  });

  it('has its groups in the order of the screen, of each level, what is not known last', async () => {
    const codes = async (field: string, order: 'asc' | 'desc') =>
      (await csvOf(true, ['sales'], true, { field, order })).slice(3).map((row) => row.split(';')[2]);
    expect(await codes('sales:1', 'desc')).toEqual(['(non renseigné)', "'=SOMME(A1)"]);
    expect(await codes('sales:1', 'asc')).toEqual(["'=SOMME(A1)", '(non renseigné)']);
    expect(await codes('sales:0', 'asc')).toEqual(["'=SOMME(A1)", '(non renseigné)']);
    expect(await codes('gone:7', 'asc')).toEqual(["'=SOMME(A1)", '(non renseigné)']);
  });

  it('is named by its project or its operations, and by the day of its figures', () => {
    const [coats, shoes] = ['Soldes été 2026/Femme/Manteaux', 'Soldes été 2026/Homme/Chaussures'];
    expect(reportFileName([coats], '2026-07-05', 'csv')).toBe(
      'Soldes été 2026 - Femme - Manteaux - Reporting du 2026-07-05.csv',
    );
    expect(reportFileName([coats, shoes, 'Outlet/Homme'], null, 'xlsx')).toBe(
      'Soldes été 2026 - Outlet - Reporting.xlsx',
    );
  });

  it('has no gap between series that have no day in common, and no margin for who may not see costs', async () => {
    const [heading, total] = await csvOf(false, ['sales', 'profit'], false);
    expect(heading).not.toContain('Marge');
    expect(total).toBe('0;Total;;1200;1000;');
  });
});
