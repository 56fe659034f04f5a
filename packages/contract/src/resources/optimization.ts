import { HORIZONS } from '@palier/domain';
import * as z from 'zod';
import { countSchema, daySchema, idSchema, instantSchema, pointsSchema } from '../wire/common.ts';
import { lossSchema } from './loss.ts';
import { seenDecisionsSchema } from './seen.ts';
import { discountBucketSchema, forecastFiguresSchema } from './stats.ts';

/** A client treats running as requested. */
export const OPTIMIZATION_STATUSES = ['requested', 'running', 'completed', 'cancelled', 'failed'] as const;
export type OptimizationStatus = (typeof OPTIMIZATION_STATUSES)[number];

export const optimizationProjectResultSchema = z
  .object({
    project_id: idSchema,
    name: z.string().optional(),
    project_phase: z.int().nullable().optional(),
    /** The project's figures that it was made from, and their day: what its rules reach is of them. */
    snapshot_version: z.int().optional(),
    data_date: daySchema.nullable().optional(),
    discount_count: countSchema,
    discount_distribution: z.array(discountBucketSchema),
    phase_forecast: forecastFiguresSchema.partial(),
    forecast: forecastFiguresSchema.partial(),
    /** The same figures at the present discounts, for reference. */
    current_forecast: forecastFiguresSchema.partial().optional(),
    current_phase_forecast: forecastFiguresSchema.partial().optional(),
    /** What the discounts give up in the worked phase, tax included: the plan's, and the present one's. */
    discount_budget: z.number().nullable().optional(),
    current_discount_budget: z.number().nullable().optional(),
    /** The same over every phase left. */
    discount_budget_all: z.number().nullable().optional(),
    current_discount_budget_all: z.number().nullable().optional(),
    /** Mean share of its cost that an unsold unit keeps, by the cost of the stock. */
    mean_residual_value: z.number().nullable().optional(),
    /** Lines chosen by hand that the plan kept. */
    kept_user_count: countSchema.optional(),
    in_listing: z.boolean().optional(),
  })
  .meta({ id: 'OptimizationProjectResult' });

/** A rule of the plan: what was asked and reached, and what it costs, in French and in money. */
const planLimitSchema = z
  .object({
    /** null: the rule binds all the projects of the run together. */
    project_id: idSchema.nullable(),
    kind: z.enum(['distribution', 'budget', 'sell_through', 'min_profit', 'min_merit']),
    label: z.string(),
    asked: z.string(),
    achieved: z.string(),
    satisfied: z.boolean(),
    /** What one unit more of room brings, in a sentence; null when the rule does not bind. */
    worth: z.string().nullable(),
    /** What the plan would gain without the rule, in the goal's own money. */
    cost: z.number(),
    /** The same for one unit of room: one euro of a budget, one unit less to sell. Missing where the rule has no one price. */
    price: z.number().optional(),
    /** The days that a budget or a sell-through spans; missing for others. */
    horizon: z.enum(HORIZONS).optional(),
  })
  .meta({ id: 'PlanLimit' });

const infeasibilitySchema = z
  .object({
    /** Rules that the nearest plan breaks, and the best that each could reach alone; null: alone it could be met. */
    violated: z.array(
      z.object({
        project_id: idSchema.nullable(),
        label: z.string(),
        asked: z.string(),
        best: z.string().nullable(),
      }),
    ),
    /** What to relax, best gain first: the bound that would be enough, and what the plan is then worth. */
    relaxations: z.array(
      z.object({
        project_id: idSchema.nullable(),
        label: z.string(),
        needed: z.string().nullable(),
        value: z.number().nullable(),
        /** Rules that must give way with it: alone it is not enough. */
        with: z.array(z.string()).optional(),
      }),
    ),
    /** Lines without any allowed discount. */
    blocked_count: countSchema,
    /** Lines on which the relaxations were estimated; null when all of them were used. */
    sampled_count: countSchema.nullable(),
  })
  .meta({ id: 'Infeasibility' });

export const resultOverviewSchema = z
  .object({
    discount_distribution: z.array(discountBucketSchema),
    projects: z.array(optimizationProjectResultSchema),
    objective_value: z.number().nullable().optional(),
    /** Relative distance to the best that can be proved: 0.001 is 0.1 %. */
    gap: z.number().nullable().optional(),
    /** What the plan had to respect, and what it costs. */
    limits: z.array(planLimitSchema).optional(),
    /** Why no plan meets every rule; null or missing when one does. */
    infeasibility: infeasibilitySchema.nullable().optional(),
    /** Constraints that cannot be met, in French. */
    problems: z.array(z.string()).optional(),
  })
  .meta({ id: 'ResultOverview' });

