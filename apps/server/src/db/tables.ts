import type { ImportReport, SnapshotManifest, UsedMapping } from '@palier/analytics';
import type {
  ControlTotal,
  DecisionName,
  QueryTree,
  ResidualValue,
  RuleDiscount,
  RuleMapType,
  RuleState,
  StartedColumn,
  StoredDecision,
} from '@palier/domain';
import type { ColumnType, Generated } from 'kysely';
import type { IdentityTables } from '../identity/table.ts';

type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;
type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface OrganizationTable {
  organization_id: string;
  name: string;
  settings: Json<Record<string, unknown>>;
  /** Published version of the warehouse; 0 before the first import. */
  warehouse_version: Generated<number>;
  created_at: Time;
}

export interface InstallationTable {
  installation_id: Generated<string>;
}

export interface UnusedFolderTable {
  organization_id: string;
  /** Within the data folder. */
  path: string;
  unused_since: Time;
}

export interface OrganizationUserTable {
  organization_id: string;
  user_id: string;
  name: string;
  email: string;
  permissions: Json<Record<string, boolean>>;
  created_at: Time;
}

export interface SnapshotSummary {
  data_date: string;
  line_count: number;
  warehouse_version: number;
  /** Left out: every amount is in the project's currencies. */
  converted?: SnapshotManifest['converted'];
}

export interface ProjectTable {
  project_id: string;
  organization_id: string;
  name: string;
  section: string | null;
  project_group_id: string | null;
  is_project_group_leader: boolean;
  data_date: ColumnType<string | null, string | null, string | null>;
  end_date: ColumnType<string, string, string>;
  season_start_date: ColumnType<string | null, string | null, string | null>;
  phases: Json<{ name: string | null; start_date: string }[]>;
  working_phase: number | null;
  accounting_currency: string;
  catalog_currency: string;
  catalog: Json<{ include_stock_on_order: boolean }>;
  discount_pct_range: Json<number[]>;
  discount_step: number;
  objective: NullableJson<Record<string, unknown>>;
  use_third_party_forecast: boolean;
  /** null: the organisation's. */
  residual_value: NullableJson<ResidualValue>;
  never_below_cost: Generated<boolean>;
  has_series: boolean;
  has_optimizations: boolean;
  selection: Json<Record<string, unknown>>;
  /** Goes up by one with every decision written; each changed line carries the value it was written under. */
  version: Generated<number>;
  snapshot_version: Generated<number>;
  /** What the published snapshot holds, for lists of projects. */
  snapshot_summary: NullableJson<SnapshotSummary>;
  /** Rounds decided before the project came here, by product; lines take them when they are made. */
  initial_discount_pcts: NullableJson<Record<string, number[]>>;
  created_by: string;
  created_at: Time;
  updated_at: Time;
}

type DecisionColumns = {
  [N in DecisionName]: N extends StartedColumn ? Generated<StoredDecision[N]> : StoredDecision[N];
};

/** A line and its decision, whose columns are the domain's list. */
export interface DiscountTable extends DecisionColumns {
  project_id: string;
  discount_id: string;
  item_group_id: string;
}

export interface ActivityTable {
  project_id: string;
  activity_id: string;
  kind: string;
  user_id: string;
  user_name: string;
  comment: string | null;
  line_count: number;
  details: Json<Record<string, unknown>>;
  undone_by: string | null;
  version: number;
  created_at: Time;
}

export interface ActivityLineTable {
  project_id: string;
  activity_id: string;
  discount_id: string;
  old_values: Json<Record<string, unknown>>;
  new_values: Json<Record<string, unknown>>;
}

export interface ViewTable {
  organization_id: string;
  view_id: string;
  author_id: string;
  name: string;
  description: string | null;
  parameters: Json<object>;
  shared: boolean;
  is_partial: boolean;
  starred: boolean;
  is_default: boolean;
  created_at: Time;
}

export interface ScenarioTable {
  organization_id: string;
  scenario_id: string;
  name: string;
  version: Generated<number>;
  goal: string;
  constraints: NullableJson<Record<string, unknown>>;
  scope: NullableJson<Record<string, unknown>>;
  /** Projects it was made for, or has run on; null: of before they were kept. */
  projects: string[] | null;
  /** The three questions' own. */
  simple: Generated<boolean>;
  deleted_at: NullableTime;
  created_at: Time;
}

export interface JobTable {
  organization_id: string;
  job_id: string;
  kind: 'import' | 'snapshot' | 'optimization' | 'rules';
  project_id: string | null;
  status: 'requested' | 'running' | 'completed' | 'cancelled' | 'failed';
  stage: string | null;
  progress: Generated<number>;
  attempt: Generated<number>;
  error: string | null;
  created_by: string;
  created_at: Time;
  started_at: NullableTime;
  finished_at: NullableTime;
}

