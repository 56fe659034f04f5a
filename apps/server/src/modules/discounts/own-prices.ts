import type { RecodedArticle } from '@palier/analytics';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { SignedVariants, SubmittedPrices } from '../../db/tables/project-tables.ts';
import type { ProjectScope } from '../../scope.ts';
import { batchesOf, idList } from './batches.ts';

/** The codes of the articles that were signed or submitted at a price of their own, by line; the lowest price first. */
export async function ownPricedArticles(db: DbOrTx, project: ProjectScope): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ discount_id: string; codes: string[] }>`
    select discount_id, array_agg(code order by price, code) as codes from (
      select discount_id, code, min(price) as price from (
        select discount_id, own.key as code, (own.value ->> 1)::double precision as price
        from validated_discount, jsonb_each(variants) as own
        where project_id = ${project.project_id}::uuid and jsonb_typeof(variants) = 'object'
        union all
        select discount_id, own.key, (own.value ->> 1)::double precision
        from phase_approval_line, jsonb_each(prices -> 'variants') as own
        where project_id = ${project.project_id}::uuid and jsonb_typeof(prices -> 'variants') = 'object'
      ) as signed group by discount_id, code
    ) as priced group by discount_id`.execute(db);
  return new Map(rows.map(({ discount_id, codes }) => [discount_id, codes]));
}

/** What was signed of a line's articles, under their codes of today; an article that has its own keeps it. */
export function underNewCodes(
  variants: SignedVariants | null,
  recoded: readonly RecodedArticle[],
): SignedVariants | null {
  if (variants === null) return null;
  const codes = new Map(recoded.map(({ gone, here }) => [gone, here]));
  return Object.fromEntries(
    Object.entries(variants).map(([code, own]) => {
      const here = codes.get(code) ?? code;
      return [here in variants ? code : here, own];
    }),
  );
}

/** Gives the prices signed and submitted of articles their new codes: they stay what they were. */
export async function renameArticles(
  tx: Tx,
  project: ProjectScope,
  recoded: readonly RecodedArticle[],
): Promise<void> {
  const byLine = Map.groupBy(recoded, ({ _id }) => _id);
  for await (const ids of batchesOf([...byLine.keys()])) {
    await renameSigned(tx, project, ids, byLine);
    await renameSubmitted(tx, project, ids, byLine);
  }
}

type ByLine = ReadonlyMap<string, readonly RecodedArticle[]>;

async function renameSigned(tx: Tx, project: ProjectScope, ids: readonly string[], byLine: ByLine) {
  const rows = await tx
    .selectFrom('validated_discount')
    .select(['discount_id', 'project_phase', 'variants'])
    .where('project_id', '=', project.project_id)
    .where('variants', 'is not', null)
    .where(sql<boolean>`discount_id = any(${idList(ids)}::uuid[])`)
    .execute();
  await sql`
    update validated_discount v set variants = l.variants
    from unnest(${rows.map((row) => row.discount_id)}::uuid[], ${rows.map((row) => row.project_phase)}::integer[],
      ${rows.map((row) => JSON.stringify(underNewCodes(row.variants, byLine.get(row.discount_id) ?? [])))}::jsonb[])
      as l(discount_id, project_phase, variants)
    where v.project_id = ${project.project_id}::uuid and v.discount_id = l.discount_id
      and v.project_phase = l.project_phase`.execute(tx);
}

async function renameSubmitted(tx: Tx, project: ProjectScope, ids: readonly string[], byLine: ByLine) {
  const rows = await tx
    .selectFrom('phase_approval_line')
    .select(['discount_id', 'prices'])
    .where('project_id', '=', project.project_id)
    .where('prices', 'is not', null)
    .where(sql<boolean>`discount_id = any(${idList(ids)}::uuid[])`)
    .execute();
  const renamed = rows.map(({ discount_id, prices }): SubmittedPrices | null =>
    prices === null
      ? null
      : { ...prices, variants: underNewCodes(prices.variants, byLine.get(discount_id) ?? []) },
  );
  await sql`
    update phase_approval_line p set prices = l.prices
    from unnest(${rows.map((row) => row.discount_id)}::uuid[], ${renamed.map((one) => JSON.stringify(one))}::jsonb[])
      as l(discount_id, prices)
    where p.project_id = ${project.project_id}::uuid and p.discount_id = l.discount_id`.execute(tx);
}
