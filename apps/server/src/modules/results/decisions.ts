import type { ActualLine } from '@palier/analytics';
import type { Results } from '@palier/contract';
import { type AgainstValue, valueAgainst } from '@palier/domain';
import type { DbOrTx } from '../../db/database.ts';
import type { StoredAgainst } from '../../db/tables/project-tables.ts';
import type { ProjectScope } from '../../scope.ts';
import { decisionsByPerson, userNames } from '../organizations/index.ts';
import { authorsOf, type KeptDecisions } from '../snapshots/index.ts';

type Decisions = NonNullable<Results['decisions']>;

/** A discount signed against the recommendation, with what it brought; value null when it cannot be told. */
export interface ValuedAgainst extends StoredAgainst {
  estimate: AgainstValue | null;
}

/** What each line decided against the recommendation in its phase, by `phase id`. */
export function valueDecisions(
  kept: readonly KeptDecisions[],
  rows: readonly ActualLine[],
): Map<string, ValuedAgainst> {
  const wanted = new Set(kept.flatMap(({ against }) => against.map(({ discount_id }) => discount_id)));
  const lines = new Map<string, ActualLine[]>();
  for (const row of rows) {
    if (!wanted.has(row._id)) continue;
    const own = lines.get(row._id);
    if (own) own.push(row);
    else lines.set(row._id, [row]);
  }
  const valued = new Map<string, ValuedAgainst>();
  for (const { project_phase, against } of kept)
    for (const decision of against) {
      const own = lines.get(decision.discount_id) ?? [];
      const row = own.find(({ phase }) => phase === project_phase);
      if (!row) continue;
      const later = own
        .filter(({ phase }) => phase > project_phase)
        .map(({ decided_pct, qty }) => ({ discount_pct: decided_pct ?? decision.discount_pct, qty }));
      const estimate = valueAgainst({ ...row, later }, decision);
      valued.set(`${project_phase} ${decision.discount_id}`, { ...decision, estimate });
    }
  return valued;
}

interface Named {
  key: string;
  decision: ValuedAgainst;
}

/** Sums of decisions: of those whose value is known; null when it is of none. */
function sumOf(decisions: readonly ValuedAgainst[]): Omit<Decisions['reasons'][number], 'origin' | 'reason'> {
  const known = decisions.flatMap(({ estimate }) => estimate ?? []);
  const sum = (name: keyof AgainstValue) =>
    known.length === 0 ? null : known.reduce((total, one) => total + one[name], 0);
  const amounts = { value: sum('value'), low: sum('low'), high: sum('high') };
  return { line_count: decisions.length, valued_count: known.length, ...amounts };
}

function gather(named: readonly Named[]): Map<string, ValuedAgainst[]> {
  const groups = new Map<string, ValuedAgainst[]>();
  for (const { key, decision } of named) groups.set(key, [...(groups.get(key) ?? []), decision]);
  return groups;
}

/** The same words, whatever their capitals, spaces and last full stop. */
const plain = (reason: string): string =>
  reason.toLocaleLowerCase('fr').replace(/\s+/g, ' ').replace(/\.$/, '').trim();

/** Of one reason written in several ways, the way most used; of ways used alike, always the same one. */
function usualReason(decisions: readonly Pick<ValuedAgainst, 'reason'>[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { reason } of decisions) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const ways = [...counts].sort(([a, m], [b, n]) => n - m || ((a ?? '') < (b ?? '') ? -1 : 1));
  return ways[0]?.[0] ?? null;
}

/**
 * What was decided against the recommendation in the past phases, by reason, and by person where an administrator has
 * turned that on. Null when no past phase has kept its recommendations.
 */
export async function sumDecisions(
  db: DbOrTx,
  project: ProjectScope,
  kept: readonly KeptDecisions[],
  valued: ReadonlyMap<string, ValuedAgainst>,
): Promise<Results['decisions']> {
  if (kept.length === 0) return null;
  const all = [...valued.values()];
  const groups = gather(
    all.map((decision) => ({
      key: `${decision.origin} ${plain(decision.reason ?? '')}`,
      decision,
    })),
  );
  const reasons = [...groups.values()].flatMap((decisions) => {
    const [first] = decisions;
    return first ? [{ origin: first.origin, reason: usualReason(decisions), ...sumOf(decisions) }] : [];
  });
  return {
    phase_count: kept.length,
    // Of the whole project: not said to who reaches a part of it.
    recommended_count: project.perimeter
      ? null
      : kept.reduce((sum, { recommended_count }) => sum + recommended_count, 0),
    total: sumOf(all),
    reasons: reasons.sort((a, b) => (b.value ?? 0) - (a.value ?? 0)),
    people: (await decisionsByPerson(db, project)) ? await peopleOf(db, project, valued) : null,
  };
}

async function peopleOf(
  db: DbOrTx,
  project: ProjectScope,
  valued: ReadonlyMap<string, ValuedAgainst>,
): Promise<NonNullable<Decisions['people']>> {
  const names = await userNames(db, project);
  const entries = [...valued].map(([key, decision]) => ({ phase: Number.parseInt(key, 10), decision }));
  const named: Named[] = [];
  for (const phase of new Set(entries.map((entry) => entry.phase))) {
    const own = entries.filter((entry) => entry.phase === phase);
    const authors = await authorsOf(
      db,
      project,
      phase,
      own.map(({ decision }) => decision.discount_id),
    );
    for (const { decision } of own) {
      const author = decision.origin === 'rule' ? undefined : authors.get(decision.discount_id);
      named.push({ key: author === undefined ? '' : (names.get(author) ?? ''), decision });
    }
  }
  return [...gather(named)]
    .map(([name, decisions]) => ({ name: name || null, ...sumOf(decisions) }))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
}
