import type { ColumnType } from 'kysely';

/** The broker's one table. It belongs to no project: a reference table where the database is distributed. */
export interface IdentityRecordTable {
  model: string;
  id: string;
  payload: ColumnType<Record<string, unknown>, string, string>;
  grant_id: string | null;
  uid: string | null;
  expires_at: ColumnType<Date | null, Date | null, Date | null>;
}

export interface IdentityTables {
  identity_record: IdentityRecordTable;
}

/** Statements that create the table, for the migration. */
export const identityRecordStatements = [
  `create table identity_record (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    uid text,
    expires_at timestamptz,
    primary key (model, id)
  )`,
  `create index identity_record_grant_id on identity_record (grant_id) where grant_id is not null`,
  `create index identity_record_uid on identity_record (model, uid) where uid is not null`,
  `create index identity_record_expires_at on identity_record (expires_at) where expires_at is not null`,
] as const;
