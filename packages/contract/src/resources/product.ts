import { COVERAGE_SCORES, LEVEL_RULES } from '@palier/domain';
import * as z from 'zod';
import { daySchema, idSchema, pointsSchema } from '../wire/common.ts';
import { lineSchema } from './discount.ts';
import { forecastFiguresSchema } from './stats.ts';

const levelFigures = z.object({
  discount_pct: pointsSchema,
  phase: forecastFiguresSchema.partial(),
  total: forecastFiguresSchema.partial(),
  phase_p10: z.number().nullable(),
  phase_p90: z.number().nullable(),
  allowed: z.boolean(),
  /** The rules of the law that keep it out of plans, where the organisation set them to block. */
  removed_by: z.array(z.enum(LEVEL_RULES)),
});

/** A product in a project, for its panel: the line, with what explains its discount. */
export const productSchema = z
  .looseObject({
    item_group_id: idSchema,
    line: lineSchema,
    /** Units a day, oldest first. */
    daily_sales: z
      .object({
        from_date: daySchema,
        qty: z.array(z.number()),
        /** Price paid, incl. tax: the day's mean, the last one known on days without a sale. */
        price: z.array(z.number().nullable()).optional(),
      })
      .optional(),
    variants: z
      .array(
        z.object({
          item_id: z.string().nullable(),
          size: z.string().nullable(),
          stock_qty: z.number(),
          in_store_stock_qty: z.number(),
          /** Units a week over the last four weeks. */
          weekly_sales_qty: z.number().optional(),
          /** Weeks to sell 75 % of this size's stock at that pace, and their grade. */
          stock_coverage: z
            .object({ weeks: z.number(), cv_score: z.enum(COVERAGE_SCORES).nullable() })
            .optional(),
        }),
      )
      .optional(),
    /** Figures at every discount, with the interval. */
    levels: z.array(levelFigures).optional(),
    /** Who forecast the worked phase: Palier, or an imported file. */
    forecast_source: z.enum(['computed', 'imported']).optional(),
    /** Where the response to discounts comes from. */
    elasticity: z
      .object({
        value: z.number(),
        low: z.number(),
        high: z.number(),
        /** Share of the product's own history in the estimate, 0 to 1. */
        own_weight: z.number().min(0).max(1),
        source: z.string(),
      })
      .nullable()
      .optional(),
    /** Why this discount, in French sentences. */
    reasons: z.array(z.string()).optional(),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof productSchema>;
