import type { ImportReport } from '@palier/analytics';
import type { Import } from '@palier/contract';
import type { ImportRow } from './repository.ts';

export function presentImport(row: ImportRow): Import {
  return {
    _id: row.import_id,
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    files: row.files,
    error: row.error,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    finished_at: row.finished_at?.toISOString() ?? null,
    report: presentReport(row.report),
  };
}

/** The report without the places of its files on our disk. */
function presentReport(report: Record<string, unknown> | null): Import['report'] {
  if (!report) return null;
  const error_files = errorFiles(report).map(({ name, row_count }) => ({ name, row_count }));
  return { ...report, error_files } as unknown as Import['report'];
}

/** The files of refused rows that a report names. */
export function errorFiles(report: Record<string, unknown> | null): ImportReport['error_files'] {
  return ((report as ImportReport | null)?.error_files ?? []).filter(({ row_count }) => row_count > 0);
}
