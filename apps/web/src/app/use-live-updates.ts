import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatch } from 'react-router';
import { listProjects } from '../lib/calls/list-projects.ts';
import { isComputing } from '../lib/is-computing.ts';
import { followEvents, type LiveEvent, onLiveEvent } from '../lib/live/connection.ts';
import { paced } from '../lib/paced.ts';
import { applyLiveEvent } from './apply-live-event.ts';
import { readAgain } from './read-again.ts';

const PAUSE = 500;

/** Discounts change twenty times a second when several people work: the figures follow at a pace of their own. */
function followDiscounts(queryClient: QueryClient): { take: (event: LiveEvent) => void; stop: () => void } {
  const latest = new Map<unknown, LiveEvent>();
  const { ask, stop } = paced(
    async () => {
      const events = [...latest.values()];
      latest.clear();
      await Promise.all(events.map((event) => applyLiveEvent(queryClient, event)));
    },
    PAUSE,
    (error) => console.error('live figures', error),
  );
  const take = (event: LiveEvent): void => {
    latest.set(event.data.project_id, event);
    ask();
  };
  return { take, stop };
}

/** The end of a computation may have been told before this stream, or on another one: it is not told again. */
function readComputing(queryClient: QueryClient): void {
  const { queryKey } = listProjects();
  if (!queryClient.getQueryData(queryKey)?.data.some(isComputing)) return;
  void queryClient.invalidateQueries({ queryKey, exact: true });
}

/** Follows the server's events while the user is signed in, and refreshes what they change. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const projectId = useMatch('/project/:id/*')?.params.id ?? null;
  useEffect(() => {
    const { take, stop } = followDiscounts(queryClient);
    const leave = onLiveEvent((event) => {
      if (event.type === 'discounts') take(event);
      else void applyLiveEvent(queryClient, event);
    });
    return () => {
      leave();
      stop();
    };
  }, [queryClient]);
  useEffect(() => {
    const controller = new AbortController();
    void followEvents(
      projectId,
      controller.signal,
      () => void readAgain(queryClient),
      () => readComputing(queryClient),
    );
    return () => controller.abort();
  }, [projectId, queryClient]);
}
