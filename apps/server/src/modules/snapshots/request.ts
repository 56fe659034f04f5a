import { readManifest, type SnapshotProject, type SnapshotSelection } from '@palier/analytics';
import { discountLevels, followedDate } from '@palier/domain';
import { today } from '../../local-time.ts';
import type { ProjectRow } from '../projects/index.ts';

/** A project as the snapshot computes it. `received`: the day that the data received speak of. */
export function snapshotProject(row: ProjectRow, received: string): SnapshotProject {
  const known_date = row.snapshot_summary?.data_date ?? null;
  return {
    project_id: row.project_id,
    data_date: followedDate({ ...row, known_date }, received),
    end_date: row.end_date,
    phases: row.phases,
    working_phase: row.working_phase,
    discount_pct_range: row.discount_pct_range,
    discount_levels: discountLevels({
      discount_pct_range: row.discount_pct_range,
      discount_step: row.discount_step === 5 ? 5 : 10,
    }),
    accounting_currency: row.accounting_currency,
    catalog_currency: row.catalog_currency,
    season_start_date: row.season_start_date,
    use_third_party_forecast: row.use_third_party_forecast,
    selection: snapshotSelection(row),
  };
}

function snapshotSelection({ selection, catalog }: ProjectRow): SnapshotSelection {
  const { inventories, price_list_id, sales_locations, on_order_periods, item_query, item_group_ids } =
    selection;
  return {
    inventory_codes: inventories ?? [],
    price_list_id: price_list_id ?? null,
    location_codes: sales_locations ?? [],
    on_order_months: on_order_periods ?? [],
    include_stock_on_order: catalog.include_stock_on_order,
    item_query: item_query ?? null,
    ...(item_group_ids && item_group_ids.length > 0 && { item_group_ids }),
  };
}

/** The warehouse's data date; today when it has no dated fact. */
export async function dataDate(folder: string): Promise<string> {
  const { data_date } = await readManifest(folder);
  return data_date ?? today();
}
