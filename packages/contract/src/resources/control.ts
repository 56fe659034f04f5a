import { CONTROL_MEASURES } from '@palier/domain';
import * as z from 'zod';

const figure = z.number().nullable();

/** What the retailer's till says of a month, in a place (null: in all of them). */
export const controlTotalSchema = z
  .strictObject({
    month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    place: z.string().trim().min(1).max(200).nullable(),
    revenue: figure,
    quantity: figure,
    stock: figure,
  })
  .meta({ id: 'ControlTotal' });

/** A total that differs from what was read. */
export const controlGapSchema = z
  .object({
    month: z.string(),
    place: z.string().nullable(),
    place_name: z.string().nullable(),
    measure: z.enum(CONTROL_MEASURES),
    expected: z.number(),
    found: z.number(),
    /** Of a revenue that is not in the organisation's currency. */
    currency: z.string().optional(),
    /** Files and rows that could explain it; only of a check. */
    causes: z.array(z.string()),
  })
  .meta({ id: 'ControlGap' });

/** All the totals, in place of those before. */
export const controlTotalsBodySchema = z
  .strictObject({ totals: z.array(controlTotalSchema).max(5000) })
  .meta({ id: 'ControlTotals' });

export const controlsSchema = z
  .object({
    data: z.array(controlTotalSchema),
    /** With the data in place. */
    gaps: z.array(controlGapSchema),
    /** A gap below this share of the total is none: 0.001 = 0.1 %. */
    tolerance: z.number(),
    currency: z.string(),
  })
  .meta({ id: 'Controls' });
