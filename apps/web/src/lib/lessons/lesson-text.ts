import type { LessonSets } from '@palier/contract';
import { formatMoney, formatPercent } from '@palier/domain';
import { countOf, french } from '../french.ts';

export const LESSON_KIND_LABELS: Readonly<Record<LessonSets['kind'], string>> = {
  note: 'À faire',
  levels: 'Taux',
  budget: 'Budget',
  rules: 'Règles',
};

/** What a lesson would set in a new project; null for one that sets nothing. */
export function lessonSetsText(sets: LessonSets): string | null {
  if (sets.kind === 'note') return null;
  if (sets.kind === 'levels') {
    const levels = sets.discount_pct_range.map((pct) => formatPercent(pct, 0)).join(', ');
    return french(`Taux permis : ${levels}, par pas de ${sets.discount_step} points`);
  }
  if (sets.kind === 'budget')
    return french(`Budget d’une démarque : ${formatMoney(sets.discount_budget, sets.currency)} au plus`);
  const names = sets.rules.map(({ name }) => name).join(', ');
  return french(`${countOf(sets.rules.length, 'règle')} : ${names}`);
}
