import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { changeSql } from './changes.ts';
import type { SignedPrice } from './validated.ts';

export interface NewLine {
  discount_id: string;
  item_group_id: string;
  previous_discount_pcts: readonly number[];
  /** Of these phases and of those validated since, the ones that it took no part in. */
  left_out_phases: readonly number[];
  /** What the labels bore at each of them. */
  signed_prices: readonly SignedPrice[];
}

/**
 * Adds lines for the products that have none; a price that was marked down starts where it stands. Of the phases
 * validated before the project came here, the first `validated_phases`, their discounts and labels are signed.
 */
export async function addLines(
  tx: Tx,
  project: ProjectScope,
  lines: readonly NewLine[],
  { version, validated_phases }: { version: number; validated_phases: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l(discount_id uuid, item_group_id text, previous_discount_pcts integer[], left_out_phases integer[], signed_prices jsonb)
    ), added as (
      insert into discount (project_id, discount_id, item_group_id, previous_discount_pcts, left_out_phases, discount_pct_auto, version)
      select ${project.project_id}::uuid, l.discount_id, l.item_group_id, l.previous_discount_pcts, l.left_out_phases,
        l.previous_discount_pcts[cardinality(l.previous_discount_pcts)], ${version}
      from line l
      on conflict (project_id, item_group_id) do nothing
      returning discount_id
    ), told as (${changeSql({ ...project, version }, { from: 'added', id: 'b.discount_id' })}
    ), signed as (
      insert into validated_discount (project_id, project_phase, discount_id, discount_pct, carried, list_price, price, variants)
      select ${project.project_id}::uuid, p.place - 1, l.discount_id, p.pct, false,
        (s.label ->> 'list_price')::double precision, (s.label ->> 'price')::double precision,
        nullif(s.label -> 'variants', 'null'::jsonb)
      from added a join line l on l.discount_id = a.discount_id
        cross join lateral unnest(l.previous_discount_pcts) with ordinality as p(pct, place)
        cross join lateral (select l.signed_prices -> (p.place - 1)::integer as label) s
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
    with renamed as (
      update discount d set item_group_id = l.item_group_id, version = ${version}
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(discount_id uuid, item_group_id text)
      where d.project_id = ${project.project_id}::uuid and d.discount_id = l.discount_id
      returning d.discount_id
    )${changeSql({ ...project, version }, { from: 'renamed', id: 'b.discount_id' })}`.execute(tx);
}
