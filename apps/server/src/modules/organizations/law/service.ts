import { type LawPolicy, lawPolicy } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';

/** What each rule of the law does to the organisation's validations: as it chose, else as usual. */
export async function organizationLaw(db: DbOrTx, scope: Scope): Promise<LawPolicy> {
  const { law } = await organizationSettings(db, scope);
  return lawPolicy(law);
}

/** Says what each rule does. */
export async function setOrganizationLaw(db: Db, scope: Scope, law: LawPolicy): Promise<LawPolicy> {
  await inTransaction(db, (tx) => changeOrganizationSettings(tx, scope, { law }));
  return law;
}
