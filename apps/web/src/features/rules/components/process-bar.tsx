import type { Rulebook } from '@palier/contract';
import { formatNumber } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { activityTime } from '../../../lib/activity-time.ts';
import { isJobRunning, listJobs } from '../../../lib/calls/list-jobs.ts';
import { countOf, french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/marks.tsx';
import styles from './process-bar.module.css';

interface ProcessBarProps {
  projectId: string;
  rulebook: Rulebook;
  /** Why the rulebook may not be applied; null when it may. */
  refusal: string | null;
  onProcess: () => void;
  busy: boolean;
}

/** « Dernier traitement à 8:20, en 4 s. » */
function lastText({ last_processing: last }: Rulebook): string {
  if (!last) return 'Aucun traitement encore : rien n’est écrit dans les démarques avant le premier.';
  const when = activityTime(new Date(last.finished_at), new Date());
  if (last.error) return `Le dernier traitement (${when}) n’a pas abouti : ${last.error}`;
  const lasted = `${formatNumber(Math.max(0.1, last.duration_ms / 1000), last.duration_ms < 10_000 ? 1 : 0)} s`;
  return `Dernier traitement : ${when}, en ${lasted}. Pendant un traitement, les règles sont en lecture seule.`;
}

/** What waits to be applied: drafts, changes, and deletions. */
function waitingText({ data, removed_rule_count: removed }: Rulebook): string | null {
  const drafts = data.filter(({ state }) => state !== 'processed').length;
  const parts = [
    drafts > 0 ? countOf(drafts, 'brouillon') : '',
    removed > 0 ? countOf(removed, 'suppression') : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' et ') : null;
}

function Progress({ projectId }: { projectId: string }) {
  const jobs = useQuery({ ...listJobs(), refetchInterval: 1000 }).data;
  const job = jobs?.find((one) => one.kind === 'rules' && one.project_id === projectId && isJobRunning(one));
  return (
    <>
      <span role="status">{job?.stage ?? 'Traitement demandé'}</span>
      <ProgressBar share={job && job.progress > 0 ? job.progress : null} label="Traitement des règles" />
    </>
  );
}

/** Applies the rulebook to the discounts, and says how that went the last time. */
export function ProcessBar({ projectId, rulebook, refusal, onProcess, busy }: ProcessBarProps) {
  const processing = rulebook.processing_rule_count > 0;
  const waiting = waitingText(rulebook);
  const nothing = rulebook.data.length === 0 && waiting === null;
  if (nothing && !rulebook.last_processing) return null;
  return (
    <div className={styles.foot} data-part="process">
      {processing ? (
        <Progress projectId={projectId} />
      ) : (
        <span className={rulebook.last_processing?.error ? 'negative' : 'muted'}>
          {french(lastText(rulebook))}
        </span>
      )}
      <span className="spacer" />
      <Button
        tone={waiting ? 'primary' : 'plain'}
        disabled={processing || busy || refusal !== null || nothing}
        title={refusal ?? undefined}
        onClick={onProcess}
      >
        {processing ? 'Traitement en cours…' : waiting ? `Traiter ${waiting}` : 'Traiter à nouveau'}
      </Button>
    </div>
  );
}
