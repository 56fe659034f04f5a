import type { Job } from '@palier/contract';
import { formatPercent } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isJobRunning, listJobs } from '../../lib/calls/list-jobs.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/marks.tsx';
import { Popover } from '../../ui/popover.tsx';
import styles from './running-jobs.module.css';

const kindLabels: Record<Job['kind'], string> = {
  import: 'Import',
  snapshot: 'Calcul des chiffres',
  optimization: 'Optimisation',
  rules: 'Règles',
  series: 'Séries',
};

/** Share done between 0 and 1; null while it waits. */
function shareOf(job: Job): number | null {
  return job.status === 'requested' && job.progress === 0 ? null : job.progress;
}

function summary(jobs: readonly Job[]): string {
  const [job] = jobs;
  if (jobs.length !== 1 || !job) return `${jobs.length} travaux en cours`;
  const share = shareOf(job);
  return share === null ? kindLabels[job.kind] : `${kindLabels[job.kind]} ${formatPercent(share * 100, 0)}`;
}

/** Screen where a job is followed. */
function pathOf(job: Job): string | null {
  if (job.kind === 'import' && job.subject_id) return paths.import(job.subject_id);
  if (!job.project_id) return null;
  const project = { type: 'project', id: job.project_id } as const;
  if (job.kind === 'rules') return paths.rules(job.project_id);
  return job.kind === 'optimization' ? paths.optimization(project) : paths.collection(project);
}

/** The server's running work with its progress; nothing when there is none. */
export function RunningJobs() {
  const jobs = (useQuery(listJobs()).data ?? []).filter(isJobRunning);
  const [job] = jobs;
  if (!job) return null;
  return (
    <Popover
      label="Travaux en cours"
      buttonClass={styles.opener}
      buttonLabel={summary(jobs)}
      button={
        <>
          <Icon name="activity" />
          <span>{summary(jobs)}</span>
          <ProgressBar share={shareOf(job)} label={summary(jobs)} />
        </>
      }
    >
      <div className={styles.list}>
        {jobs.map((running) => (
          <JobLine key={running._id} job={running} />
        ))}
      </div>
    </Popover>
  );
}

function JobLine({ job }: { job: Job }) {
  const to = pathOf(job);
  const share = shareOf(job);
  return (
    <div>
      <span className="strong">{to ? <Link to={to}>{job.label}</Link> : job.label}</span>
      <span className="muted">{share === null ? 'en attente' : formatPercent(share * 100, 0)}</span>
      <ProgressBar share={share} label={job.label} />
      <span className="muted small">{job.stage ?? kindLabels[job.kind]}</span>
    </div>
  );
}
