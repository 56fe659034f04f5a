import type { SnapshotRequest } from './types.ts';

/** What the stages of a snapshot are asked for. */
export type Work = SnapshotRequest & {
  temp_folder: string;
  /** Checks of the quality report that were answered by « exclure ». */
  excluded_checks?: readonly string[];
  /** The list of the prices actually paid. */
  paid_price_list_id?: string | undefined;
};
