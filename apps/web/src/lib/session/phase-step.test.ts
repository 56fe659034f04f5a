import { permissionsOf, type Role } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { phaseStep } from './phase-step.ts';

const none = { count: 0, days_changed: false, prices_changed: false, lines: [] };
const unasked = { needed: false, own_signature: false, signs_for: null, submission: null, lapsed: none };
const submission = {
  ...{ approval_id: 'a', phase: 0, label: 'Démarque 1', submitted_by: 'm', submitted_name: 'Marion Roche' },
  ...{ submitted_at: '2026-07-06T08:00:00Z', word: null, to_user_id: null, to_name: null, decision: null },
  ...{ decided_name: null, decided_at: null, decision_word: null, for_name: null },
};
const submitted = { submission_id: 'a' };
const asked = { ...unasked, needed: true, submission };
const lapsed = { ...asked, lapsed: { ...none, count: 2 } };
const who = (user_id: string, role: Role) => ({ user_id, permissions: permissionsOf(role) });

describe('what somebody has to do with the worked phase', () => {
  it('a merchandiser submits, a manager validates unless a signature is needed, a reader neither', () => {
    expect(phaseStep({}, who('m', 'merchandiser'), unasked)).toBe('submit');
    expect(phaseStep({}, who('i', 'manager'), null)).toBe('validate');
    expect(phaseStep({}, who('i', 'manager'), { ...unasked, needed: true })).toBe('submit');
    expect(phaseStep({}, who('i', 'manager'), { ...unasked, needed: true, own_signature: true })).toBe(
      'validate',
    );
    expect(phaseStep({}, who('h', 'reader'), unasked)).toBe('validate');
  });

  it('what waits is signed by who signs or by her delegate, not by who submitted it', () => {
    expect(phaseStep(submitted, who('i', 'manager'), asked)).toBe('sign');
    expect(phaseStep(submitted, who('i', 'manager'), lapsed)).toBe('sign');
    expect(phaseStep(submitted, who('p', 'merchandiser'), { ...asked, signs_for: 'Inès Dumont' })).toBe(
      'sign',
    );
    expect(phaseStep(submitted, who('m', 'merchandiser'), { ...asked, signs_for: 'Inès Dumont' })).toBe(
      'waiting',
    );
    expect(phaseStep(submitted, who('m', 'manager'), asked)).toBe('waiting');
    expect(phaseStep(submitted, who('m', 'manager'), { ...asked, own_signature: true })).toBe('sign');
  });

  it('what lapsed is submitted again by who submits', () => {
    expect(phaseStep(submitted, who('m', 'merchandiser'), lapsed)).toBe('resubmit');
    expect(phaseStep(submitted, who('h', 'reader'), lapsed)).toBe('waiting');
  });
});
