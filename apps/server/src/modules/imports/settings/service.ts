import { DEFAULT_IMPORT_SETTINGS, type ImportSettings } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../../organizations/index.ts';

/** How the organisation's imports are watched over. */
export async function readImportSettings(db: DbOrTx, scope: Scope): Promise<ImportSettings> {
  const { imports } = await organizationSettings(db, scope);
  return { ...DEFAULT_IMPORT_SETTINGS, ...imports };
}

/** Puts the settings in the place of what was. */
export async function saveImportSettings(
  db: Db,
  scope: Scope,
  imports: ImportSettings,
): Promise<ImportSettings> {
  await inTransaction(db, (tx) => changeOrganizationSettings(tx, scope, { imports }));
  return imports;
}
