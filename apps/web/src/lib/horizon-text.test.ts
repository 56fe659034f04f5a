import { expect, it } from 'vitest';
import { salesLabel } from './horizon-text.ts';

const project = { phases: [{ start_date: '2026-07-01' }], end_date: '2026-08-12' };

it('calls sales « prévu » until all is over: closed with days to come, it still has some to sell', () => {
  expect(salesLabel({ ...project, working_phase: 0, data_date: '2026-07-10' })).toBe('CA prévu');
  expect(salesLabel({ ...project, working_phase: null, data_date: '2026-07-10' })).toBe('CA prévu');
  expect(salesLabel({ ...project, working_phase: null, data_date: '2026-08-12' })).toBe('CA réalisé');
});
