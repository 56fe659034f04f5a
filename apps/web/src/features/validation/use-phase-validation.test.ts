import { describe, expect, it } from 'vitest';
import { phaseValidation } from './use-phase-validation.ts';

const phases = [{ start_date: '2026-06-24' }, { start_date: '2026-07-01' }, { start_date: '2026-07-08' }];

describe('validating the worked phase', () => {
  it('[STATE-25] advances to the next phase', () => {
    expect(phaseValidation({ phases, working_phase: 0 })).toEqual({ working_phase: 1 });
  });

  it('[STATE-26] leads to none after the last', () => {
    expect(phaseValidation({ phases, working_phase: 2 })).toEqual({ working_phase: null });
  });

  it('[STATE-27] sends nothing when no phase is worked', () => {
    expect(phaseValidation({ phases, working_phase: null })).toBeNull();
  });
});
