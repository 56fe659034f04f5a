import type { MailChoices, NewsDetails, NewsKind } from '@palier/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableTime, Time } from './column-types.ts';

/** Left out of an insert: every topic in the digest of the day. */
export type MailChoicesColumn = ColumnType<Partial<MailChoices>, string | undefined, string>;

export interface NewsTable {
  organization_id: string;
  news_id: string;
  user_id: string;
  kind: NewsKind;
  project_id: string | null;
  /** What it comes from: with it, nobody is told of one thing twice. */
  source_id: string;
  actor_id: string | null;
  actor_name: string | null;
  line_count: number;
  /** The first of the lines. */
  discount_ids: string[];
  details: Json<NewsDetails>;
  happened_at: Time;
  created_at: Time;
  read_at: NullableTime;
  /** The mail that says it. */
  mail_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface NewsMarkTable {
  project_id: string;
  /** The version of the project's decisions up to which its journal was read. */
  version: number;
}

export interface MailTable {
  organization_id: string;
  mail_id: string;
  user_id: string;
  kind: 'now' | 'digest';
  /** The day of a digest: there is one a day. */
  day: string | null;
  /** dropped: nothing of it was left to say. */
  status: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'>;
  attempt: Generated<number>;
  next_at: Time;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Time;
}