/** A version that a check wrote beside the published one. */
export interface StagedVersion {
  version: number;
  /** The version that it completes: published only while that one is served. */
  base: number;
  /** The check found nothing to change: there is no folder. */
  unchanged: boolean;
  used_mappings: UsedMapping[];
  /** The till's totals that the files say; left out by checks made before there were any. */
  control_totals?: ControlTotal[];
}

export interface WarehouseVersionTable {
  organization_id: string;
  version: number;
  published_at: Time;
  /** Identifier of a user, or `system`. */
  published_by: string;
  import_id: string | null;
  /** The version whose files it has, when it restores one. */
  restored_from: number | null;
  details: Json<VersionDetails>;
}

export interface ControlTotalTable {
  organization_id: string;
  /** YYYY-MM. */
  month: string;
  /** '': all places together. */
  place: string;
  revenue: number | null;
  quantity: number | null;
  stock: number | null;
  user_name: string;
  updated_at: Time;
}

/** What the list of versions says of the import that made one. */
export interface VersionDetails {
  mode?: 'incremental' | 'full' | undefined;
  files?: string[] | undefined;
  rows_rejected?: number | undefined;
  /** That of its amounts; older versions lack it. */
  currency?: string | undefined;
}

export interface ImportTable {
  organization_id: string;
  import_id: string;
  job_id: string;
  files: Json<{ name: string; size_bytes: number }[]>;
  options: Json<object>;
  /** Older reports lack what was added to them since. */
  report: NullableJson<Partial<ImportReport>>;
  warehouse_version: number | null;
  /** Of a check: what it wrote and did not publish; null otherwise. */
  staged: ColumnType<StagedVersion | null, string | null | undefined, string | null>;
  created_at: Time;
}

export interface QualityDecisionTable {
  organization_id: string;
  /** A check of the quality report. */
  code: string;
  action: 'exclude' | 'accept';
  /** Cases found when it was decided. */
  case_count: number;
  user_name: string;
  created_at: Time;
}

export interface FileMappingTable {
  organization_id: string;
  /** What its headings are, in no order. */
  shape: string;
  mapping: Json<Record<string, unknown>>;
  updated_at: Time;
}

export interface OptimizationTable {
  organization_id: string;
  optimization_id: string;
  job_id: string;
  scenario_id: string | null;
  name: string;
  goal: string;
  /** Of its letter. */
  place: number;
  parameters: Json<object>;
  result_overview: NullableJson<Record<string, unknown>>;
  created_at: Time;
}

export interface OptimizationProjectTable {
  project_id: string;
  optimization_id: string;
  project_phase: number | null;
  objective_value: number | null;
  gap: number | null;
  in_listing: Generated<boolean>;
  overview: Json<Record<string, unknown>>;
  created_at: Time;
}

export interface OptimizationLineTable {
  project_id: string;
  optimization_id: string;
  discount_id: string;
  discount_pct: number;
  discount_pct_input: number | null;
  next_discount_pcts: Generated<number[]>;
  sales_qty_forecast: number | null;
  is_optimal: boolean;
}

export interface ValidatedDiscountTable {
  project_id: string;
  project_phase: number;
  discount_id: string;
  discount_pct: number;
  /** Not decided in this phase: the markdown of an earlier one stands. */
  carried: boolean;
}

export interface PhaseForecastTable {
  project_id: string;
  project_phase: number;
  discount_id: string;
  /** Kept at the validation of the phase, or rebuilt from the history before it. */
  source: 'validated' | 'rebuilt';
  /** First day of the forecast, and the day after its last. */
  from_date: string;
  to_date: string;
  discount_pct: number;
  sales_qty: number;
  sales_qty_p10: number;
  sales_qty_p90: number;
}

export interface RuleTable {
  project_id: string;
  rule_id: string;
  name: string;
  query: NullableJson<QueryTree>;
  discount_spec_by: string | null;
  discount_spec_map: NullableJson<Record<string, RuleDiscount>>;
  discount_spec_map_type: RuleMapType | null;
  position: number;
  state: RuleState;
  discount_count: number | null;
}

export interface RuleLineTable {
  project_id: string;
  discount_id: string;
  base_discount_pct_auto: number | null;
  given_discount_pct_auto: number;
}

export interface Tables extends IdentityTables {
  organization: OrganizationTable;
  installation: InstallationTable;
  unused_folder: UnusedFolderTable;
  organization_user: OrganizationUserTable;
  project: ProjectTable;
  discount: DiscountTable;
  activity: ActivityTable;
  activity_line: ActivityLineTable;
  view: ViewTable;
  scenario: ScenarioTable;
  job: JobTable;
  import: ImportTable;
  warehouse_version: WarehouseVersionTable;
  control_total: ControlTotalTable;
  quality_decision: QualityDecisionTable;
  file_mapping: FileMappingTable;
  optimization: OptimizationTable;
  optimization_project: OptimizationProjectTable;
  optimization_line: OptimizationLineTable;
  phase_forecast: PhaseForecastTable;
  validated_discount: ValidatedDiscountTable;
  rule: RuleTable;
  rule_line: RuleLineTable;
}
