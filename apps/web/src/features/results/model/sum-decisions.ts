import type { Results } from '@palier/contract';
import { AGAINST_LABELS } from '@palier/domain';

type Decisions = NonNullable<Results['decisions']>;
export type AgainstSum = Decisions['total'];

/** A row of decisions against the recommendation, by what they are put together for. */
export interface AgainstRow extends AgainstSum {
  label: string;
}

export interface AllDecisions {
  phase_count: number;
  /** null: not known of one of them. */
  recommended_count: number | null;
  total: AgainstSum;
  reasons: AgainstRow[];
  /** Null where it is not turned on. */
  people: AgainstRow[] | null;
}

/** Sums add up; what is known of none stays unknown. */
function addSums(parts: readonly AgainstSum[]): AgainstSum {
  const known = (name: 'value' | 'low' | 'high') => {
    const values = parts.flatMap((part) => part[name] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  };
  const count = (name: 'line_count' | 'valued_count') => parts.reduce((sum, part) => sum + part[name], 0);
  return {
    ...{ line_count: count('line_count'), valued_count: count('valued_count') },
    ...{ value: known('value'), low: known('low'), high: known('high') },
  };
}

function addRows(rows: readonly AgainstRow[]): AgainstRow[] {
  return [...new Set(rows.map(({ label }) => label))]
    .map((label) => ({ label, ...addSums(rows.filter((row) => row.label === label)) }))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
}

const NOBODY = 'Règles, sans auteur';

/** The decisions of projects against what was recommended to them; null when none of them kept any. */
export function addDecisions(results: readonly Results[]): AllDecisions | null {
  const parts = results.flatMap(({ decisions }) => decisions ?? []);
  if (parts.length === 0) return null;
  const people = parts.every((part) => part.people !== null)
    ? addRows(
        parts.flatMap((part) => (part.people ?? []).map((one) => ({ ...one, label: one.name ?? NOBODY }))),
      )
    : null;
  return {
    phase_count: Math.max(...parts.map((part) => part.phase_count)),
    recommended_count: parts.reduce<number | null>(
      (sum, part) => (sum === null || part.recommended_count === null ? null : sum + part.recommended_count),
      0,
    ),
    total: addSums(parts.map((part) => part.total)),
    reasons: addRows(
      parts.flatMap((part) =>
        part.reasons.map((one) => ({ ...one, label: reasonLabel(one.reason, one.origin) })),
      ),
    ),
    people,
  };
}

function reasonLabel(reason: string | null, origin: Decisions['reasons'][number]['origin']): string {
  if (reason === null) return AGAINST_LABELS[origin];
  return origin === 'rule' ? `Règle : ${reason}` : reason;
}
