import type { NewRuleSet, RuleSet } from '@palier/contract';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { notFound, refused } from '../../../http/errors.ts';
import { isId, newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { deleteSet, insertSet, listSets, type RuleSetRow } from './repository.ts';

const MAX_SETS = 100;

export function presentSet({ rule_set_id, name, rules, created_at, user_name }: RuleSetRow): RuleSet {
  return { _id: rule_set_id, name, rules, created_at: created_at.toISOString(), user_name };
}

/** Keeps rules for other projects. @throws 422 for a name that is taken, or too many sets */
export async function keepSet({ db }: Database, scope: Scope, { name, rules }: NewRuleSet): Promise<RuleSet> {
  const rule_set_id = newId();
  const sets = await inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    const known = await listSets(tx, scope);
    if (known.some((set) => set.name === name)) throw refused(`Un jeu de règles s’appelle déjà « ${name} ».`);
    if (known.length >= MAX_SETS) throw refused(`Une enseigne garde au plus ${MAX_SETS} jeux de règles.`);
    await insertSet(tx, scope, { rule_set_id, name, rules });
    return listSets(tx, scope);
  });
  const kept = sets.find((set) => set.rule_set_id === rule_set_id);
  if (!kept) throw notFound('Ce jeu de règles');
  return presentSet(kept);
}

/** Forgets a set; projects keep their rules. @throws 404 */
export async function forgetSet({ db }: Database, scope: Scope, rule_set_id: string): Promise<void> {
  const found = isId(rule_set_id) && (await inTransaction(db, (tx) => deleteSet(tx, scope, rule_set_id)));
  if (!found) throw notFound('Ce jeu de règles');
}
