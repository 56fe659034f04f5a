import type { LineSelection, PastSales } from '@palier/analytics';
import type { References } from '@palier/contract';
import {
  addDays,
  findField,
  groupKey,
  type Horizon,
  horizonDays,
  lastYearQuery,
  YEAR_DAYS,
} from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { nullIfMissing } from '../../facts/index.ts';
import type { ProjectRow } from '../../projects/index.ts';

type Figures = References['data'][number][Horizon]['last_year'];

export interface LastYear {
  period: References['last_year'][Horizon];
  find: (keys: readonly (string | null)[]) => Figures;
}

/**
 * What the same scope sold over a horizon's days one year before: the products that the project's query and
 * the filter take once their seasons and days are those of that year, whether or not they are in the project today. Who
 * takes part in the phases of a project, now or as they were validated, does not narrow the year before.
 */
export async function lastYear(
  { facts }: Pick<Deps, 'facts'>,
  scope: ProjectScope,
  project: ProjectRow,
  selection: LineSelection,
  by: readonly string[],
  horizon: Horizon,
): Promise<LastYear> {
  const data_date = project.snapshot_summary?.data_date ?? null;
  const days = horizonDays({ ...project, data_date }, horizon) ?? {
    from: project.end_date,
    to: project.end_date,
  };
  return salesOfLastYear({ facts }, scope, project, { selection, by, days });
}

interface Asked {
  selection: LineSelection;
  by: readonly string[];
  /** This year's first day, and the day after the last. */
  days: { from: string; to: string };
}

/** The same over any days; see `lastYear`. */
export async function salesOfLastYear(
  { facts }: Pick<Deps, 'facts'>,
  scope: ProjectScope,
  project: ProjectRow,
  { selection, by, days }: Asked,
): Promise<LastYear> {
  const from = addDays(days.from, -YEAR_DAYS);
  const to = addDays(days.to, -YEAR_DAYS);
  const unknown = (reason: NonNullable<LastYear['period']['unknown']>): LastYear => ({
    period: { from, to, unknown: reason },
    find: () => null,
  });
  const { item_query, item_group_ids, sales_locations, price_list_id = null } = project.selection;
  if (item_group_ids && item_group_ids.length > 0) return unknown('list');
  if (
    selection.q ||
    selection.hide_zero ||
    selection.line_ids ||
    (selection.scope && selection.scope !== 'all')
  )
    return unknown('filter');
  const answer = await facts
    .useCounted(scope, (warehouse) =>
      warehouse.pastSales({
        from,
        to,
        queries: [item_query, selection.filter].map((query) => lastYearQuery(query ?? null, findField)),
        location_codes: sales_locations ?? [],
        by,
        currency: project.catalog_currency,
        price_list_id,
      }),
    )
    .catch(nullIfMissing);
  if (!answer?.known) return unknown(answer?.reason ?? 'history');
  const found = new Map(answer.data.map((row) => [nameOf(row.keys), row]));
  return { period: { from, to, unknown: null }, find: (keys) => present(found.get(nameOf(keys))) };
}

/** The whole and a group of no value have the same key: their depth distinguishes them. */
const nameOf = (keys: readonly (string | null)[]): string => `${keys.length} ${groupKey(keys)}`;

function present(row: PastSales | undefined): Figures {
  if (!row) return null;
  const { sales_qty, sales, profit, discount_budget } = row;
  return { sales_qty, sales, profit, discount_budget };
}
