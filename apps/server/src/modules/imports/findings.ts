import type { ImportReport } from '@palier/analytics';
import type { DbOrTx } from '../../db/database.ts';
import type { Scope } from '../../scope.ts';
import { listDecisions, warehouseVersion } from '../facts/index.ts';
import { findImport } from './repository.ts';
import { listVersions } from './versions/repository.ts';

type Finding = ImportReport['quality'][number];

/** The import whose data are in place, through the versions that were gone back to; null when it is not known. */
async function importInPlace(db: DbOrTx, scope: Scope): Promise<string | null> {
  const versions = new Map((await listVersions(db, scope)).map((row) => [row.version, row]));
  let row = versions.get(await warehouseVersion(db, scope));
  while (row?.import_id === null && row.restored_from !== null) row = versions.get(row.restored_from);
  return row?.import_id ?? null;
}

/**
 * What the control of the data in place found doubtful and nobody excluded or accepted, or that has more cases since;
 * null when the data were never controlled.
 */
export async function openFindings(db: DbOrTx, scope: Scope): Promise<Finding[] | null> {
  const import_id = await importInPlace(db, scope);
  const report = import_id === null ? null : (await findImport(db, scope, import_id))?.report;
  if (!report?.quality) return null;
  const decided = new Map((await listDecisions(db, scope)).map((row) => [row.code, row.case_count]));
  return report.quality.filter(
    ({ code, count, severity }) => severity !== 'info' && count > (decided.get(code) ?? 0),
  );
}
