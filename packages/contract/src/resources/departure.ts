import { ABSENCE_REASONS, DISCOUNT_KINDS } from '@palier/domain';
import * as z from 'zod';
import { countSchema, idSchema, instantSchema } from '../wire/common.ts';

/** A decided product that left its project with new figures, as it was in the former ones. */
const departedLineSchema = z
  .object({
    /** The entry of the journal that says it. */
    activity_id: idSchema,
    discount_id: idSchema,
    item_group_id: z.string(),
    title: z.string().nullable(),
    left_at: instantSchema,
    reason: z.enum(ABSENCE_REASONS),
    /** The phase that was worked, from 0. */
    project_phase: z.int(),
    /** In force, in points. */
    discount_pct: z.number().nullable(),
    /** As the listing said it. */
    discount_kind: z.enum(DISCOUNT_KINDS).nullable(),
    included: z.boolean(),
    reviewed: z.boolean(),
    /** The name of who last changed it. */
    decided_by: z.string().nullable(),
    stock_qty: z.number().nullable(),
    /** Forecast of the phase, and its share of the markdown budget, in the currency of prices. */
    sales: z.number().nullable(),
    discount_budget: z.number().nullable(),
    /** It is in the project again. */
    returned: z.boolean(),
  })
  .meta({ id: 'DepartedLine' });

/** Those that are not back come first; the first of `count` are named. */
export const departuresSchema = z
  .object({ count: countSchema, away_count: countSchema, data: z.array(departedLineSchema) })
  .meta({ id: 'Departures' });
export type Departures = z.infer<typeof departuresSchema>;
