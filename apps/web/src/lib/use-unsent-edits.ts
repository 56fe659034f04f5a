import { useCallback, useSyncExternalStore } from 'react';
import { KeptEdits } from './kept-edits.ts';
import { useSession } from './session/use-session.ts';

/** How often what this tab itself still sends is looked at, ms: the browser tells of other tabs alone. */
const PAUSE = 1_000;

function subscribe(look: () => void): () => void {
  const timer = setInterval(look, PAUSE);
  window.addEventListener('storage', look);
  return () => {
    clearInterval(timer);
    window.removeEventListener('storage', look);
  };
}

/** How many lines of a project have edits of the user's that this browser has not sent: they wait for its listing. */
export function useUnsentEdits(project: string): number {
  const user = useSession().user?.sub ?? '';
  return useSyncExternalStore(
    subscribe,
    useCallback(() => new KeptEdits(user, project).count(), [user, project]),
  );
}
