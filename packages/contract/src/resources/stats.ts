import type { DiscountBucket, SelectionStats } from '@palier/domain';
import * as z from 'zod';
import { countSchema, idSchema, pointsSchema } from '../wire/common.ts';
import type { Shape } from '../wire/shape.ts';
import { lossSchema } from './loss.ts';

export const discountBucketSchema = z
  .object({
    /** null: lines without a discount. */
    discount_pct: pointsSchema.nullable(),
    discount_count: countSchema,
    sum_stock_qty: z.number(),
  } satisfies Shape<DiscountBucket>)
  .meta({ id: 'DiscountBucket' });

const discountShareSchema = discountBucketSchema
  .extend({ discount_count_pct: z.number(), sum_stock_qty_pct: z.number().nullable() })
  .meta({ id: 'DiscountShare' });

/** Expected figures of a horizon; null when they cannot be computed. */
export const forecastFiguresSchema = z
  .object({
    sales_qty: z.number().nullable(),
    sales: z.number().nullable(),
    /** Those of costs are missing for who may not see them. */
    profit: z.number().nullable().optional(),
    /** « Marge après invendus », to the project's end whatever the horizon of the other figures. */
    profit_after_leftovers: z.number().nullable().optional(),
    /** CA at full price less CA. */
    discount_budget: z.number().nullable().optional(),
    cogs: z.number().nullable().optional(),
    stock: z.number().nullable(),
    sales_discount_pct: z.number().nullable(),
    sell_through_pct: z.number().nullable().optional(),
  })
  .meta({ id: 'ForecastFigures' });

const selectionStatsShape = {
  discount_count: countSchema,
  sum_stock_qty: z.number(),
  discount_pct: z.array(discountShareSchema),
  discount_pct_user_count: countSchema,
  discount_pct_reviewed_count: countSchema,
  optimization_goals: z.array(z.string()),
  unset_optimization_goal_count: countSchema,
} satisfies Shape<SelectionStats>;

export const projectStatsSchema = z
  .object({
    ...selectionStatsShape,
    included_count: countSchema.optional(),
    phase_forecast: forecastFiguresSchema.optional(),
    forecast: forecastFiguresSchema.optional(),
    discount_budget: z.number().nullable().optional(),
    /** Mean share of its cost that an unsold unit keeps, by the cost of the stock. */
    mean_residual_value: z.number().nullable().optional(),
  })
  .meta({ id: 'ProjectStats' });
export type ProjectStats = z.infer<typeof projectStatsSchema>;

/** Figures before and after a change. */
export const comparedFiguresSchema = z.object({
  /** The worked phase and every later one. */
  before: forecastFiguresSchema,
  after: forecastFiguresSchema,
  phase_before: forecastFiguresSchema,
  phase_after: forecastFiguresSchema,
  /** The worked phase's. */
  discount_budget_before: z.number().nullable(),
  discount_budget_after: z.number().nullable(),
});

/** What a set of edits would change: the lines that the edits are about, and the whole project with them. */
export const whatIfSchema = comparedFiguresSchema
  .extend({
    version: z.int(),
    /** Lines that would change. */
    discount_count: countSchema,
    /** Lines left alone because the discount is not allowed for them, by reason. */
    refused: z.record(z.string(), countSchema),
    project: comparedFiguresSchema,
    /** What the labels of the included lines that may change would bear, from the lowest to the highest. */
    label_prices: z.object({ low: z.number().nullable(), high: z.number().nullable() }),
    /** The lines that the edits are about, judged against the plan in force. */
    loss: lossSchema,
    duration_ms: z.number(),
  })
  .meta({ id: 'WhatIf' });

/** Stats of the plan an objective would give, beside those of the present plan. */
export const simulatedStatsSchema = projectStatsSchema
  .extend({
    _id: idSchema,
    current: projectStatsSchema.optional(),
    /** Lines whose discount would change. */
    changed_count: countSchema.optional(),
    /** The most « marge après invendus » that the same shares could give with other products in them; and how far this is. */
    profit_bound: z.number().nullable().optional(),
    gap: z.number().nullable().optional(),
    /** Targets that cannot be met, in French; empty when all are. */
    problems: z.array(z.string()).optional(),
    duration_ms: z.number().optional(),
  })
  .meta({ id: 'SimulatedStats' });
