import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { SubmittedPrices } from '../../db/tables/project-tables.ts';
import type { ProjectScope } from '../../scope.ts';
import { batchesOf } from './batches.ts';
import { type SignedPrice, signedPriceOf } from './validated.ts';

/** What the label of a line bears at a discount (points); null for a line that is not known. */
export type PriceAt = (discount_id: string, discountPct: number) => SignedPrice | null;

/** Lines of the submission that waits, by what figures give them at the discount submitted. */
export interface Repriced {
  /** Another price than the one that was submitted. */
  others: string[];
  /** Those of them that were not so by the figures before. */
  come: string[];
  /** Those that have the price submitted again. */
  gone: string[];
}

const NO_PRICE: SubmittedPrices = { list_price: null, price: null, variants: null };

/** Compares every price submitted with those that figures give. */
export async function findRepriced(db: DbOrTx, project: ProjectScope, priceOf: PriceAt): Promise<Repriced> {
  const rows = await db
    .selectFrom('phase_approval_line')
    .select(['discount_id', 'worked_pct', 'prices', 'repriced'])
    .where('project_id', '=', project.project_id)
    .where('prices', 'is not', null)
    .execute();
  const found: Repriced = { others: [], come: [], gone: [] };
  for (const { discount_id, worked_pct, prices, repriced } of rows) {
    const isOther = prices !== null && !isSamePrices(prices, priceOf(discount_id, worked_pct) ?? NO_PRICE);
    if (isOther) found.others.push(discount_id);
    if (isOther && !repriced) found.come.push(discount_id);
    if (!isOther && repriced) found.gone.push(discount_id);
  }
  return found;
}

/** Whether a product and each variant sold at another price have the same selling price and label, to the cent. */
function isSamePrices(one: SubmittedPrices, other: SubmittedPrices): boolean {
  const codes = new Set([...Object.keys(one.variants ?? {}), ...Object.keys(other.variants ?? {})]);
  return [null, ...codes].every((item_id) => {
    const [own, now] = [signedPriceOf(one, item_id), signedPriceOf(other, item_id)];
    return cents(own?.price) === cents(now?.price) && cents(own?.list_price) === cents(now?.list_price);
  });
}

const cents = (price: number | null | undefined): number | null =>
  price === null || price === undefined ? null : Math.round(100 * price);

/** Keeps which lines figures give another price. */
export async function markRepriced(tx: Tx, project: ProjectScope, { come, gone }: Repriced): Promise<void> {
  for (const [ids, repriced] of [
    [come, true],
    [gone, false],
  ] as const)
    for await (const batch of batchesOf(ids))
      await sql`
        update phase_approval_line set repriced = ${repriced}
        where project_id = ${project.project_id}::uuid and discount_id = any(${[...batch]}::uuid[])`.execute(
        tx,
      );
}
