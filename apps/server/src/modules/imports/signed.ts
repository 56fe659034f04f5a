import type { ImportReport, ImportResult } from '@palier/analytics';
import { priceRise, type SignedEffect } from '@palier/domain';
import type { DbOrTx } from '../../db/database.ts';
import { today } from '../../local-time.ts';
import type { Scope } from '../../scope.ts';
import { signedOf } from '../discounts/index.ts';
import { listProjects, type ProjectRow, proveListed } from '../projects/index.ts';

/** The report of a check with what was signed at another list price than the one that it brings. */
export async function withSigned(
  db: DbOrTx,
  scope: Scope,
  { report, changed_prices, manifest }: ImportResult,
): Promise<ImportReport> {
  if (report.effect === null || changed_prices.length === 0) return report;
  const signed: SignedEffect = { product_count: 0, dearer_count: 0, project_count: 0 };
  const products = new Set<string>();
  const dearer = new Set<string>();
  const usual = manifest?.usual_price_list ?? '';
  const byList = Map.groupBy(changed_prices, ({ list }) => list);
  for (const project of await listProjects(db, scope)) {
    const changed = byList.get(project.selection.price_list_id ?? usual) ?? [];
    const found = await repricedOf(db, scope, project, { changed, data_date: report.data_date });
    if (found.products.length > 0) signed.project_count += 1;
    for (const code of found.products) products.add(code);
    for (const code of found.dearer) dearer.add(code);
  }
  if (signed.project_count === 0) return report;
  const counts = { ...signed, product_count: products.size, dearer_count: dearer.size };
  return { ...report, effect: { ...report.effect, signed: counts } };
}

/** The products that a project which is not over signed at another list price than the new one. */
async function repricedOf(
  db: DbOrTx,
  scope: Scope,
  project: ProjectRow,
  { changed, data_date }: { changed: ImportResult['changed_prices']; data_date: string | null },
): Promise<{ products: string[]; dearer: string[] }> {
  const day = project.data_date ?? data_date ?? today();
  if (changed.length === 0 || project.end_date <= day) return { products: [], dearer: [] };
  const now = new Map(changed.map((one) => [one.item_group_id, one]));
  const signed = await signedOf(db, proveListed(scope, project), [...now.keys()]);
  const priceOf = (code: string): number | null => {
    const found = now.get(code);
    return found?.currency === project.catalog_currency ? found.price : null;
  };
  // A price in another currency than the project's is another one, and nothing says by how much.
  const other = signed.filter(
    ({ item_group_id: code, list_price }) => list_price !== null && priceOf(code) !== list_price,
  );
  const dearer = other.filter(({ item_group_id: code, price }) => priceRise(price, priceOf(code)) !== null);
  const codes = (rows: typeof signed): string[] => rows.map(({ item_group_id }) => item_group_id);
  return { products: codes(other), dearer: codes(dearer) };
}
