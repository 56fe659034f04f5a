import type { Lesson, NewProject } from '@palier/contract';
import { NEW_PROJECT, operationKind } from '@palier/domain';
import type { ProjectDraft } from './draft.ts';

/** The lessons of operations of the same kind as one that is being named, by the operation that taught them. */
export function offeredLessons(
  lessons: readonly Lesson[],
  operation: string,
): { operation: string; lessons: Lesson[] }[] {
  const kind = operationKind(operation);
  if (kind === '') return [];
  const same = lessons.filter((lesson) => operationKind(lesson.operation) === kind);
  return [...new Set(same.map((lesson) => lesson.operation))].map((name) => ({
    operation: name,
    lessons: same.filter((lesson) => lesson.operation === name),
  }));
}

/** The lessons taken once one is, or is given back: of those that set the same thing, the last taken stands. */
export function toggleLesson(taken: readonly Lesson[], lesson: Lesson): Lesson[] {
  if (taken.some(({ _id }) => _id === lesson._id)) return taken.filter(({ _id }) => _id !== lesson._id);
  return [...taken.filter(({ sets }) => sets.kind !== lesson.sets.kind), lesson];
}

/** The draft as a lesson taken, or given back, makes it. */
export function withLesson(draft: ProjectDraft, { sets }: Lesson, taken: boolean): ProjectDraft {
  if (sets.kind !== 'levels') return draft;
  const { discount_pct_range, discount_step } = taken ? sets : NEW_PROJECT;
  return { ...draft, discount_pct_range: [...discount_pct_range], discount_step };
}

/** What lessons add to the project that is made. */
export function withBudget(project: NewProject, taken: readonly Lesson[]): NewProject {
  const budget = taken.find(({ sets }) => sets.kind === 'budget')?.sets;
  if (budget?.kind !== 'budget') return project;
  return {
    ...project,
    objective: { discount_pct_distribution_params: { discount_budget: budget.discount_budget } },
  };
}

/** The rules that lessons give, in order. */
export function rulesOf(taken: readonly Lesson[]) {
  return taken.flatMap(({ sets }) => (sets.kind === 'rules' ? sets.rules : []));
}

/** Why a lesson cannot be taken; null when it can. */
export function lessonRefusal({ sets }: Lesson, currency: string, rulesLack: string | null): string | null {
  if (sets.kind === 'rules') return rulesLack;
  if (sets.kind === 'budget' && sets.currency !== currency)
    return `Ce budget est en ${sets.currency}, le projet est en ${currency}.`;
  return null;
}
