import {
  formatCompactMoney,
  formatPercent,
  formatQuantity,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import type { WarehouseManifest } from '../warehouse/types.ts';
import type { ImportRequest } from './types.ts';

/** What a new version no longer has of the one before. */
interface Removed {
  revenue: number;
  units: number;
  products: number;
  prices: number;
  stock: number;
  /** The greatest share of any of them, 0 to 1. */
  share: number;
}

/** Removing more than this share of what is there is asked, unless the organisation says otherwise. */
const ASKED_SHARE = 0.1;

/** Months whose sales changed, as SQL texts. */
function changedMonths(before: WarehouseManifest, after: WarehouseManifest): string[] {
  const kept = new Set(after.files.map(({ name, checksum }) => `${name} ${checksum}`));
  return before.files.flatMap(({ name, checksum }) => {
    const month = /^sale-(\d{4}-\d{2})\.parquet$/.exec(name)?.[1];
    return month !== undefined && !kept.has(`${name} ${checksum}`) ? [quoteText(month)] : [];
  });
}

/** What went of each month, never made good by what another month gained. */
async function removedSales(
  session: Session,
  months: readonly string[],
): Promise<{ revenue: number; units: number }> {
  if (months.length === 0) return { revenue: 0, units: 0 };
  const sums = (prefix: string): string =>
    `SELECT strftime(date, '%Y-%m') AS month, coalesce(sum(amount), 0) AS revenue, coalesce(sum(quantity), 0) AS units
     FROM "${prefix}sale" WHERE strftime(date, '%Y-%m') IN (${months.join(', ')}) GROUP BY 1`;
  const [row] = await session.rows<{ revenue: number; units: number }>(`SELECT
      coalesce(sum(greatest(p.revenue - coalesce(n.revenue, 0), 0)), 0)::DOUBLE AS revenue,
      coalesce(sum(greatest(p.units - coalesce(n.units, 0), 0)), 0)::DOUBLE AS units
    FROM (${sums('prev_')}) p LEFT JOIN (${sums('new_')}) n USING (month)`);
  return row ?? { revenue: 0, units: 0 };
}

interface Counts {
  products: number;
  prices: number;
  stock: number;
  all_prices: number;
  all_stock: number;
}

/** Products, prices and days of stock that only a replacement removes. */
async function removedOthers(session: Session): Promise<Counts> {
  const [row] = await session.rows<Counts>(`SELECT
    (SELECT count(*) FROM prev_item_group p ANTI JOIN new_item_group n USING (item_group_id))::INTEGER AS products,
    (SELECT count(*) FROM prev_price p WHERE NOT EXISTS (FROM new_price n WHERE n.item_group_id = p.item_group_id
      AND n.item_id IS NOT DISTINCT FROM p.item_id AND n.price_list_id = p.price_list_id AND n.from_date = p.from_date))::INTEGER AS prices,
    (SELECT count(*) FROM prev_price)::INTEGER AS all_prices,
    (SELECT coalesce(sum(greatest(p.quantity - coalesce(n.quantity, 0), 0)), 0)
      FROM (SELECT date, sum(quantity) AS quantity FROM prev_stock GROUP BY date) p
      LEFT JOIN (SELECT date, sum(quantity) AS quantity FROM new_stock GROUP BY date) n USING (date))::DOUBLE AS stock,
    (SELECT coalesce(sum(greatest(quantity, 0)), 0) FROM prev_stock)::DOUBLE AS all_stock`);
  return row ?? { products: 0, prices: 0, stock: 0, all_prices: 0, all_stock: 0 };
}

const shareOf = (part: number, whole: number): number => (whole > 0 ? Math.min(1, part / whole) : 0);

async function readRemoved(
  session: Session,
  before: WarehouseManifest,
  after: WarehouseManifest,
  replaces: boolean,
): Promise<Removed> {
  const sales = await removedSales(session, changedMonths(before, after));
  const others = replaces
    ? await removedOthers(session)
    : { products: 0, prices: 0, stock: 0, all_prices: 0, all_stock: 0 };
  const { sale_amount, sale_quantity, item_group_count } = before.totals;
  const share = Math.max(
    shareOf(sales.revenue, sale_amount),
    shareOf(sales.units, sale_quantity),
    shareOf(others.products, item_group_count),
    shareOf(others.prices, others.all_prices),
    shareOf(others.stock, others.all_stock),
  );
  return { ...sales, products: others.products, prices: others.prices, stock: others.stock, share };
}

function removalText(removed: Removed, currency: string): string {
  const { revenue, units, products, prices, stock } = removed;
  const sales =
    revenue > 0 || units > 0
      ? [`${formatCompactMoney(revenue, currency)} et ${formatQuantity(units)} pièces vendues`]
      : [];
  const counted = ([count, word]: [number, string]): string[] =>
    count > 0 ? [`${formatQuantity(count)} ${word}`] : [];
  const others: [number, string][] = [
    [products, 'produits'],
    [prices, 'prix'],
    [stock, 'pièces de stock, toutes dates'],
  ];
  return [...sales, ...others.flatMap(counted)].join(', ');
}

/** The choice that completes what is there instead of replacing it. */
const COMPLETE = 'complete';

/** The names of the files that a removal is asked of. */
function filesSaid(names: readonly string[]): string {
  const [only] = new Set(names);
  return new Set(names).size === 1 && only !== undefined ? only : 'Tous les fichiers';
}

/** Whether it was answered that nothing is removed: the import then completes what is there. */
export function completesInstead(
  { mapping }: Pick<ImportRequest, 'mapping'>,
  names: readonly string[],
): boolean {
  return mapping?.answers?.[questionKey('removal', filesSaid(names))] === COMPLETE;
}

/**
 * Asks before a version that removes more than a set share of what is there: of the revenue, the units, and for a
 * replacement the products, prices or stocks. Null when it does not.
 *
 * @param names the files read.
 */
export async function askRemoval(
  session: Session,
  { mode, max_removed_share = ASKED_SHARE }: Pick<ImportRequest, 'mode' | 'max_removed_share'>,
  { before, after, names }: { before: WarehouseManifest; after: WarehouseManifest; names: readonly string[] },
): Promise<ImportQuestion | null> {
  const removed = await readRemoved(session, before, after, mode === 'full');
  if (removed.share <= max_removed_share) return null;
  const what = removalText(removed, before.currency);
  const file = filesSaid(names);
  const complete = {
    value: COMPLETE,
    label: 'Garder : compléter au lieu de remplacer',
    detail: 'rien de ce qui est en place n’est retiré',
  };
  return {
    ...{ key: questionKey('removal', file), code: 'removal', file, column: null },
    text: `Cet import retire ${what} : jusqu’à ${formatPercent(removed.share * 100)} de ce qui est en place. Est-ce voulu ?`,
    choices: [{ value: 'remove', label: 'Retirer', detail: what }, ...(mode === 'full' ? [complete] : [])],
  };
}
