import * as z from 'zod';
import { countSchema, idSchema, instantSchema } from '../wire/common.ts';
import { discountBucketSchema, forecastFiguresSchema } from './stats.ts';

/** A client treats running as requested. */
export const OPTIMIZATION_STATUSES = ['requested', 'running', 'completed', 'cancelled', 'failed'] as const;
export type OptimizationStatus = (typeof OPTIMIZATION_STATUSES)[number];

/** Whether an optimization is still to be followed. */
export function isOptimizationPending(status: OptimizationStatus): boolean {
  return status === 'requested' || status === 'running';
}

export const optimizationProjectResultSchema = z
  .object({
    project_id: idSchema,
    name: z.string().optional(),
    project_phase: z.int().nullable().optional(),
    discount_count: countSchema,
    discount_distribution: z.array(discountBucketSchema),
    phase_forecast: forecastFiguresSchema.partial(),
    forecast: forecastFiguresSchema.partial(),
    /** The same figures at the present discounts, for reference. */
    current_forecast: forecastFiguresSchema.partial().optional(),
    current_phase_forecast: forecastFiguresSchema.partial().optional(),
    /** What the discounts give up in the worked phase, tax included: the plan's, and the present one's. */
    discount_budget: z.number().optional(),
    current_discount_budget: z.number().optional(),
    in_listing: z.boolean().optional(),
  })
  .meta({ id: 'OptimizationProjectResult' });

export const resultOverviewSchema = z
  .object({
    discount_distribution: z.array(discountBucketSchema),
    projects: z.array(optimizationProjectResultSchema),
    objective_value: z.number().nullable().optional(),
    /** Relative distance to the best that can be proved: 0.001 is 0.1 %. */
    gap: z.number().nullable().optional(),
    /** What relaxing each constraint would bring, in French. */
    shadow_prices: z.array(z.object({ label: z.string(), value: z.number(), unit: z.string() })).optional(),
    /** Constraints that cannot be met, in French. */
    problems: z.array(z.string()).optional(),
  })
  .meta({ id: 'ResultOverview' });

export const optimizationSchema = z
  .object({
    _id: idSchema,
    scenario_id: idSchema.nullable(),
    name: z.string(),
    goal: z.string(),
    status: z.enum(OPTIMIZATION_STATUSES),
    projects: z.array(idSchema),
    /** 0 to 1. */
    progress: z.number().min(0).max(1),
    stage: z.string().nullable().optional(),
    error: z.string().nullable().optional(),
    created_at: instantSchema,
    created_by: z.string().optional(),
    finished_at: instantSchema.nullable().optional(),
    result_overview: resultOverviewSchema.nullable(),
  })
  .meta({ id: 'Optimization' });
export type Optimization = z.infer<typeof optimizationSchema>;

export const optimizationRequestBody = z
  .object({ projects: z.array(idSchema).min(1).max(100), project_phase: z.int().min(0).optional() })
  .meta({ id: 'OptimizationRequest' });

export const sendToListingBody = z
  .object({
    optimization_ids: z.array(idSchema).min(1).max(50),
    project_ids: z.array(idSchema).min(1).max(100),
    remove_unspecified: z.boolean().optional(),
  })
  .meta({ id: 'SendToListing' });

/** What the goal dialog needs of a group. */
export const groupGoalsSchema = z
  .object({
    goals: z.array(
      z.object({
        goal: z.string(),
        label: z.string(),
        /** Lines of the group that hold the goal. */
        discount_count: countSchema,
        /** What the group would give under the goal; missing when it was never optimised. */
        forecast: forecastFiguresSchema.partial().optional(),
        phase_forecast: forecastFiguresSchema.partial().optional(),
        discount_distribution: z.array(discountBucketSchema).optional(),
      }),
    ),
    validated_phases: z.array(z.int()),
    /** The largest figure over the goals, to scale their bars. */
    forecast_maxima: forecastFiguresSchema.partial(),
    discount_count: countSchema.optional(),
  })
  .meta({ id: 'GroupGoals' });
