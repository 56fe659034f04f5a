import type { SnapshotManifest } from '@palier/analytics';
import type { ActivityKind, Project } from '@palier/contract';
import type {
  AbsenceReason,
  AgainstDecision,
  AgainstOrigin,
  DecisionName,
  DiscountKind,
  PriceEnding,
  ResidualValue,
  SerieDays,
  SerieKind,
  SerieSource,
  SignatureCause,
  StartedColumn,
  StoredDecision,
} from '@palier/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableJson, NullableTime, Time } from './column-types.ts';

export interface SnapshotSummary {
  data_date: string;
  line_count: number;
  warehouse_version: number;
  /** Left out: every amount is in the project's currencies. */
  converted?: SnapshotManifest['converted'];
  lacks?: SnapshotManifest['lacks'];
  /** Tells what was asked for by the selection of its products; left out: of before it was kept. */
  asked?: string;
  /** Of a closed project, of before figures counted the phases that each line took part in: they are to be computed again. */
  whole_phases?: true;
}

type Selection = NonNullable<Project['selection']>;

export interface ProjectTable {
  project_id: string;
  organization_id: string;
  name: string;
  section: string | null;
  project_group_id: string | null;
  is_project_group_leader: boolean;
  /** Who leads the work on it; null: who made it. */
  pilot_user_id: Generated<string | null>;
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
  objective: NullableJson<NonNullable<Project['objective']>>;
  use_third_party_forecast: boolean;
  /** null: the organisation's. */
  residual_value: NullableJson<ResidualValue>;
  never_below_cost: Generated<boolean>;
  has_series: boolean;
  has_optimizations: boolean;
  /** What is left out is as when it is empty: everything. */
  selection: Json<Partial<Selection>>;
  /** Goes up by one with every decision written; each changed line carries the value it was written under. */
  version: Generated<number>;
  snapshot_version: Generated<number>;
  /** Version of the decisions at which the series were last recorded. */
  series_version: number | null;
  /** What the published snapshot holds, for lists of projects. */
  snapshot_summary: NullableJson<SnapshotSummary>;
  /** Rounds decided before the project came here, by product; lines take them when they are made. */
  initial_discount_pcts: NullableJson<Record<string, number[]>>;
  /** What waits for a signature. */
  submission_id: Generated<string | null>;
  created_by: string;
  created_at: Time;
  updated_at: Time;
  /** In the bin since. */
  deleted_at: NullableTime;
  deleted_by: string | null;
}

