import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';

export interface NewLine {
  discount_id: string;
  item_group_id: string;
  previous_discount_pcts: readonly number[];
}

/**
 * Adds lines for the products that have none; a price that was marked down starts where it stands. Of the phases
 * validated before the project came here, the first `validated_phases`, their discounts are signed.
 */
export async function addLines(
  tx: Tx,
  project: ProjectScope,
  lines: readonly NewLine[],
  { version, validated_phases }: { version: number; validated_phases: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into discount (project_id, discount_id, item_group_id, previous_discount_pcts, discount_pct_auto, version)
      select ${project.project_id}::uuid, l.discount_id, l.item_group_id, l.previous_discount_pcts,
        l.previous_discount_pcts[cardinality(l.previous_discount_pcts)], ${version}
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l(discount_id uuid, item_group_id text, previous_discount_pcts integer[])
      on conflict (project_id, item_group_id) do nothing
      returning discount_id, previous_discount_pcts
    ), signed as (
      insert into validated_discount (project_id, project_phase, discount_id, discount_pct, carried)
      select ${project.project_id}::uuid, p.place - 1, a.discount_id, p.pct, false
      from added a cross join lateral unnest(a.previous_discount_pcts) with ordinality as p(pct, place)
      where p.place <= ${validated_phases}
    ) select count(*)::int as count from added`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Gives lines the new code of their product: what was decided on them stays. */
export async function renameLines(
  tx: Tx,
  project: ProjectScope,
  lines: readonly Pick<NewLine, 'discount_id' | 'item_group_id'>[],
  version: number,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update discount d set item_group_id = l.item_group_id, version = ${version}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(discount_id uuid, item_group_id text)
    where d.project_id = ${project.project_id}::uuid and d.discount_id = l.discount_id`.execute(tx);
}
