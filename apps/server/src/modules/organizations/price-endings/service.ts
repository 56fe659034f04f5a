import { endingsOfList, type PriceEnding } from '@palier/domain';
import type { DbOrTx } from '../../../db/database.ts';
import type { Scope } from '../../../scope.ts';
import { organizationSettings } from '../repository.ts';

/** How the organisation's prices end; no rule: as the discounts give them. */
export async function organizationEndings(db: DbOrTx, scope: Scope): Promise<PriceEnding[]> {
  const { price_endings = [] } = await organizationSettings(db, scope);
  return [...price_endings];
}

/** The rules that a project's prices follow: those of its price list. */
export async function projectEndings(
  db: DbOrTx,
  scope: Scope,
  { selection }: { selection: { price_list_id?: string | null } },
): Promise<PriceEnding[]> {
  return endingsOfList(await organizationEndings(db, scope), selection.price_list_id ?? null);
}
