import { expect, it } from 'vitest';
import { horizonText, salesLabel } from './horizon-text.ts';

const project = { phases: [{ start_date: '2026-07-01' }], end_date: '2026-08-12' };

it('calls sales « prévu » until all is over: closed with days to come, it still has some to sell', () => {
  expect(salesLabel({ ...project, working_phase: 0, data_date: '2026-07-10' })).toBe('CA prévu');
  expect(salesLabel({ ...project, working_phase: null, data_date: '2026-07-10' })).toBe('CA prévu');
  expect(salesLabel({ ...project, working_phase: null, data_date: '2026-08-12' })).toBe('CA réalisé');
});

it('says the days that are left of a phase that has begun: what is sold already is no forecast', () => {
  const worked = (data_date: string) => ({ ...project, working_phase: 0, data_date });
  expect(horizonText(worked('2026-06-28'), 'phase')).toBe('1er juil. → 11 août');
  expect(horizonText(worked('2026-07-10'), 'phase')).toBe('11 juil. → 11 août');
  expect(horizonText(worked('2026-07-10'), 'end')).toBe('jusqu’au 11 août');
  expect(horizonText(worked('2026-08-12'), 'phase')).toBe('aucun jour à venir');
  // Of a closed one they are those of its last phase, past ones included.
  expect(horizonText({ ...worked('2026-07-10'), working_phase: null }, 'phase')).toBe('1er juil. → 11 août');
});
