import { DEFAULT_IMPORT_SETTINGS, type ImportSettings } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/errors.ts';
import { isAllowed, type Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../../organizations/index.ts';

/** How the organisation's imports are watched over. */
export async function readImportSettings(db: DbOrTx, scope: Scope): Promise<ImportSettings> {
  const { imports } = await organizationSettings(db, scope);
  return { ...DEFAULT_IMPORT_SETTINGS, ...imports };
}

/** @throws 403 without the permission: who may validate a markdown answers for its figures */
export async function saveImportSettings(
  db: Db,
  scope: Scope,
  imports: ImportSettings,
): Promise<ImportSettings> {
  if (!isAllowed(scope, 'canValidatePhases'))
    throw new ApiError(
      'forbidden',
      'Régler le contrôle des imports demande une permission que vous n’avez pas.',
    );
  await inTransaction(db, (tx) => changeOrganizationSettings(tx, scope, { imports }));
  return imports;
}
