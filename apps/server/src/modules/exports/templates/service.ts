import type { PriceTemplateBody, SavedPriceTemplate } from '@palier/contract';
import { PRICE_PRESETS } from '@palier/domain';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { notFound, refused } from '../../../http/errors.ts';
import { isId, newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { changeSeen, deleteSeen, type SeenOf } from '../../seen/index.ts';
import {
  deleteTemplate,
  insertTemplate,
  listTemplates,
  type PriceTemplateRow,
  updateTemplate,
} from './repository.ts';

const NAMED = 'Ce modèle de fichier de prix';

/** A menu of more would not be read. */
const MAX_TEMPLATES = 50;

const PRESETS: readonly SavedPriceTemplate[] = Object.entries(PRICE_PRESETS).map(([_id, preset]) => ({
  ...{ ...preset, columns: [...preset.columns] },
  ...{ _id, preset: true },
}));

const present = ({ template_id, template }: PriceTemplateRow): SavedPriceTemplate => ({
  // Kept before rows could be by place.
  ...{ ...template, rows_by: template.rows_by ?? 'price_list' },
  ...{ _id: template_id, preset: false },
});

/** The layouts that a price file may have: those of every organisation, then its own. */
export async function readTemplates(db: DbOrTx, scope: Scope): Promise<SavedPriceTemplate[]> {
  return [...PRESETS, ...(await listTemplates(db, scope)).map(present)];
}

/** @throws 404 */
export async function readTemplate(db: DbOrTx, scope: Scope, id: string): Promise<SavedPriceTemplate> {
  const template = (await readTemplates(db, scope)).find(({ _id }) => _id === id);
  if (!template) throw notFound(NAMED);
  return template;
}

/** Adds a layout. @throws 422 for a name that another has, or too many of them */
export async function addTemplate(
  db: Db,
  scope: Scope,
  template: PriceTemplateBody,
): Promise<SavedPriceTemplate> {
  const row = await inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    const others = await readTemplates(tx, scope);
    if (others.length - PRESETS.length >= MAX_TEMPLATES)
      throw refused(`Une enseigne garde au plus ${MAX_TEMPLATES} modèles de fichier de prix.`);
    requireOwnName(others, template.name);
    return insertTemplate(tx, scope, newId(), template);
  });
  return present(row);
}

/**
 * Writes a layout again; the files made with it stay as they were sent.
 * @throws 404, 409 when it is no longer as it was seen, 422 for a name that another has
 */
export async function rewriteTemplate(
  db: Db,
  scope: Scope,
  id: string,
  template: PriceTemplateBody,
  seen?: object,
): Promise<SavedPriceTemplate> {
  requireOwn(id);
  return inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    const others = (await readTemplates(tx, scope)).filter(({ _id }) => _id !== id);
    return changeSeen(tx, scope, {
      ...{ what: 'ce modèle', subject: `price_template ${id}`, changes: template, seen },
      read: () => layoutOf(tx, scope, id),
      write: async () => {
        requireOwnName(others, template.name);
        const row = await updateTemplate(tx, scope, id, template);
        if (!row) throw notFound(NAMED);
        return present(row);
      },
    });
  });
}

/** What is set of a layout. @throws 404 */
async function layoutOf(tx: Tx, scope: Scope, id: string): Promise<object> {
  const { _id, preset, ...layout } = await readTemplate(tx, scope, id);
  return layout;
}

/** Forgets a layout. @throws 404, 409 when it is no longer as it was seen */
export async function forgetTemplate(db: Db, scope: Scope, id: string, { seen }: SeenOf = {}): Promise<void> {
  requireOwn(id);
  await inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    await deleteSeen(tx, scope, {
      ...{ what: 'ce modèle', subject: `price_template ${id}`, seen },
      read: () => layoutOf(tx, scope, id),
    });
    await deleteTemplate(tx, scope, id);
  });
}

/** A preset is everybody's: it is copied, not changed. */
function requireOwn(id: string): void {
  if (!isId(id)) throw notFound(NAMED);
}

function requireOwnName(others: readonly { name: string }[], name: string): void {
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw refused(`Un modèle s’appelle déjà «\u202f${name}\u202f».`);
}
