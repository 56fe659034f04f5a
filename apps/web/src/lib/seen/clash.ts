import type { ChangedMeanwhile } from '@palier/contract';
import { ApiError } from '../api/errors.ts';

/** Why a save or a deletion is refused: somebody has changed the same since it was read. */
export interface Clash {
  /** Who and what, as the server says it. */
  message: string;
  /** What stands of it. */
  now: ChangedMeanwhile['now'];
  /** It is to be deleted. */
  isRemoval?: boolean;
}

/** The clash that a failure is; null for any other. */
export function clashOf(error: unknown): Clash | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null;
  const { now = {} } = (error.details ?? {}) as Partial<ChangedMeanwhile>;
  return { message: error.message, now };
}
