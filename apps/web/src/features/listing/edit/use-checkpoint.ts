import { useCallback, useEffect, useState } from 'react';
import { peekActivities } from '../../../lib/left-activities.ts';
import { readStored, storageKeys, writeStored } from '../../../lib/storage.ts';
import { readLatestActivity } from '../api/queries.ts';

/** The moment that the effect of changes is measured from. */
export interface Checkpoint {
  /** The last activity before it. */
  since: string;
  /** ISO instant. */
  at: string;
  /** Set by the user, and kept in the browser; otherwise the opening of the screen. */
  kept: boolean;
  /** What another screen had just sent is after it: its effect shows. */
  sent?: boolean;
}

/** Before any activity of a project. */
const NOTHING_DONE = '00000000-0000-0000-0000-000000000000';

type Kept = Record<string, Checkpoint>;

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface CheckpointHandle {
  /** null until the project's latest activity is known. */
  checkpoint: Checkpoint | null;
  /** Measures from now on, kept over a reload. */
  mark: () => Promise<void>;
  /** Measures from now on, as a screen that has just opened. */
  forget: () => Promise<void>;
}

/** Where the effect of a project's changes is measured from: the user's checkpoint, or the opening of the screen. */
export function useCheckpoint(project: string): CheckpointHandle {
  const [checkpoint, setCheckpoint] = useState<Checkpoint | null>(
    () => readStored<Kept>(storageKeys.checkpoints, isKept, {})[project] ?? null,
  );
  const [sent] = useState(() => peekActivities(project).map(({ activity_id }) => activity_id));
  const set = useCallback(
    async (kept: boolean, after: readonly string[] = []) => {
      const at = new Date().toISOString();
      const since = (await readLatestActivity(project, after)) ?? NOTHING_DONE;
      const next = { since, at, kept, ...(after.length > 0 && { sent: true }) };
      const { [project]: _, ...others } = readStored<Kept>(storageKeys.checkpoints, isKept, {});
      writeStored(storageKeys.checkpoints, kept ? { ...others, [project]: next } : others);
      setCheckpoint(next);
    },
    [project],
  );
  const known = checkpoint !== null;
  useEffect(() => {
    // Without it the references are not asked: the listing shows its figures all the same.
    if (!known) set(false, sent).catch((error: unknown) => console.error('checkpoint', error));
  }, [known, set, sent]);
  return {
    checkpoint,
    mark: useCallback(() => set(true), [set]),
    forget: useCallback(() => set(false), [set]),
  };
}
