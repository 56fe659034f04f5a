import type { Job } from '@palier/contract';
import type { JobRow, NamedJobRow } from './repository.ts';

const LABELS: Record<JobRow['kind'], string> = {
  import: 'Import des fichiers',
  snapshot: 'Mise à jour du projet',
  optimization: 'Optimisation',
  rules: 'Application des règles',
  series: 'Enregistrement des séries',
};

export function presentJob(row: NamedJobRow): Job {
  const project = row.project_name?.split('/').at(-1);
  return {
    _id: row.job_id,
    kind: row.kind,
    subject_id: row.subject_id,
    project_id: row.project_id,
    label: project ? `${LABELS[row.kind]} (${project})` : LABELS[row.kind],
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    error: row.error,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** A job that moved on, for the browsers that follow it: named by its import or optimisation when it has one. */
export function presentJobEvent(row: JobRow) {
  return {
    _id: row.subject_id ?? row.job_id,
    project_id: row.project_id,
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    error: row.error,
  };
}
