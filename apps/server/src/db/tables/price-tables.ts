import type { PriceTemplateBody } from '@palier/contract';
import type { Json, NullableJson, NullableTime, Time } from './column-types.ts';

/** What is kept of a part of a proof; its fingerprint is the SHA-256 of its bytes. */
interface KeptPart {
  name: string;
  type: string;
  fingerprint: string;
  size_bytes: number;
}

/** A proof as it was made with a price file: its sheet, and its page to print where it was made with one. */
type KeptProof = KeptPart & { page?: KeptPart };

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
  /** The proof of the prices of its phase, kept beside it; null of a file made before proofs were kept. */
  proof: NullableJson<KeptProof>;
  user_id: string;
  user_name: string;
  created_at: Time;
}

export interface PriceFileContentTable {
  project_id: string;
  price_file_id: string;
  /** file: its bytes. prices: every price of its phase then, compressed. proof, page: the bytes of what proves them. */
  part: 'file' | 'prices' | 'proof' | 'page';
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
