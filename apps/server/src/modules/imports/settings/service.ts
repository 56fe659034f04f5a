import { DEFAULT_IMPORT_SETTINGS, type ImportSettings } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Scope } from '../../../scope.ts';
import {
  changeOrganizationSettings,
  changeSetting,
  organizationSettings,
} from '../../organizations/index.ts';

/** How the organisation's imports are watched over. */
export async function readImportSettings(db: DbOrTx, scope: Scope): Promise<ImportSettings> {
  const { imports } = await organizationSettings(db, scope);
  return { ...DEFAULT_IMPORT_SETTINGS, ...imports };
}

/** Puts the settings in the place of what was. @throws 409 when they are no longer as they were seen */
export async function saveImportSettings(
  db: Db,
  scope: Scope,
  imports: ImportSettings,
  seen?: object,
): Promise<ImportSettings> {
  await inTransaction(db, (tx) =>
    changeSetting(tx, scope, {
      ...{ subject: 'imports', changes: imports, seen },
      read: () => readImportSettings(tx, scope),
      write: () => changeOrganizationSettings(tx, scope, { imports }),
    }),
  );
  return imports;
}
