import type { PriceTemplateBody } from '@palier/contract';
import type { Json, NullableTime, Time } from './column-types.ts';

/** A price file that was made. */
export interface PriceFileTable {
  project_id: string;
  price_file_id: string;
  project_phase: number;
  /** Name, first and last day of the phase, as the file says them. */
  phase: string;
  validated: boolean;
  first_day: string;
  last_day: string;
  name: string;
  /** A preset's name or a template's id, which may be gone since. */
  template_id: string;
  template_name: string;
  format: 'csv' | 'xlsx';
  /** Of its content, as it is sent. */
  type: string;
  scope: 'all' | 'changes';
  /** The file that a file of changes follows. */
  since_id: string | null;
  row_count: number;
  fingerprint: string;
  size_bytes: number;
  user_id: string;
  user_name: string;
  created_at: Time;
}

export interface PriceFileContentTable {
  project_id: string;
  price_file_id: string;
  /** file: its bytes. prices: every price of its phase then, compressed. */
  part: 'file' | 'prices';
  content: Uint8Array;
}

export interface PriceTemplateTable {
  organization_id: string;
  template_id: string;
  template: Json<PriceTemplateBody>;
  user_name: string;
  created_at: Time;
  updated_at: NullableTime;
}
