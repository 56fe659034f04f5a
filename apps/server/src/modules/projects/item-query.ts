import type { WarehouseReader } from '@palier/analytics';
import type { QueryTree } from '@palier/domain';
import { refused } from '../../http/errors.ts';
import { reachesGroup } from '../../perimeter.ts';
import type { Scope } from '../../scope.ts';

/** What of a selection names products. */
interface ChosenProducts {
  item_query?: QueryTree | null | undefined;
  item_group_ids?: readonly string[] | undefined;
}

interface Warehouses {
  useWarehouse<T>(scope: Scope, work: (warehouse: WarehouseReader) => Promise<T>): Promise<T | null>;
}

/**
 * What somebody with a perimeter makes holds in it: her project takes no product outside, and is in a group of hers.
 * @throws 422
 */
export async function requireWithin(
  { facts }: { facts: Warehouses },
  scope: Scope,
  {
    selection,
    project_group_id,
  }: { selection?: ChosenProducts | undefined; project_group_id?: string | null | undefined },
): Promise<void> {
  if (!scope.perimeter) return;
  if (project_group_id !== undefined && !reachesGroup(scope, project_group_id))
    throw refused('Choisissez un groupe de votre périmètre.', { field: 'project_group_id' });
  if (selection === undefined) return;
  const { item_query = null, item_group_ids = [] } = selection;
  const taken = (whom: Scope) =>
    facts.useWarehouse(whom, async (warehouse) =>
      item_group_ids.length > 0
        ? (await warehouse.products(item_group_ids)).length
        : (await warehouse.itemCounts(item_query)).item_group_count,
    );
  if ((await taken(scope)) !== (await taken({ ...scope, perimeter: null })))
    throw refused('Cette sélection dépasse votre périmètre : n’y prenez que vos produits.', {
      field: 'selection',
    });
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
