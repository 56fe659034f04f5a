import { createHash } from 'node:crypto';
import type { SignedProducts } from '@palier/analytics';
import type { ProjectScope } from '../../scope.ts';
import { signedLineIds } from '../discounts/index.ts';
import { nullIfMissing } from '../facts/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import type { Needs } from './work.ts';

/**
 * The products of the figures in use whose prices were signed. A delivery that counts them no more, or puts them in
 * another family, takes none of them out: their file would tell the tills to give the price back. Who changes the
 * selection does.
 */
export async function signedProducts(
  { database, facts }: Pick<Needs, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
): Promise<SignedProducts> {
  const signed = await signedLineIds(database.db, project);
  const item_group_ids: string[] = [];
  if (signed.size > 0)
    await facts
      .use(project, async (own) => {
        for await (const batch of own.rows({ fields: ['item_group_id'], excludes: ['curve'] }))
          for (const { _id, item_group_id } of batch) if (signed.has(_id)) item_group_ids.push(item_group_id);
      })
      .catch(nullIfMissing);
  const before = row.snapshot_summary?.asked;
  return { item_group_ids, whatever_query: before === undefined || before === askedProducts(row) };
}

/** Tells one choice of products from another. */
export function askedProducts({ selection }: ProjectRow): string {
  const { item_query = null, item_group_ids = [] } = selection;
  return createHash('sha256')
    .update(JSON.stringify([item_query, item_group_ids]))
    .digest('hex');
}
