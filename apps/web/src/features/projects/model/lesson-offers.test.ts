import type { Lesson } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { emptyDraft, newProjectOf } from './draft.ts';
import {
  lessonRefusal,
  offeredLessons,
  rulesOf,
  toggleLesson,
  withBudget,
  withLesson,
} from './lesson-offers.ts';

const lesson = (_id: string, sets: Lesson['sets'], operation = 'Soldes hiver 2026'): Lesson => ({
  ...{ _id, operation, project_id: null, name: _id, reason: null, sets },
  ...{ user_name: 'Claire', created_at: '2026-02-12T08:00:00Z', updated_at: null },
});
const levels = lesson('levels', { kind: 'levels', discount_pct_range: [25, 50], discount_step: 5 });
const budget = lesson('budget', { kind: 'budget', discount_budget: 90_000, currency: 'EUR' });

describe('the lessons offered to a new operation', () => {
  it('are those of operations of its kind', () => {
    const lessons = [levels, lesson('other', { kind: 'note' }, 'Outlet permanent')];
    expect(offeredLessons(lessons, 'Soldes été 2027')).toEqual([
      { operation: 'Soldes hiver 2026', lessons: [levels] },
    ]);
    expect(offeredLessons(lessons, '')).toEqual([]);
  });

  it('set levels, budget and rules when they are taken, one of each', () => {
    const other = { ...levels, _id: 'other' };
    expect(toggleLesson([levels, budget], other)).toEqual([budget, other]);
    expect(toggleLesson([levels, budget], levels)).toEqual([budget]);
    const draft = emptyDraft('2026-12-01');
    const taken = withLesson(draft, levels, true);
    expect(taken).toMatchObject({ discount_pct_range: [25, 50], discount_step: 5 });
    expect(withLesson(taken, levels, false).discount_pct_range).toEqual(draft.discount_pct_range);
    const made = withBudget(newProjectOf(taken), [budget]);
    expect(made.objective?.discount_pct_distribution_params?.discount_budget).toBe(90_000);
    expect(withBudget(newProjectOf(draft), [levels]).objective).toBeUndefined();
    expect(rulesOf([levels, budget])).toEqual([]);
  });

  it('are refused for a budget in another currency, and rules to who may not edit them', () => {
    expect(lessonRefusal(budget, 'EUR', 'non')).toBeNull();
    expect(lessonRefusal(budget, 'CHF', null)).toMatch(/EUR.*CHF/);
    expect(lessonRefusal(lesson('rules', { kind: 'rules', rules: [] }), 'EUR', 'non')).toBe('non');
  });
});
