import type { Lesson, LessonSets, NewLesson, Project, Rule } from '@palier/contract';
import { splitProjectName } from '@palier/domain';
import { bareAmount } from '../../../lib/bare-amount.ts';

/** A lesson as it is filled in: texts as typed. */
export interface LessonDraft {
  name: string;
  reason: string;
  /** A project's id, or an operation after « operation: ». */
  place: string;
  kind: LessonSets['kind'];
  levels: string;
  budget: string;
}

const OF_OPERATION = 'operation:';
export const placeOf = (operation: string): string => `${OF_OPERATION}${operation}`;

/** The operations of projects, in the order in which they come. */
export function operationsOf(projects: readonly Pick<Project, 'name'>[]): string[] {
  return [...new Set(projects.map(({ name }) => splitProjectName(name).operation))];
}

/** A new lesson of these projects, with what they had. */
export function emptyLesson(projects: readonly Project[]): LessonDraft {
  const [first] = projects;
  const only = projects.length === 1 ? first : undefined;
  const budget = first?.objective?.discount_pct_distribution_params?.discount_budget ?? null;
  return {
    ...{ name: '', reason: '', kind: 'note' },
    place: only ? only._id : placeOf(first ? splitProjectName(first.name).operation : ''),
    levels: first?.discount_pct_range.join(', ') ?? '',
    budget: budget === null ? '' : String(Math.round(budget)),
  };
}

/** A lesson as it is, to be changed. */
export function lessonDraftOf({ name, reason, operation, project_id, sets }: Lesson): LessonDraft {
  return {
    ...{ name, reason: reason ?? '', kind: sets.kind, place: project_id ?? placeOf(operation) },
    levels: sets.kind === 'levels' ? sets.discount_pct_range.join(', ') : '',
    budget: sets.kind === 'budget' ? String(sets.discount_budget).replace('.', ',') : '',
  };
}

/** « 20, 30 et 40 % » → 20, 30, 40; null when one of them is no discount, « 10,5 » as well. */
export function levelsTyped(text: string): number[] | null {
  if (/\d[.,]\d(?!\d)/.test(text)) return null;
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const levels = [...new Set(numbers)].sort((a, b) => a - b);
  const valid = levels.every((level) => level > 0 && level <= 100 && level % 5 === 0);
  return levels.length > 0 && valid ? levels : null;
}

/** « 120 000,50 € » → 120000.5; null for what is no amount. */
export function amountTyped(text: string, currency = 'EUR'): number | null {
  const { bare } = bareAmount(text, currency);
  const amount = bare === '' ? Number.NaN : Number(bare);
  return amount >= 0 && Number.isFinite(amount) ? amount : null;
}

/**
 * What a draft would keep; null while something is missing or cannot be read.
 *
 * @param rules those of the project, for a lesson of rules
 */
export function lessonOf(
  draft: LessonDraft,
  projects: readonly Project[],
  rules: readonly Rule[],
): NewLesson | null {
  const project = projects.find(({ _id }) => _id === draft.place);
  const operation = project
    ? splitProjectName(project.name).operation
    : draft.place.slice(OF_OPERATION.length).trim();
  const sets = setsOf(draft, project ?? projects[0], rules);
  if (draft.name.trim() === '' || operation === '' || !sets) return null;
  return {
    ...{ operation, project_id: project?._id ?? null, name: draft.name.trim() },
    ...{ reason: draft.reason.trim() || null, sets },
  };
}

function setsOf(draft: LessonDraft, project: Project | undefined, rules: readonly Rule[]): LessonSets | null {
  if (draft.kind === 'note') return { kind: 'note' };
  if (draft.kind === 'levels') {
    const range = levelsTyped(draft.levels);
    const step = range?.some((level) => level % 10 !== 0) ? 5 : 10;
    return range && { kind: 'levels', discount_pct_range: range, discount_step: step };
  }
  if (draft.kind === 'budget') {
    const currency = project?.catalog_currency ?? 'EUR';
    const amount = amountTyped(draft.budget, currency);
    return amount === null ? null : { kind: 'budget', discount_budget: amount, currency };
  }
  const kept = rules.filter(({ active }) => active).map(keptRule);
  return kept.length > 0 ? { kind: 'rules', rules: kept } : null;
}

function keptRule({
  name,
  query,
  discount_spec_by,
  discount_spec_map,
  discount_spec_map_type,
  active,
}: Rule) {
  return { name, query, discount_spec_by, discount_spec_map, discount_spec_map_type, active };
}

/** The lessons of some projects: theirs, and those of their whole operations. */
export function lessonsOf(lessons: readonly Lesson[], projects: readonly Project[]): Lesson[] {
  const operations = new Set(operationsOf(projects));
  const ids = new Set(projects.map(({ _id }) => _id));
  return lessons.filter(
    ({ operation, project_id }) =>
      (project_id === null && operations.has(operation)) || (project_id !== null && ids.has(project_id)),
  );
}
