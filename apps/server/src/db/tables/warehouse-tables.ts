import type { FileMapping, ImportMapping, ImportReport, UsedMapping } from '@palier/analytics';
import type { ControlTotal } from '@palier/domain';
import type { ColumnType } from 'kysely';
import type { Json, NullableJson, Time } from './column-types.ts';

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

/** A total of the till that a version's import or return replaced. */
export interface ReplacedControl {
  month: string;
  place: string | null;
  /** null: there was none. */
  before: ControlTotal | null;
}

/** What the list of versions says of the import that made one. */
export interface VersionDetails {
  mode?: 'incremental' | 'full' | undefined;
  files?: string[] | undefined;
  rows_rejected?: number | undefined;
  /** That of its amounts; older versions lack it. */
  currency?: string | undefined;
  /** The till's totals that were others before it, put back when it is undone; older versions lack them. */
  replaced_controls?: ReplacedControl[] | undefined;
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

/** How an import was asked for. */
export interface ImportOptions {
  mapping?: ImportMapping | undefined;
  mode?: 'incremental' | 'full' | undefined;
  stop_on_error?: boolean | undefined;
  /** true: read and checked, to be published or given up. */
  check?: boolean | undefined;
}

/** The files of an import on disk; the staging folder goes away with the import. */
export interface Upload {
  sources: { path: string; name: string }[];
  staging_folder: string | null;
}

/** What the import's job needs to know; kept with the import so that any worker can take it. */
export interface StoredOptions extends ImportOptions, Upload {
  /** A check that somebody gave up. */
  discarded?: boolean | undefined;
  /** The job that ended without a version, and of which nothing is left on the disk. */
  cleared_job?: string | undefined;
}

export interface ImportTable {
  organization_id: string;
  import_id: string;
  job_id: string;
  files: Json<{ name: string; size_bytes: number }[]>;
  options: Json<StoredOptions>;
  /** Older reports lack what was added to them since. */
  report: NullableJson<Partial<ImportReport>>;
  warehouse_version: number | null;
  /** Of a check: what it wrote and did not publish; null otherwise. */
  staged: ColumnType<StagedVersion | null, string | null | undefined, string | null>;
  created_at: Time;
}

export interface FileMappingTable {
  organization_id: string;
  /** What its headings are, in no order. */
  shape: string;
  mapping: Json<{ files: FileMapping[] }>;
  updated_at: Time;
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
