import type { Project, RouteOutput, StaleDetails } from '@palier/contract';
import { editedValues } from '@palier/domain';
import { useEffect, useMemo, useRef } from 'react';
import { ApiError, errorMessage } from '../../../lib/api/errors.ts';
import { KeptEdits } from '../../../lib/kept-edits.ts';
import { notifyError } from '../../../lib/notifications.ts';
import { isSeeingAct } from '../../../lib/own-acts.ts';
import { sessionStore } from '../../../lib/session/state.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { type EditBody, saveEdits } from '../api/discounts.ts';
import { projectLevels } from '../screen/project-view.ts';
import type { PendingEdit, SavedDecision, SendOutcome } from './edit-queue.ts';
import { EditSession } from './edit-session.ts';

type Edits = Readonly<Record<string, PendingEdit>>;

/**
 * The edits with the versions that acts of this tab on many lines have given theirs meanwhile: one does not conflict
 * with oneself. Such an act wrote no line that a colleague had written unseen; another, an undoing, may have. null: there
 * is none.
 */
function overOwnActs(project: string, error: ApiError, edits: Edits): Edits | null {
  const { conflicts = [] } = (error.details ?? {}) as Partial<StaleDetails>;
  const own = conflicts.filter(({ _id, stored }) => edits[_id] && isSeeingAct(project, stored.version));
  if (own.length === 0) return null;
  const brought = own.flatMap(({ _id, stored }) => {
    const pending = edits[_id];
    return pending ? [[_id, { ...pending, version: stored.version }] as const] : [];
  });
  return { ...edits, ...Object.fromEntries(brought) };
}

function conflictsOf(error: ApiError, edits: Readonly<Record<string, PendingEdit>>): SendOutcome {
  const details = error.details as Partial<StaleDetails> | undefined;
  const conflicts = (details?.conflicts ?? []).map(({ _id, stored }) => ({
    line_id: _id,
    mine: edits[_id]?.edit ?? {},
    theirs: editedValues(stored),
    their_version: stored.version,
    their_name: stored.update_user,
  }));
  return conflicts.length > 0 ? { status: 'conflict', conflicts } : { status: 'refused' };
}

/** The decisions of the lines that the edit changed; of the others a newer one may be shown. */
function decisionsOf({ data, version }: RouteOutput<'discounts.edit'>): Record<string, SavedDecision> {
  return Object.fromEntries(
    data.flatMap(({ _id, item_group_id: _, version: own, ...decision }) =>
      own === version ? [[_id, decision as SavedDecision]] : [],
    ),
  );
}

/** No answer, a server in trouble, or a session that has ended: the edit is neither taken nor refused. */
const UNANSWERED: readonly number[] = [0, 401, 502, 503];

async function send(project: string, edits: Edits): Promise<SendOutcome> {
  const body: EditBody = Object.fromEntries(
    Object.entries(edits).map(([id, { edit, version }]) => [
      id,
      version === undefined ? edit : { ...edit, version },
    ]),
  );
  try {
    const answer = await saveEdits(project, body);
    const versions = answer.data.flatMap((line) =>
      line.version === undefined ? [] : [[line._id, line.version] as const],
    );
    return { status: 'saved', versions: Object.fromEntries(versions), decisions: decisionsOf(answer) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Who is no longer signed in finds her edits, and sends them, once she is again.
    if (UNANSWERED.includes(error.status)) return { status: 'offline' };
    if (error.code === 'stale_version') {
      const again = overOwnActs(project, error, edits);
      return again ? send(project, again) : conflictsOf(error, edits);
    }
    notifyError(error.message);
    return { status: 'refused' };
  }
}

/** The edit session of a project; edits that a reload interrupted are sent again. */
export function useEditSession(project: Project, onSaved: () => void): EditSession {
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const optimised = useRef(project.has_optimizations);
  optimised.current = project.has_optimizations;
  const levels = projectLevels(project).join();
  const user = useSession().user?.sub ?? '';
  const kept = useMemo(() => new KeptEdits<PendingEdit>(user, project._id), [user, project._id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: levels stand for the project's range
  const session = useMemo(
    () =>
      new EditSession({
        levels: projectLevels(project),
        hasOptimizations: () => optimised.current,
        userName: sessionStore.get().user?.name ?? '',
        send: (edits) => send(project._id, edits),
        keep: (edits) => kept.keep(edits),
        onSaved: () => saved.current(),
        onFailure: (error) => notifyError(errorMessage(error)),
      }),
    [project._id, levels, kept],
  );
  useEffect(() => {
    session.restore(kept.read());
    const retry = (): void => void session.queue.flush();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      session.stop();
    };
  }, [session, kept]);
  return session;
}
