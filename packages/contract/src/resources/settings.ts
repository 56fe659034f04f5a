import * as z from 'zod';

export const exportTemplateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    format: z.enum(['csv', 'xlsx']),
    /** listing: the lines as seen. prices: the price file for shops. proof: what proves the prior prices of these. */
    kind: z.enum(['listing', 'prices', 'proof']),
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
    /** Fields offered in no column, filter, rule nor featured field. */
    unavailableFields: z.array(z.string().min(1).max(200)).max(500).optional(),
    /** Whether scenarios and goals may be narrowed to some products. */
    useScenarioScope: z.boolean().optional(),
  })
  .meta({ id: 'SettingsChanges' });
export type SettingsChanges = z.infer<typeof settingsChangesSchema>;
