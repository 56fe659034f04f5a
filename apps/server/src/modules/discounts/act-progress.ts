import type { EventData } from '@palier/contract';
import type { Events } from '../../events/events.ts';
import type { ProjectScope } from '../../scope.ts';

/** Told how far an act has come, between 0 and 1. */
export type Progress = (share: number) => void;

/** Fewer lines are changed before anybody could read how far it has come. */
const MANY_LINES = 5000;
/** An act that lasts less is not told of. */
const QUIET_MS = 700;
/** Between two tellings. */
const PAUSE_MS = 300;

/**
 * Runs an act on many lines and tells the browsers of who acts how far it has come, once it lasts: she waits for its
 * answer. Others see nothing of it until it is whole.
 */
export async function withProgress<T>(
  events: Events,
  { organization_id, project_id, user_id }: ProjectScope,
  { kind, line_count }: { kind: EventData<'act'>['kind']; line_count: number },
  work: (report: Progress | undefined) => Promise<T>,
): Promise<T> {
  if (line_count < MANY_LINES) return work(undefined);
  let next = performance.now() + QUIET_MS;
  let isSaid = false;
  const tell = (share: number): void => {
    isSaid = true;
    const data = { project_id, kind, line_count, share };
    // Progress that cannot be told is no reason to stop.
    void events.publish({ type: 'act', organization_id, project_id, user_id, data }).catch(() => {});
  };
  try {
    return await work((share) => {
      const now = performance.now();
      if (now < next) return;
      next = now + PAUSE_MS;
      tell(Math.min(share, 0.99));
    });
  } finally {
    if (isSaid) tell(1);
  }
}
