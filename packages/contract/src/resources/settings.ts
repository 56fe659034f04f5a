import { EXPORT_FORMATS, EXPORT_KINDS } from '@palier/domain';
import * as z from 'zod';
import { nameSchema } from '../wire/common.ts';

const MAX_TEMPLATES = 50;
const MAX_FEATURED = 12;
const columnsSchema = z.array(z.string().min(1).max(200)).max(300);

export const exportTemplateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    format: z.enum(EXPORT_FORMATS),
    /** listing: the lines as seen. prices: the price file for shops. proof: what proves the prior prices of these. */
    kind: z.enum(EXPORT_KINDS),
    /** Of a listing: its columns, whatever the screen shows; those of the screen when missing. */
    columns: columnsSchema.optional(),
  })
  .meta({ id: 'ExportTemplate' });

export const settingsSchema = z
  .object({
    featured_fields: z.array(z.string()),
    dashboard_columns: z.array(z.string()),
    useScenarioScope: z.boolean(),
    unavailableFields: z.array(z.string()),
    exportTemplates: z.array(exportTemplateSchema),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;

/** What an administrator may change of them. */
export const settingsChangesSchema = z
  .strictObject({
    /** Fields shown under the products' names, unless a view has its own. */
    featured_fields: z.array(z.string().min(1).max(200)).max(MAX_FEATURED).optional(),
    /** Columns that a view without its own opens with, in order. */
    dashboard_columns: columnsSchema.optional(),
    /** Fields offered in no column, filter, rule nor featured field. */
    unavailableFields: z.array(z.string().min(1).max(200)).max(1000).optional(),
    /** Whether scenarios and goals may be narrowed to some products. */
    useScenarioScope: z.boolean().optional(),
    /** The files that a listing offers, in order: those of Palier, renamed or left out, and listings with columns of their own. */
    exportTemplates: z
      .array(
        z.strictObject({
          ...exportTemplateSchema.shape,
          id: z.string().regex(/^[a-z0-9-]{1,64}$/),
          name: nameSchema,
          columns: columnsSchema.min(1).optional(),
        }),
      )
      .max(MAX_TEMPLATES)
      .optional(),
  })
  .meta({ id: 'SettingsChanges' });
export type SettingsChanges = z.infer<typeof settingsChangesSchema>;
