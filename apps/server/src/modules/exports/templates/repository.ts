import type { PriceTemplateBody } from '@palier/contract';
import type { Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { PriceTemplateTable } from '../../../db/tables/price-tables.ts';
import type { Scope } from '../../../scope.ts';

export type PriceTemplateRow = Selectable<PriceTemplateTable>;

/** The organisation's own templates, the first made first. */
export async function listTemplates(db: DbOrTx, { organization_id }: Scope): Promise<PriceTemplateRow[]> {
  return db
    .selectFrom('price_template')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .orderBy('template_id')
    .execute();
}

export async function insertTemplate(
  tx: Tx,
  { organization_id, user_name }: Scope,
  template_id: string,
  template: PriceTemplateBody,
): Promise<PriceTemplateRow> {
  return tx
    .insertInto('price_template')
    .values({ organization_id, user_name, template_id, template: JSON.stringify(template) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined when there is no such template. */
export async function updateTemplate(
  tx: Tx,
  { organization_id, user_name }: Scope,
  template_id: string,
  template: PriceTemplateBody,
): Promise<PriceTemplateRow | undefined> {
  return tx
    .updateTable('price_template')
    .set({ template: JSON.stringify(template), user_name, updated_at: new Date() })
    .where('organization_id', '=', organization_id)
    .where('template_id', '=', template_id)
    .returningAll()
    .executeTakeFirst();
}

/** False when there is no such template. */
export async function deleteTemplate(
  tx: Tx,
  { organization_id }: Scope,
  template_id: string,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('price_template')
    .where('organization_id', '=', organization_id)
    .where('template_id', '=', template_id)
    .returning('template_id')
    .executeTakeFirst();
  return row !== undefined;
}
