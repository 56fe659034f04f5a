import type { ImportReport } from '@palier/analytics';
import type { Import, QualityDecision } from '@palier/contract';
import type { QualityDecisionRow } from '../facts/index.ts';
import type { FactFolders } from '../folders/index.ts';
import type { ImportRow } from './repository.ts';

type Folders = Pick<FactFolders, 'has'>;

/** An import as the API tells it, with what is decided today of its quality checks; `current`: the version in place, `folders`: where its files are. */
export async function presentImport(
  row: ImportRow,
  decisions: readonly QualityDecisionRow[],
  current: number,
  folders: Folders,
): Promise<Import> {
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
    report: presentReport(row.report, decisions),
    check: checkState(row),
    stale: await staleness(row, current, folders),
    mode: row.options.mode ?? 'incremental',
    reading: row.job_id,
    answers: { ...row.options.mapping?.answers },
  };
}

/** How far a checked import is; null for one that was imported at once. */
export function checkState(row: ImportRow): Import['check'] {
  const { check, discarded } = row.options;
  if (!check) return null;
  if (row.warehouse_version !== null) return 'published';
  return discarded || row.status === 'cancelled' || row.status === 'failed' ? 'discarded' : 'staged';
}

/** The same for a list, without the codes that its report may name by the thousand. */
export function withoutCodes(item: Import): Import {
  const { report } = item;
  if (!report?.products?.codes) return item;
  return { ...item, report: { ...report, products: { ...report.products, codes: null } } };
}

/** Why a check that waits cannot be imported as it stands; null when it can. */
async function staleness(row: ImportRow, current: number, folders: Folders): Promise<Import['stale']> {
  if (checkState(row) !== 'staged' || row.status !== 'completed') return null;
  const { staging_folder } = row.options;
  if (staging_folder && !(await folders.has(staging_folder))) return 'expired';
  return row.staged && row.staged.base !== current ? 'superseded' : null;
}

/** The report without the places of its files on our disk. */
function presentReport(
  report: Partial<ImportReport> | null,
  decisions: readonly QualityDecisionRow[],
): Import['report'] {
  if (!report) return null;
  const error_files = errorFiles(report).map(({ name, row_count }) => ({ name, row_count }));
  const quality = (report.quality ?? []).map((issue) => ({
    ...issue,
    decision: presentDecision(decisions.find(({ code }) => code === issue.code)),
  }));
  const {
    note = null,
    questions = [],
    effect = null,
    gaps = [],
    readings = [],
    currency = 'EUR',
    vat_rate = null,
    cost_share_of_price = null,
    products = null,
  } = report;
  const totals = { ...(report as ImportReport).totals };
  const totals_before = report.totals_before ? { ...report.totals_before } : null;
  const kept = {
    note,
    questions,
    // Kept before prices were compared.
    effect: effect && { ...effect, prices: effect.prices ?? [] },
    gaps,
    readings,
    currency,
    vat_rate,
    cost_share_of_price,
    products,
    totals,
    totals_before,
  };
  return { ...(report as ImportReport), ...kept, error_files, quality };
}

function presentDecision(row: QualityDecisionRow | undefined): QualityDecision | null {
  if (!row) return null;
  const { action, case_count, user_name, created_at } = row;
  return { action, case_count, user_name, created_at: created_at.toISOString() };
}

/** The files of refused rows that a report names. */
export function errorFiles(report: Partial<ImportReport> | null): ImportReport['error_files'] {
  return (report?.error_files ?? []).filter(({ row_count }) => row_count > 0);
}
