import type { StandingDiscount } from '@palier/domain';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { SubmittedPrices } from '../../db/tables/project-tables.ts';
import type { ProjectScope } from '../../scope.ts';
import { batchesOf } from './batches.ts';

/** What a label bears and the selling price that it is of, as they were signed; null: not kept. */
export type SignedPrice = SubmittedPrices;
export type SignedDiscount = StandingDiscount & SignedPrice;

/** A selling price, and what its label bears. */
export interface LabelledPrice {
  list_price: number | null;
  price: number | null;
}

/** What was signed of a variant, of its product where it is not sold at another price; null: it was not kept. */
export function signedPriceOf(
  { list_price, price, variants }: SignedPrice,
  item_id: string | null,
): LabelledPrice | null {
  const own = item_id === null ? undefined : variants?.[item_id];
  if (own) return { list_price: own[0], price: own[1] };
  return price === null ? null : { list_price, price };
}

/** Signs a phase: the discount that each line's price stands at, in place of an earlier validation of it. */
export async function signPhase(
  tx: Tx,
  project: ProjectScope,
  project_phase: number,
  lines: readonly (SignedDiscount & { discount_id: string })[],
): Promise<void> {
  await tx
    .deleteFrom('validated_discount')
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', project_phase)
    .execute();
  for await (const batch of batchesOf(lines)) {
    await sql`
      insert into validated_discount (project_id, project_phase, discount_id, discount_pct, carried, list_price, price, variants)
      select ${project.project_id}::uuid, ${project_phase}::integer, l.*
      from unnest(${batch.map((line) => line.discount_id)}::uuid[], ${batch.map((line) => line.discount_pct)}::integer[],
        ${batch.map((line) => line.carried)}::boolean[], ${batch.map((line) => line.list_price)}::double precision[],
        ${batch.map((line) => line.price)}::double precision[],
        ${batch.map(({ variants }) => variants && JSON.stringify(variants))}::jsonb[])
        as l(discount_id, discount_pct, carried, list_price, price, variants)`.execute(tx);
  }
}

/** The discounts and prices signed for a phase, by line; lines that have no price in it are left out. */
export async function signedDiscounts(
  db: DbOrTx,
  project: ProjectScope,
  project_phase: number,
): Promise<Map<string, SignedDiscount>> {
  const rows = await db
    .selectFrom('validated_discount')
    .select(['discount_id', 'discount_pct', 'carried', 'list_price', 'price', 'variants'])
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', project_phase)
    .execute();
  return new Map(rows.map(({ discount_id, ...standing }) => [discount_id, standing]));
}

/** What was last signed of some products. */
export async function signedOf(
  db: DbOrTx,
  project: ProjectScope,
  item_group_ids: readonly string[],
): Promise<({ item_group_id: string } & LabelledPrice)[]> {
  return db
    .selectFrom('validated_discount as v')
    .innerJoin('discount as d', (join) =>
      join.onRef('d.project_id', '=', 'v.project_id').onRef('d.discount_id', '=', 'v.discount_id'),
    )
    .distinctOn('d.item_group_id')
    .select(['d.item_group_id', 'v.list_price', 'v.price'])
    .where('v.project_id', '=', project.project_id)
    .where(sql<boolean>`d.item_group_id = any(${item_group_ids}::text[])`)
    .orderBy('d.item_group_id')
    .orderBy('v.project_phase', 'desc')
    .execute();
}

/** The lines of which some phase was signed. */
export async function signedLineIds(db: DbOrTx, project: ProjectScope): Promise<Set<string>> {
  const rows = await db
    .selectFrom('validated_discount')
    .select('discount_id')
    .distinct()
    .where('project_id', '=', project.project_id)
    .execute();
  return new Set(rows.map(({ discount_id }) => discount_id));
}
