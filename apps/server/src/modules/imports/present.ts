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
  const { errors_file, ...rest } = report;
  return {
    ...rest,
    has_rejected_rows: errors_file !== null && errors_file !== undefined,
  } as unknown as Import['report'];
}
