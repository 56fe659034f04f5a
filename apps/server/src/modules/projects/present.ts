import type { Project } from '@palier/contract';
import { splitProjectName } from '@palier/domain';
import type { Scope } from '../../scope.ts';
import type { ProjectRow } from './repository.ts';

export interface ProjectContext {
  scenarios: { _id: string; name: string }[];
  snapshot?: Project['snapshot'] | undefined;
  overview?: Project['overview'] | undefined;
  /** How much of its lines the caller reaches. */
  reach: 'part' | 'whole';
  /** Names of the organisation's people and of its groups, by id. */
  user_names: ReadonlyMap<string, string>;
  group_names: ReadonlyMap<string, string>;
}

/** Projects with their scenarios, the state of their snapshot and their key figures. */
export type PresentProjects = (scope: Scope, rows: readonly ProjectRow[]) => Promise<Project[]>;

/** A project as the API answers it. */
export function presentProject(row: ProjectRow, context: ProjectContext): Project {
  const { operation, subdivision, short_name } = splitProjectName(row.name);
  const pilot = row.pilot_user_id ?? row.created_by;
  const pilot_name = context.user_names.get(pilot);
  return {
    ...settingsOf(row),
    _id: row.project_id,
    shortName: short_name,
    operation,
    subdivision,
    project_group_name: context.group_names.get(row.project_group_id ?? '') ?? null,
    pilot: pilot_name === undefined ? null : { _id: pilot, name: pilot_name },
    has_series: row.has_series,
    has_optimizations: row.has_optimizations,
    data_date_frozen: row.data_date !== null,
    scenarios: context.scenarios,
    submission_id: row.submission_id,
    version: row.version,
    reach: context.reach,
    ...(context.snapshot && { snapshot: withinReach(context.snapshot, context) }),
    ...(context.overview !== undefined && { overview: context.overview }),
  };
}

/** What people set of a project, as the API answers it. */
export function settingsOf(row: ProjectRow) {
  return {
    name: row.name,
    section: row.section,
    project_group_id: row.project_group_id,
    is_project_group_leader: row.is_project_group_leader,
    pilot_user_id: row.pilot_user_id,
    // Its own day when one is set, else the last day its data speak of.
    data_date: row.data_date ?? row.snapshot_summary?.data_date ?? null,
    end_date: row.end_date,
    season_start_date: row.season_start_date,
    phases: row.phases,
    working_phase: row.working_phase,
    accounting_currency: row.accounting_currency,
    catalog_currency: row.catalog_currency,
    catalog: row.catalog,
    discount_pct_range: row.discount_pct_range,
    discount_step: row.discount_step === 5 ? (5 as const) : (10 as const),
    objective: row.objective,
    use_third_party_forecast: row.use_third_party_forecast,
    residual_value: row.residual_value,
    never_below_cost: row.never_below_cost,
    selection: { ...EMPTY_SELECTION, ...row.selection },
  };
}

/** The state of figures, without the lines that are not the caller's. */
function withinReach(
  snapshot: NonNullable<Project['snapshot']>,
  { reach, overview }: ProjectContext,
): Project['snapshot'] {
  return reach === 'whole' ? snapshot : { ...snapshot, discount_count: overview?.discount_count ?? 0 };
}

const EMPTY_SELECTION = {
  inventories: [],
  price_list_id: null,
  sales_locations: [],
  on_order_periods: [],
  item_query: null,
  item_group_ids: [],
};
