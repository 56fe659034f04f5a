import type { Backtest } from '@palier/contract';
import { expect, it } from 'vitest';
import { biasText, coverageText, reliabilityRows } from './reliability.ts';

const score = { count: 10, forecast: 90, actual: 100, bias: -0.1, wape: 0.3, coverage_80: 0.8 };
const backtest: Backtest = {
  data_date: '2026-07-01',
  phases: [
    {
      project_phase: 0,
      label: 'Première démarque',
      from_date: '2026-06-11',
      to_date: '2026-07-21',
      days: 41,
      elapsed_days: 21,
      source: 'rebuilt',
      total: score,
      by_discount: [{ ...score, discount_pct: 20 }],
      by_category: [
        { ...score, category: 'Jupes', actual: 30 },
        { ...score, category: 'Robes', actual: 70 },
      ],
    },
  ],
};

it('forecasts are compared with what was sold by phase, by discount and by category', () => {
  const [phase] = reliabilityRows(backtest, 'phase', 0);
  expect(phase).toMatchObject({
    label: 'Première démarque',
    note: 'en cours, 21 jours sur 41, au prorata · prévision reconstituée',
  });
  const begun = backtest.phases.map((one) => ({ ...one, elapsed_days: 1 }));
  expect(reliabilityRows({ ...backtest, phases: begun }, 'phase', 0)[0]?.note).toContain('1 jour sur 41');
  expect(reliabilityRows(backtest, 'discount', 0).map(({ label }) => label)).toEqual(['20\u202f%']);
  expect(reliabilityRows(backtest, 'category', 0).map(({ label }) => label)).toEqual(['Robes', 'Jupes']);
  expect(reliabilityRows(backtest, 'category', 1)).toEqual([]);
  expect(biasText(score)).toBe('−10\u202f%');
  expect(coverageText(score)).toBe('80\u202f%');
});
