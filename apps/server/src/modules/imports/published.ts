import type { ImportReport, UsedMapping } from '@palier/analytics';
import type { ControlTotal } from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import type { ReplacedControl } from '../../db/tables/warehouse-tables.ts';
import type { Scope } from '../../scope.ts';
import { saveControls } from './controls/repository.ts';
import { type ImportRow, saveMapping, saveReport } from './repository.ts';
import type { NewVersion } from './versions/repository.ts';

interface Kept {
  report: Partial<ImportReport> | null;
  used_mappings: readonly UsedMapping[];
  /** Those of the till that the files said: they take the place of those of their month and place. */
  control_totals: readonly ControlTotal[];
}

/** The report of an import that succeeded, and how its files were read, for the next ones. */
export async function keep(
  tx: Tx,
  scope: Scope,
  import_id: string,
  { report, used_mappings, control_totals }: Kept,
  version: number,
): Promise<void> {
  await saveControls(tx, scope, control_totals);
  await saveReport(tx, scope, import_id, report, version);
  for (const { shape, files } of used_mappings) await saveMapping(tx, scope, shape, files);
}

/** The version that an import made, as the list of versions keeps it; `replaced`: the till's totals that it changed. */
export function versionOf(
  row: ImportRow,
  report: Partial<ImportReport> | null,
  { version, published_by, replaced }: { version: number; published_by: string; replaced: ReplacedControl[] },
): NewVersion {
  const { mode } = row.options;
  const rows_rejected = (report?.files ?? []).reduce((sum, file) => sum + file.rows_rejected, 0);
  const files = row.files.slice(0, 20).map(({ name }) => name);
  const { currency } = report ?? {};
  const replaced_controls = replaced.length > 0 ? replaced : undefined;
  const details = {
    mode: mode ?? ('incremental' as const),
    files,
    rows_rejected,
    currency,
    replaced_controls,
  };
  return { version, published_by, import_id: row.import_id, restored_from: null, details };
}
