import { countOf } from '../../../lib/french.ts';
import type { ImportReport } from './columns.ts';

export type QualityIssue = ImportReport['quality'][number];

const rank = { error: 0, warning: 1, info: 2 } as const;

/** What is to be decided first, the gravest and the dearest first; then what was decided. */
export function inOrder(quality: readonly QualityIssue[]): QualityIssue[] {
  return [...quality].sort(
    (left, right) =>
      Number(left.decision !== null) - Number(right.decision !== null) ||
      rank[left.severity] - rank[right.severity] ||
      Math.abs(right.amount ?? 0) - Math.abs(left.amount ?? 0),
  );
}

const copies = new Set(['duplicate_sale', 'duplicate_stock']);

/** Who decided what of an issue, what it does, and what came since. */
export function decisionNote({ code, count, decision }: QualityIssue): string {
  if (!decision) return '';
  const effect =
    decision.action === 'accept'
      ? 'Accepté'
      : copies.has(code)
        ? 'Compté une seule fois'
        : 'Produits écartés des projets';
  const more = count - decision.case_count;
  const since = more > 0 ? ` ; ${countOf(more, 'cas de plus', 'cas de plus')} depuis` : '';
  return `${effect} par ${decision.user_name}, pour cet import et les suivants${since}.`;
}
