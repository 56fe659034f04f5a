import type { Database } from '../db/database.ts';

/** What changed, for the browsers that show it. */
export interface AppEvent {
  /** `access`: what `user_id` may see or do has changed, or she has signed out; for the servers, which take her anew, never for a browser. */
  type:
    | 'discounts'
    | 'import'
    | 'snapshot'
    | 'optimization'
    | 'project'
    | 'views'
    | 'news'
    | 'act'
    | 'access';
  organization_id: string;
  project_id: string | null;
  /** Left out: for everybody of the organisation. */
  user_id?: string;
  data: Record<string, unknown>;
}

export interface Events {
  /** Tells every process; lists of ids too long for one message become null (« many »). */
  publish(event: AppEvent): Promise<void>;
  /** `onMissed` is called when events may not have been heard for a moment: the database was away. */
  subscribe(listener: (event: AppEvent) => void, onMissed?: () => void): () => void;
}

const CHANNEL = 'palier_event';
const MAX_BYTES = 7800;

export async function openEvents(database: Database): Promise<Events> {
  const listeners = new Set<(event: AppEvent) => void>();
  const missed = new Set<() => void>();
  await database.listen(
    CHANNEL,
    (payload) => {
      const event = JSON.parse(payload) as AppEvent;
      for (const listener of listeners) listener(event);
    },
    () => {
      for (const onMissed of missed) onMissed();
    },
  );
  return {
    async publish(event) {
      const text = JSON.stringify(event);
      const short = Buffer.byteLength(text) <= MAX_BYTES;
      await database.notify(
        CHANNEL,
        short ? text : JSON.stringify({ ...event, data: { ...event.data, ids: null } }),
      );
    },
    subscribe(listener, onMissed) {
      listeners.add(listener);
      if (onMissed) missed.add(onMissed);
      return () => {
        listeners.delete(listener);
        if (onMissed) missed.delete(onMissed);
      };
    },
  };
}
