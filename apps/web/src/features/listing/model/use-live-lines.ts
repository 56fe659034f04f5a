import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onLiveEvent } from '../../../lib/live/connection.ts';
import { listLinesByCode } from '../api/discounts.ts';
import type { EditSession } from './edit-session.ts';
import type { ListingTree } from './use-listing-tree.ts';

interface LiveOptions {
  project: string;
  user: string | null;
  session: EditSession;
  listing: ListingTree;
}

const PAUSE = 200;

function hour(now = new Date()): string {
  return `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`;
}

/** Lines that others change while one looks: read again, marked with who and when; their groups follow. */
export function useLiveLines({ project, user, session, listing }: LiveOptions): void {
  const latest = useRef(listing);
  latest.current = listing;
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed = new Map<string, string>();
    let everything = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const read = async (): Promise<void> => {
      const { tree, refresh, refreshFigures } = latest.current;
      if (everything) {
        everything = false;
        changed.clear();
        await refresh();
        return;
      }
      const names = new Map(changed);
      changed.clear();
      const shown = [...names.keys()].flatMap((id) => tree?.store.line(id)?.line ?? []);
      refreshFigures();
      if (shown.length === 0) return;
      const answer = await listLinesByCode(
        project,
        shown.map((line) => line.item_group_id),
        {},
      );
      session.replace(
        answer.data.map((line) => {
          const name = names.get(line._id);
          return name ? { ...line, changed_by: { name, at: hour() } } : line;
        }),
      );
    };

    const stop = onLiveEvent(({ type, data }) => {
      if (type !== 'discounts' || data.project_id !== project) return;
      void queryClient.invalidateQueries({ queryKey: ['projects', project, 'history'] });
      const mine = data.user_id === user;
      const ids = Array.isArray(data.ids) ? data.ids.filter((id) => typeof id === 'string') : null;
      // My own edits are already shown; those of an optimisation or an import are not.
      if (mine && ids !== null) return;
      if (ids === null) everything = true;
      else
        for (const id of ids)
          changed.set(id, typeof data.user_name === 'string' ? data.user_name : 'Un collègue');
      clearTimeout(timer);
      timer = setTimeout(() => {
        read().catch((error: unknown) => console.error('live lines', error));
      }, PAUSE);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [project, user, session, queryClient]);
}
