import { type LawPolicy, lawPolicy } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';
import { changeSetting } from '../seen-setting.ts';

/** What each rule of the law does to the organisation's validations: as it chose, else as usual. */
export async function organizationLaw(db: DbOrTx, scope: Scope): Promise<LawPolicy> {
  const { law } = await organizationSettings(db, scope);
  return lawPolicy(law);
}

/** Says what each rule does. @throws 409 for one that is no longer as it was seen */
export async function setOrganizationLaw(
  db: Db,
  scope: Scope,
  law: LawPolicy,
  seen?: object,
): Promise<LawPolicy> {
  await inTransaction(db, (tx) =>
    changeSetting(tx, scope, {
      ...{ subject: 'law', changes: law, seen },
      read: () => organizationLaw(tx, scope),
      write: () => changeOrganizationSettings(tx, scope, { law }),
    }),
  );
  return law;
}