export const optimizationSchema = z
  .object({
    _id: idSchema,
    scenario_id: idSchema.nullable(),
    /** What it is called beside others: it never changes. */
    letter: z.string(),
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
    started_at: instantSchema.nullable().optional(),
    finished_at: instantSchema.nullable().optional(),
    result_overview: resultOverviewSchema.nullable(),
  })
  .meta({ id: 'Optimization' });
export type Optimization = z.infer<typeof optimizationSchema>;

export const optimizationRequestBody = z
  .strictObject({
    projects: z.array(idSchema).min(1).max(100),
    project_phase: z.int().min(0).optional(),
    /** « Garder au moins … »: a floor of « marge après invendus » for this run, in the place of the scenario's. */
    minimum_merit: z.number().nullable().optional(),
  })
  .meta({ id: 'OptimizationRequest' });

export const sendingBody = z
  .strictObject({
    optimization_ids: z.array(idSchema).min(1).max(50),
    project_ids: z.array(idSchema).min(1).max(100),
    remove_unspecified: z.boolean().optional(),
    /** Lines that take another of these optimizations than the last one named. */
    choices: z.record(idSchema, idSchema).optional(),
    /** Why a plan that breaks its rules is sent all the same; without it, it is refused. */
    forced_reason: z.string().trim().min(1).max(500).optional(),
  })
  .meta({ id: 'SendingAsked' });

export const sendToListingBody = sendingBody
  .extend({
    /** What its author has seen of each project's lines; left out of one, its lines are taken as they stand. */
    seen: z.record(idSchema, seenDecisionsSchema).optional(),
  })
  .meta({ id: 'SendToListing' });

/** What a sending would do to the plans in force, now; the merit floors that a run may be asked again with. */
export const sendingPreviewSchema = z
  .object({
    data: z.array(
      z.object({
        project_id: idSchema,
        /** The version of the project's decisions that this is of. */
        version: z.int(),
        /** Lines whose discount would change, and those that keep what was chosen by hand. */
        discount_count: countSchema,
        kept_user_count: countSchema,
        loss: lossSchema,
      }),
    ),
    /** All the projects together; null across currencies, whose amounts are never added. */
    loss: lossSchema.nullable(),
  })
  .meta({ id: 'SendingPreview' });
export type SendingPreview = z.infer<typeof sendingPreviewSchema>;

const lineHorizonSchema = z.object({
  sales: z.number().nullable(),
  discount_budget: z.number().nullable(),
});

/** What a discount, and those of the later phases, give on one line. */
const linePlanSchema = z.object({
  discount_pct: pointsSchema,
  /** To the end; null where the cost, the price or the stock is not known. */
  profit: z.number().nullable(),
  profit_after_leftovers: z.number().nullable(),
  phase: lineHorizonSchema,
  end: lineHorizonSchema,
});

/** What plans would do with the lines on which they differ from one another, or from the plan in force. */
export const planDifferencesSchema = z
  .object({
    /** Lines that differ, before `size` cuts the list. */
    total: countSchema,
    data: z.array(
      z.object({
        _id: idSchema,
        item_group_id: idSchema,
        title: z.string().nullable(),
        image_url: z.string().nullable(),
        stock_qty: z.number(),
        previous_discount_pct: pointsSchema.nullable(),
        /** The discount was chosen by hand: it stays whatever is sent. */
        kept_user: z.boolean(),
        /** The plan in force. */
        current: linePlanSchema,
        /** One per optimization, in the order asked; null when it leaves the line out. */
        plans: z.array(linePlanSchema.nullable()),
        /** Margin after leftovers between the best and the worst of them, the plan in force among them. */
        profit_range: z.number(),
      }),
    ),
  })
  .meta({ id: 'PlanDifferences' });
export type PlanDifferences = z.infer<typeof planDifferencesSchema>;

/** The best compromises between margin and clearance that the lines allow, without coupling rules. */
export const planFrontierSchema = z
  .object({
    points: z.array(
      forecastFiguresSchema.partial().extend({
        /** Weight of clearance against margin, 0 to 1. */
        weight: z.number().min(0).max(1),
        /** Units sold of the season by then: with what is left they make its sell-through, of several projects too. */
        season_sales_qty: z.number(),
      }),
    ),
  })
  .meta({ id: 'PlanFrontier' });
export type PlanFrontier = z.infer<typeof planFrontierSchema>;

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
        /** The goal judged against the plan in force. */
        loss: lossSchema.optional(),
      }),
    ),
    validated_phases: z.array(z.int()),
    /** The largest figure over the goals, to scale their bars. */
    forecast_maxima: forecastFiguresSchema.partial(),
    discount_count: countSchema.optional(),
  })
  .meta({ id: 'GroupGoals' });
