import * as z from 'zod';
import { countSchema, idSchema, instantSchema } from '../wire/common.ts';

const figuresSchema = z.object({
  /** null: never received, so unknown. */
  sale_amount: z.number().nullable(),
  sale_quantity: z.number().nullable(),
  stock_quantity: z.number().nullable(),
  order_quantity: z.number().nullable(),
  item_group_count: countSchema,
  item_count: countSchema,
  place_count: countSchema,
  price_count: countSchema,
  last_sale_date: z.string().nullable(),
  data_date: z.string().nullable(),
});

/** A version of the organisation's data that was served. */
export const warehouseVersionSchema = z
  .object({
    version: z.int().min(1),
    published_at: instantSchema,
    published_by: z.string(),
    is_current: z.boolean(),
    import_id: idSchema.nullable(),
    /** The version that this one restores. */
    restored_from: z.int().nullable(),
    mode: z.enum(['incremental', 'full']).nullable(),
    files: z.array(z.string()),
    rows_rejected: countSchema.nullable(),
    figures: figuresSchema,
    currency: z.string(),
  })
  .meta({ id: 'WarehouseVersion' });
export type WarehouseVersion = z.infer<typeof warehouseVersionSchema>;

/** What going back to a version would change. */
export const versionDifferenceSchema = z
  .object({
    version: warehouseVersionSchema,
    current: warehouseVersionSchema,
    /** Projects whose figures are computed again. */
    projects: z.array(z.object({ _id: idSchema, name: z.string() })),
    /** The till's totals that are put back as they were then. */
    control_count: countSchema,
  })
  .meta({ id: 'VersionDifference' });
