import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatch } from 'react-router';
import { followEvents, onLiveEvent } from '../lib/live/connection.ts';
import { applyLiveEvent } from './apply-live-event.ts';

/** Follows the server's events while the user is signed in, and refreshes what they change. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const projectId = useMatch('/project/:id/*')?.params.id ?? null;
  useEffect(() => onLiveEvent((event) => applyLiveEvent(queryClient, event)), [queryClient]);
  useEffect(() => {
    const controller = new AbortController();
    void followEvents(projectId, controller.signal, () => void queryClient.invalidateQueries());
    return () => controller.abort();
  }, [projectId, queryClient]);
}
