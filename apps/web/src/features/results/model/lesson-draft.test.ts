import type { Lesson } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { amountTyped, emptyLesson, lessonDraftOf, lessonOf, lessonsOf, levelsTyped } from './lesson-draft.ts';

const projects = [
  newProject({ _id: 'a', name: 'Soldes été 2026/Femme/Robes', discount_pct_range: [20, 40] }),
  newProject({ _id: 'b', name: 'Soldes été 2026/Homme' }),
];
const lesson: Lesson = {
  ...{ _id: 'l', operation: 'Soldes été 2026', project_id: null, name: 'Deux taux', reason: null },
  sets: { kind: 'levels', discount_pct_range: [20, 40], discount_step: 10 },
  ...{ user_name: 'Claire', created_at: '2026-07-30T08:00:00Z', updated_at: null },
};

describe('a lesson as it is filled in', () => {
  it('reads discounts and amounts as people type them', () => {
    expect(levelsTyped('20, 30,50 %')).toEqual([20, 30, 50]);
    expect(levelsTyped('40 et 20')).toEqual([20, 40]);
    for (const odd of ['', '0', '20, 33', '20, 120', '10,5', '10.5 %', '20, 10,5'])
      expect(levelsTyped(odd)).toBeNull();
    expect(amountTyped('120 000,50 €')).toBe(120_000.5);
    expect(amountTyped('1200 GBP', 'GBP')).toBe(1200);
    for (const odd of ['', '-3', '\u22123', 'beaucoup', '120 k€', '1,2 M€'])
      expect(amountTyped(odd)).toBeNull();
  });

  it('keeps what it sets, of a project or of the whole operation', () => {
    const named = { ...emptyLesson(projects), name: ' Deux taux ', kind: 'levels' as const };
    expect(lessonOf(named, projects, [])).toEqual({
      ...{ operation: 'Soldes été 2026', project_id: null, name: 'Deux taux', reason: null },
      sets: { kind: 'levels', discount_pct_range: [20, 40], discount_step: 10 },
    });
    const five = lessonOf({ ...named, place: 'b', levels: '15, 30' }, projects, []);
    expect(five).toMatchObject({ project_id: 'b', sets: { discount_step: 5 } });
    expect(lessonOf({ ...named, name: ' ' }, projects, [])).toBeNull();
    expect(lessonOf({ ...named, kind: 'rules' }, projects, [])).toBeNull();
    expect(lessonOf(lessonDraftOf(lesson), projects, [])).toMatchObject({
      name: 'Deux taux',
      sets: lesson.sets,
    });
  });

  it('are those of the projects on screen, and of their whole operation', () => {
    const others = [
      { ...lesson, _id: 'm', project_id: 'a' },
      { ...lesson, _id: 'n', project_id: 'b' },
      { ...lesson, _id: 'o', operation: 'Outlet' },
    ];
    const shown = lessonsOf([lesson, ...others], projects.slice(0, 1));
    expect(shown.map(({ _id }) => _id)).toEqual(['l', 'm']);
  });
});
