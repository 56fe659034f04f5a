import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { Scope } from '../../../scope.ts';

const ALPHABET = 26;

/** A, B … Z, AA, AB …: how a run is called beside others. */
export function letterOf(place: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (place % ALPHABET));
  const before = Math.floor(place / ALPHABET) - 1;
  return before < 0 ? letter : letterOf(before) + letter;
}

/**
 * The place of a scenario's new run among those of its projects, for good: the scenario's own, unless another scenario
 * has it on one of these projects; else the first place after all of theirs. Two runs that can be compared never have
 * the same letter, but for runs of one scenario.
 */
export async function takePlace(
  tx: Tx,
  scope: Scope,
  scenario_id: string,
  project_ids: readonly string[],
): Promise<number> {
  // Runs asked for at once take their places one after the other.
  await sql`select pg_advisory_xact_lock(hashtext(${`letters ${scope.organization_id}`}))`.execute(tx);
  const rows = await tx
    .selectFrom('optimization')
    .select(['scenario_id', 'place'])
    .distinct()
    .where('organization_id', '=', scope.organization_id)
    .where(sql<boolean>`parameters -> 'projects' ?| ${[...project_ids]}::text[]`)
    .execute();
  const others = new Set(rows.filter((row) => row.scenario_id !== scenario_id).map(({ place }) => place));
  const own = rows.find((row) => row.scenario_id === scenario_id && !others.has(row.place));
  return own?.place ?? Math.max(-1, ...rows.map(({ place }) => place)) + 1;
}
