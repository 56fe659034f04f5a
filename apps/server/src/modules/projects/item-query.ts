import type { WarehouseReader } from '@palier/analytics';
import type { QueryTree } from '@palier/domain';
import type { Scope } from '../../scope.ts';

interface Warehouses {
  useWarehouse<T>(scope: Scope, work: (warehouse: WarehouseReader) => Promise<T>): Promise<T | null>;
}

/**
 * Products are chosen by what the retailer's files say of them: a field that only a listing has is refused when it is
 * written, not when the figures are computed. @throws 400 invalid_query naming the field
 */
export async function checkItemQuery(
  { facts }: { facts: Warehouses },
  scope: Scope,
  selection: { item_query?: QueryTree | null | undefined } | undefined,
): Promise<void> {
  const query = selection?.item_query;
  if (query) await facts.useWarehouse(scope, (warehouse) => warehouse.itemCounts(query));
}