export interface ProjectGroupTable {
  organization_id: string;
  project_group_id: string;
  name: string;
  created_by: string;
  created_at: Time;
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
  kind: ActivityKind;
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

/** What a version of a project's decisions wrote, a row for each statement; one without lines says that it was taken. */
export interface DiscountChangeTable {
  project_id: string;
  version: number;
  /** The project's where no line is named. */
  first_id: string;
  /** null: many */
  discount_ids: string[] | null;
}

/** Lines that an activity found alike and changed alike; those of an activity are here or in `activity_line`. */
export interface ActivityPartTable {
  project_id: string;
  activity_id: string;
  /** Which of its statements wrote it, from nought. */
  part: number;
  /** Of `discount_ids`, which are in order. */
  first_id: string;
  last_id: string;
  discount_ids: string[];
  old_values: Json<Record<string, unknown>>;
  new_values: Json<Record<string, unknown>>;
}

/** An act on very many lines that is not whole yet: the row that the journal will have. */
export interface UnfinishedActTable {
  project_id: string;
  activity_id: string;
  kind: ActivityKind;
  user_id: string;
  user_name: string;
  comment: string | null;
  line_count: number;
  details: Json<Record<string, unknown>>;
  /** The version that the project takes with it. */
  version: number;
  created_at: Time;
  /** What its lines bear as the time of their change. */
  changed_at: Time;
  /** What it changes of its lines, of each all or some. */
  columns: string[];
  /** All of it is written down and its lines are being changed: it is ended whatever happens. */
  applying: Generated<boolean>;
}

export interface ValidatedDiscountTable {
  project_id: string;
  project_phase: number;
  discount_id: string;
  discount_pct: number;
  /** Not decided in this phase: the markdown of an earlier one stands. */
  carried: boolean;
  /** Selling price and label as they were signed; null: not kept. */
  list_price: number | null;
  price: number | null;
  /** Selling price and label of the variants sold at other prices than their product, by code. */
  variants: ColumnType<SignedVariants | null, string | null, string | null>;
}

/** A phase put to signature, and what came of it. */
export interface PhaseApprovalTable {
  project_id: string;
  approval_id: string;
  project_phase: number;
  /** Name, first and last day of the phase, as submitted. */
  label: string;
  start_date: string;
  end_date: string;
  submitted_by: string;
  submitted_name: string;
  submitted_at: Time;
  word: string | null;
  /** Of the project's decisions, as submitted. */
  version: number;
  to_user_id: string | null;
  /** Why a signature was asked. */
  causes: Json<SignatureCause[]>;
  /** How prices ended, as submitted; null: not kept. */
  price_endings: NullableJson<PriceEnding[]>;
  /** null: it waits. */
  decision: 'signed' | 'returned' | 'withdrawn' | 'replaced' | null;
  decided_by: string | null;
  decided_name: string | null;
  decided_at: NullableTime;
  decision_word: string | null;
  /** In whose name a delegate decided. */
  for_user_id: string | null;
  for_name: string | null;
}

/** What was seen of a line of the submission that waits. */
export interface PhaseApprovalLineTable {
  project_id: string;
  discount_id: string;
  discount_pct: number | null;
  worked_pct: number;
  /** Its lapse is in the journal. */
  logged: Generated<boolean>;
  /** What its label bore at that discount; null: not kept, or it has no price in the phase. */
  prices: NullableJson<SubmittedPrices>;
  /** The figures in use give it another price at that discount. */
  repriced: Generated<boolean>;
}

/** A selling price and a label, with those of the variants sold at another price. */
export interface SubmittedPrices {
  list_price: number | null;
  price: number | null;
  variants: SignedVariants | null;
}

/** [selling price, label] by code of variant. */
export type SignedVariants = Readonly<Record<string, readonly [number, number]>>;

/** A decided line that new figures no longer had, as it was in the former ones. */
export interface DepartedLineTable {
  project_id: string;
  /** The entry of the journal that says it. */
  activity_id: string;
  discount_id: string;
  item_group_id: string;
  title: string | null;
  reason: AbsenceReason;
  /** That was worked. */
  project_phase: number;
  discount_pct: number | null;
  discount_kind: DiscountKind | null;
  included: boolean;
  reviewed: boolean;
  /** The name of who last changed it. */
  decided_by: string | null;
  stock_qty: number | null;
  /** Forecast, and budget, of the worked phase. */
  sales: number | null;
  discount_budget: number | null;
  /** Later figures have it again. */
  returned: Generated<boolean>;
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
  /** The rate that the price stands at, where its label has an ending. */
  real_pct: number | null;
  sales_qty: number;
  sales_qty_p10: number;
  sales_qty_p90: number;
}

/** A discount signed against the one that was recommended, and why. */
export interface StoredAgainst extends AgainstDecision {
  discount_id: string;
  origin: AgainstOrigin;
  /** As it was given, or the names of the rules; null when nobody gave one. */
  reason: string | null;
}

export interface PhaseDecisionTable {
  project_id: string;
  project_phase: number;
  /** Lines signed for which there was a recommendation. */
  recommended_count: number;
  against: Json<StoredAgainst[]>;
}

export interface SerieTable {
  project_id: string;
  serie_id: string;
  /** Of its folder. */
  version: number;
  serie_date: string;
  kind: SerieKind;
  source: SerieSource;
  /** Tells series of one source apart: the run, the phase, the name; empty where there is one a day. */
  ref: Generated<string>;
  scenario_id: string | null;
  scenario_name: string | null;
  phases: Json<SerieDays[]>;
  line_count: number;
  byte_size: number;
  checksum: string;
  recorded_at: Time;
}
