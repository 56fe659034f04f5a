import { ALLOCATION_PRIORITIES, DISCOUNT_STEPS, DISTRIBUTION_BASES, PROJECT_LACKS } from '@palier/domain';
import * as z from 'zod';
import {
  countSchema,
  currencySchema,
  daySchema,
  idSchema,
  instantSchema,
  nameSchema,
  pointsSchema,
} from '../wire/common.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';
import { withSeen } from '../wire/seen.ts';
import { residualValueSchema } from './residual-value.ts';
import { discountBucketSchema } from './stats.ts';

export const phaseSchema = z.strictObject({
  name: z.string().max(200).nullable().optional(),
  start_date: daySchema,
});

/** What a project takes of the organisation's warehouse. Empty lists take everything. */
export const selectionSchema = z.strictObject({
  inventories: z.array(idSchema).max(10_000).default([]),
  price_list_id: idSchema.nullable().default(null),
  sales_locations: z.array(idSchema).max(10_000).default([]),
  on_order_periods: z.array(idSchema).max(500).default([]),
  item_query: queryTreeSchema.nullable().default(null),
  /** Products named one by one; added to those of item_query. */
  item_group_ids: z.array(idSchema).max(100_000).default([]),
});

export const objectiveSchema = z
  .strictObject({
    discount_pct_distribution: z
      .record(z.string().regex(/^\d{1,3}$/), pointsSchema)
      .nullable()
      .optional(),
    discount_pct_distribution_params: z
      .strictObject({
        basis: z.enum(DISTRIBUTION_BASES).optional(),
        tolerance_pct: pointsSchema.optional(),
        discount_budget: z.number().min(0).nullable().optional(),
      })
      .nullable()
      .optional(),
    discount_pct_allocation_priority: z.enum(ALLOCATION_PRIORITIES).nullable().optional(),
  })
  .meta({ id: 'Objective' });

const discountRange = z.array(pointsSchema).min(1).max(21);

/** What a user may set on a project. */
const editableProject = z.strictObject({
  name: nameSchema,
  section: z.string().max(200).nullable(),
  project_group_id: idSchema.nullable(),
  is_project_group_leader: z.boolean(),
  /** Who leads the work on it; null: who made it. */
  pilot_user_id: idSchema.nullable(),
  data_date: daySchema.nullable(),
  end_date: daySchema,
  /** First day of the season figures; when null, each product's first day on sale, a year back at most. */
  season_start_date: daySchema.nullable(),
  phases: z.array(phaseSchema).min(1).max(20),
  working_phase: z.int().min(0).nullable(),
  accounting_currency: currencySchema,
  catalog_currency: currencySchema,
  catalog: z.strictObject({ include_stock_on_order: z.boolean() }),
  discount_pct_range: discountRange,
  discount_step: z.literal(DISCOUNT_STEPS),
  objective: objectiveSchema.nullable(),
  use_third_party_forecast: z.boolean(),
  /** In the place of the organisation's; null follows it. */
  residual_value: residualValueSchema.nullable(),
  /** Refuse discounts that would sell below cost. */
  never_below_cost: z.boolean(),
  selection: selectionSchema,
});

export const MISSING_FACTS = ['snapshot', 'warehouse', 'all'] as const;

/** Sales and costs of a project that are in another currency than its own. */
export const convertedAmountsSchema = z
  .object({
    currency: currencySchema,
    /** Sales converted, and those whose amount is unknown for want of a rate. */
    converted_count: countSchema,
    unknown_count: countSchema,
    /** Places that sold in it. */
    place_count: countSchema,
    /** The sum of the sales converted, in their own currency. */
    amount: z.number(),
    /** What one unit was worth at the least and at the most, and the days from which those rates stand. */
    lowest_rate: z.number().nullable(),
    highest_rate: z.number().nullable(),
    first_rate_date: daySchema.nullable(),
    last_rate_date: daySchema.nullable(),
    /** Products whose cost is in it, and its rate at the data date; null: those costs are unknown. */
    cost_count: countSchema,
    cost_rate: z.number().nullable(),
  })
  .meta({ id: 'ConvertedAmounts' });
export type ConvertedAmounts = z.infer<typeof convertedAmountsSchema>;

export const snapshotStateSchema = z
  .object({
    version: z.int(),
    /** none: never computed; the listing is then empty. */
    status: z.enum(['none', 'requested', 'running', 'ready', 'failed']),
    data_date: daySchema.nullable(),
    discount_count: countSchema,
    error: z.string().nullable(),
    /**
     * What should be on the server's disk and is not: the figures (being computed again from the imported data), the
     * imported data (the figures are there still), or all of it (to be imported again).
     */
    missing: z.enum(MISSING_FACTS).nullable().optional(),
    /** What its forecasts cannot be made without; null when they are there or on their way. */
    lacks: z.enum(PROJECT_LACKS).nullable().optional(),
    /** By currency; left out where all is in the project's own. */
    converted: z.array(convertedAmountsSchema).optional(),
  })
  .meta({ id: 'SnapshotState' });

