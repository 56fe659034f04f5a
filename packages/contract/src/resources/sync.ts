import * as z from 'zod';
import { countSchema, idSchema, pointsSchema, writeReceiptSchema } from '../wire/common.ts';
import { listParam } from '../wire/query-params.ts';
import { selectionQuery } from './listing.ts';
import { keptShape } from './seen.ts';

export const outOfSyncQuery = z.object({ projects: listParam.optional() });
export const groupOutOfSyncQuery = selectionQuery.extend({ projects: listParam.optional() });

/** Whether a line's discount differs from the same product's in another project. */
export const lineOutOfSyncSchema = z
  .object({
    project_id: idSchema,
    out_of_sync: z.boolean(),
    discount_pct: pointsSchema.nullable(),
    source_discount_pct: pointsSchema.nullable(),
  })
  .meta({ id: 'LineOutOfSync' });

export const groupOutOfSyncSchema = z
  .object({
    project_id: idSchema,
    /** Of the lines that the other project has a discount for, those that carry another one. */
    out_of_sync_count: countSchema,
    /** Lines that the other project has a discount for. */
    discount_count: countSchema,
    /** Lines whose product the other project has too, with or without a discount there. */
    shared_count: countSchema,
  })
  .meta({ id: 'GroupOutOfSync' });

/** What taking another project's discounts wrote, and the lines it left alone. */
export const syncReceiptSchema = writeReceiptSchema
  .extend({
    ...keptShape,
    /** Lines whose rules, levels or previous discount do not allow it, by reason. */
    refused: z.record(z.string(), countSchema),
    /** Lines kept because their discount is optimal. */
    optimal_count: countSchema,
  })
  .meta({ id: 'SyncReceipt' });
