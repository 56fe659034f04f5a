import { describe, expect, it } from 'vitest';
import { decisionNote, inOrder, type QualityIssue } from './quality.ts';

const issue = (code: string, more: Partial<QualityIssue> = {}): QualityIssue => ({
  code,
  label: code,
  severity: 'warning',
  count: 2,
  examples: [],
  amount: null,
  effect: '',
  actions: ['exclude', 'accept'],
  decision: null,
  ...more,
});
const decided = (action: 'exclude' | 'accept') => ({
  action,
  case_count: 2,
  user_name: 'Claire Vasseur',
  created_at: '2026-07-05T10:00:00.000Z',
});

describe('the quality report', () => {
  it('shows what is to be decided first: grave, then dear; what was decided comes last', () => {
    const issues = [
      issue('decided', { severity: 'error', decision: decided('accept') }),
      issue('note', { severity: 'info', amount: 900 }),
      issue('cheap', { amount: 10 }),
      issue('dear', { amount: 500 }),
      issue('grave', { severity: 'error' }),
    ];
    expect(inOrder(issues).map(({ code }) => code)).toEqual(['grave', 'dear', 'cheap', 'note', 'decided']);
  });

  it('says who decided, what it does and what came since', () => {
    expect(decisionNote(issue('missing_cost', { decision: decided('exclude'), count: 5 }))).toBe(
      'Produits écartés des projets par Claire Vasseur, pour cet import et les suivants ; 3 cas de plus depuis.',
    );
    expect(decisionNote(issue('duplicate_sale', { decision: decided('exclude') }))).toContain(
      'une seule fois',
    );
    expect(decisionNote(issue('missing_cost'))).toBe('');
  });
});
