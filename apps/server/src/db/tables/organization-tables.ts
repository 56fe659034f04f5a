import type { DecisionsByPerson, Settings, View } from '@palier/contract';
import type {
  ImportSettings,
  LawPolicy,
  Perimeter,
  PriceEnding,
  ResidualValue,
  Role,
  SignaturePolicy,
} from '@palier/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableTime, Time } from './column-types.ts';
import type { MailChoicesColumn } from './news-tables.ts';

/** What an organisation keeps of its own; the rest is built in. */
export interface OrganizationSettings extends Partial<Settings> {
  residual_value?: ResidualValue;
  imports?: Partial<ImportSettings>;
  loss_threshold_pct?: number;
  law?: Partial<LawPolicy>;
  price_endings?: readonly PriceEnding[];
  decisions_by_person?: DecisionsByPerson;
  /** When validating a phase takes a signature, and who said so. */
  signature?: { policy: SignaturePolicy; set_by: string; set_at: string };
}

export interface OrganizationTable {
  organization_id: string;
  name: string;
  settings: Json<OrganizationSettings>;
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
  /** Given beyond her role. */
  permissions: Json<Record<string, boolean>>;
  role: Generated<Role>;
  /** What of the organisation she reaches; null: all of it. */
  perimeter: ColumnType<Perimeter | null, string | null | undefined, string | null>;
  mail_choices: MailChoicesColumn;
  created_at: Time;
  removed_at: NullableTime;
}

/** Whom somebody's signature is given to while she is away. */
export interface SignatureDelegationTable {
  organization_id: string;
  user_id: string;
  delegate_id: string;
  from_date: string;
  to_date: string;
  created_at: Time;
}

/** Who left a field of something that people set as it was then: see `modules/seen`. */
export interface RecentChangeTable {
  organization_id: string;
  subject: string;
  field: string;
  fingerprint: string;
  user_id: string;
  user_name: string;
  changed_at: Time;
}

export interface ViewTable {
  organization_id: string;
  view_id: string;
  author_id: string;
  name: string;
  description: string | null;
  parameters: Json<View['parameters']>;
  shared: boolean;
  is_partial: boolean;
  starred: boolean;
  is_default: boolean;
  created_at: Time;
}

export interface JobTable {
  organization_id: string;
  job_id: string;
  kind: 'import' | 'snapshot' | 'optimization' | 'rules' | 'series';
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