/** Key figures of a project for lists; null until its first snapshot. */
export const projectOverviewSchema = z
  .object({
    discount_count: countSchema,
    included_count: countSchema,
    discount_pct_reviewed_count: countSchema,
    discount_pct_user_count: countSchema,
    /** Null where no stock was ever counted. */
    stock_qty: z.number().nullable(),
    stock_retail_value: z.number().nullable(),
    stock_cost_value: z.number().nullable(),
    /** What the discounts give up in the worked phase, tax included. */
    discount_budget: z.number().nullable(),
    /** The worked phase, as Aperçu and the listing's band show it. */
    phase_forecast: z.record(z.string(), z.number().nullable()),
    /** The worked phase and every later one. */
    forecast: z.record(z.string(), z.number().nullable()),
    discount_pct_distribution: z.array(discountBucketSchema),
  })
  .partial()
  .meta({ id: 'ProjectOverview' });

export const projectSchema = editableProject
  .strip()
  .partial({
    pilot_user_id: true,
    season_start_date: true,
    residual_value: true,
    never_below_cost: true,
    selection: true,
  })
  .extend({
    _id: idSchema,
    /** First, last and middle parts of the name. */
    operation: z.string(),
    shortName: z.string(),
    /** Whether data_date was set on purpose; else the project follows the data received until it is over. */
    data_date_frozen: z.boolean().optional(),
    subdivision: z.string(),
    end_date: daySchema,
    has_series: z.boolean(),
    has_optimizations: z.boolean(),
    scenarios: z.array(z.object({ _id: idSchema, name: z.string() })),
    /** The name that its group was given; null when it is called after its leader. */
    project_group_name: z.string().nullable().optional(),
    /** Who leads the work on it, as named. */
    pilot: z.object({ _id: idSchema, name: z.string() }).nullable().optional(),
    /** What waits for a signature. */
    submission_id: idSchema.nullable().optional(),
    /** Version of the project's decisions. */
    version: z.int().optional(),
    snapshot: snapshotStateSchema.optional(),
    overview: projectOverviewSchema.nullable().optional(),
    /** How much of it is in the caller's perimeter: figures are of that part, acts on the whole need it whole. */
    reach: z.enum(['part', 'whole']).optional(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof projectSchema>;

/** Projects worked together, of any operation; one of them leads. */
export const projectGroupSchema = z
  .object({
    _id: idSchema,
    /** As given; else called after its leader. */
    name: z.string(),
    project_ids: z.array(idSchema),
    leader_id: idSchema.nullable(),
  })
  .meta({ id: 'ProjectGroup' });
export type ProjectGroup = z.infer<typeof projectGroupSchema>;

export const projectGroupBody = z.strictObject({
  name: nameSchema,
  project_ids: z.array(idSchema).min(1).max(500),
  /** The first by name when left out. */
  leader_id: idSchema.nullable().optional(),
});
export type ProjectGroupBody = z.infer<typeof projectGroupBody>;

/** A new project needs a name, phases and an end; the rest has defaults. */
export const newProjectSchema = editableProject.partial().required({ name: true }).meta({ id: 'NewProject' });
export type NewProject = z.infer<typeof newProjectSchema>;

export const projectChangesSchema = withSeen(editableProject.partial())
  .extend({
    /** Why a phase is validated though control totals differ from the data. */
    control_reason: z.string().trim().min(1).max(2000).optional(),
    /** The version of the check list that was read before validating: of another one, the phase is not validated. */
    seen_version: z.int().min(0).optional(),
  })
  .meta({ id: 'ProjectChanges' });
export type ProjectChanges = z.infer<typeof projectChangesSchema>;

/** A deleted project, while it can still be brought back. */
export const binnedProjectSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    deleted_at: instantSchema,
    deleted_by: z.string().nullable(),
    until: instantSchema,
  })
  .meta({ id: 'BinnedProject' });

/** The project to be changed, or none for a new one, and what would change. */
export const selectionPreviewBody = projectChangesSchema
  .omit({ control_reason: true, seen_version: true, seen: true })
  .extend({ _id: idSchema.nullable() });

/** What a change of a project's settings takes in and out. « chosen »: with a discount chosen by hand. */
export const selectionEffectSchema = z
  .object({
    /** The project's own count, as its listing would have. */
    item_group_count: countSchema,
    entering_count: countSchema,
    /** Of those, products that were in it before: their decisions are there still. */
    returning_count: countSchema,
    returning_chosen_count: countSchema,
    leaving_count: countSchema,
    leaving_chosen_count: countSchema,
  })
  .meta({ id: 'SelectionEffect' });
export type SelectionEffect = z.infer<typeof selectionEffectSchema>;

export const projectImportReportSchema = z
  .object({
    data: z.array(projectSchema),
    created_count: countSchema,
    updated_count: countSchema,
    /** Import of the retailer's files that came along, if any. */
    import_id: idSchema.nullable(),
    errors: z.array(
      z.object({
        file: z.string(),
        line: z.int(),
        column: z.string(),
        value: z.string().nullable(),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'ProjectImportReport' });
