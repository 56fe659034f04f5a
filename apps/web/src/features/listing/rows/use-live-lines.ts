import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type LiveEvent, onLiveEvent } from '../../../lib/live/connection.ts';
import { paced } from '../../../lib/paced.ts';
import { listLinesByCode } from '../api/discounts.ts';
import type { EditSession } from '../edit/edit-session.ts';
import { LiveChanges } from './live-changes.ts';
import type { ListingTree } from './use-listing-tree.ts';

interface LiveOptions {
  project: string;
  user: string | null;
  session: EditSession;
  listing: ListingTree;
  /** What the rows hold, at this moment. */
  fields: () => readonly string[];
}

/** What was written before the stream opened is not known. */
const MISSED: LiveEvent = { type: 'reconnected', data: {} };
const PAUSE = 200;
/** What an edit of this tab is given to be answered, before its event is taken for that of another tab. */
const ANSWER_PAUSE = 1_000;

function hour(now = new Date()): string {
  return `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`;
}

/** Lines that others, or oneself in another tab, change while one looks: read again, marked with who else and when; their groups follow. */
export function useLiveLines({ project, user, session, listing, fields }: LiveOptions): void {
  const latest = useRef(listing);
  latest.current = listing;
  const queryClient = useQueryClient();
  useEffect(() => {
    const changes = new LiveChanges(
      project,
      user,
      (id, version) => (latest.current.tree?.store.line(id)?.line.version ?? -1) >= version,
    );

    const readEverything = async (by: string | null, at: number): Promise<void> => {
      // My own change of a group is read again by the screen that asked for it.
      if (by === null && latest.current.refreshedSince(at)) return;
      const known = session.versions();
      await latest.current.refresh();
      if (by !== null) session.markChanged(known, { name: by, at: hour() });
    };
    const readLines = async (names: ReadonlyMap<string, string | null>): Promise<void> => {
      const { tree, refreshFigures } = latest.current;
      refreshFigures();
      const shown = [...names.keys()].flatMap((id) => tree?.store.line(id)?.line ?? []);
      if (shown.length === 0) return;
      const codes = shown.map((line) => line.item_group_id);
      const { data } = await listLinesByCode(project, codes, { fields: fields() });
      session.replace(
        data.map((line) => {
          const name = names.get(line._id);
          return name ? { ...line, changed_by: { name, at: hour() } } : line;
        }),
      );
    };

    const reading = paced(
      async () => {
        const { everything, by, at, names, versions } = changes.take();
        void queryClient.invalidateQueries({ queryKey: ['projects', project, 'history'] });
        // What others decide is no effect of mine: the figures before my edits move with it.
        if (by !== null || names.size > 0)
          void queryClient.invalidateQueries({ queryKey: ['projects', project, 'references'] });
        if (everything) return readEverything(by, at);
        const { version } = latest.current;
        await readLines(names);
        version.readAgain(versions);
      },
      PAUSE,
      (error) => console.error('live lines', error),
    );
    const take = (event: LiveEvent): void => {
      const from = changes.openedAt(event);
      if (from !== null) latest.current.version.toldAfter(from, () => take(MISSED));
      const isNew = changes.add(event);
      const written = changes.versionOf(event);
      // Until its lines are read again, an act on many does not take them for seen.
      if (written !== null) latest.current.version.told(written);
      if (isNew) reading.ask();
      else if (written !== null) latest.current.version.readAgain([written]);
    };
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const takeLater = (event: LiveEvent): void => {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        take(event);
      }, ANSWER_PAUSE);
      waiting.add(timer);
    };
    const stop = onLiveEvent((event) => (changes.namesMine(event) ? takeLater : take)(event));
    return () => {
      stop();
      for (const timer of waiting) clearTimeout(timer);
      reading.stop();
    };
  }, [project, user, session, fields, queryClient]);
}
