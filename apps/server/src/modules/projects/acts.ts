import { type ProjectAct, type ProjectLack, projectState, stateRefusal } from '@palier/domain';
import { ApiError } from '../../http/errors.ts';

/** What of a project's row says where it stands. */
export interface StandingRow {
  name: string;
  phases: readonly { start_date: string }[];
  end_date: string;
  data_date: string | null;
  working_phase: number | null;
  snapshot_version: number;
  submission_id: string | null;
  /** The day that its figures speak of: of a row read whole, else apart. */
  snapshot_summary?: { data_date: string; line_count?: number; lacks?: ProjectLack } | null;
  figures_date?: string | null;
  deleted_at: Date | null;
}

/** Where a project stands, by its own data date or that of its figures. */
export function stateOfRow(row: StandingRow) {
  const data_date = row.data_date ?? row.snapshot_summary?.data_date ?? row.figures_date ?? null;
  return projectState({ ...row, data_date, deleted: row.deleted_at !== null });
}

/** What the project's figures, as they were computed, cannot be made without. */
export const lackOfRow = ({ snapshot_summary }: Pick<StandingRow, 'snapshot_summary'>): ProjectLack | null =>
  snapshot_summary?.line_count === 0 ? 'products' : (snapshot_summary?.lacks ?? null);

/** @throws 409 saying why a project is not in a state for an act; the figures' absence has a code of its own */
export function requireState(
  act: ProjectAct,
  row: StandingRow,
  // `awaits`: it looks again once the figures that are on their way have come, which may bring what was missing.
  { named = false, awaits = false } = {},
): void {
  const state = stateOfRow(row);
  const refusal = stateRefusal(act, state, awaits ? null : lackOfRow(row));
  if (!refusal) return;
  const sentence = named ? `« ${row.name} » : ${refusal.reason}` : refusal.reason;
  throw new ApiError(state === 'preparing' ? 'snapshot_missing' : 'conflict', sentence, { state, act });
}
