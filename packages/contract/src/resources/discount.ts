import { DISCOUNT_KINDS } from '@palier/domain';
import * as z from 'zod';
import { commentSchema, countSchema, idSchema, instantSchema, pointsSchema } from '../wire/common.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';
import { comparedFiguresSchema, discountBucketSchema, forecastFiguresSchema } from './stats.ts';

export const curveSchema = z
  .object({
    levels: z.array(pointsSchema),
    phase_qty: z.array(z.number()),
    phase_p10: z.array(z.number()),
    phase_p90: z.array(z.number()),
    rest_qty: z.array(z.number()),
  })
  .meta({
    id: 'DemandCurve',
    description:
      'Unités attendues par démarque. rest_qty[l0 × L + l1] : démarque l0 dans la phase travaillée, l1 ensuite.',
  });

export const appliedRuleSchema = z.object({ id: idSchema, name: z.string() });

export const discountHistoryEntrySchema = z
  .object({
    project_phase: z.int().nullable(),
    discount_pct: pointsSchema.nullable(),
    applied_discount_rules: z.array(appliedRuleSchema),
    /** The validation of the phase; null for a discount that was there before the project. */
    activity_id: idSchema.nullable(),
    date: instantSchema.optional(),
    user_name: z.string().nullable().optional(),
    description: z.string().nullable().optional(),
  })
  .meta({ id: 'DiscountHistoryEntry' });

export const lineOptimizationSchema = z
  .object({
    project_phase: z.int().nullable(),
    /** Goal key or scenario's _id. */
    goal: z.string(),
    discount_pct: pointsSchema.nullable(),
    discount_pct_input: pointsSchema.nullable(),
    sales_qty_forecast: z.number().nullable(),
    is_optimal: z.boolean(),
    optimization_id: idSchema.optional(),
  })
  .meta({ id: 'LineOptimization' });

const points = pointsSchema.nullable().optional();

/** A line: these fields, and every other field of the catalogue under its id, families nested. */
export const lineSchema = z
  .looseObject({
    _id: idSchema,
    item_group_id: idSchema,
    title: z.string().nullable().optional(),
    /** A list when the variants' prices differ, the one that the figures count with first. */
    price: z
      .union([z.number(), z.array(z.number())])
      .nullable()
      .optional(),
    included: z.boolean().optional(),
    discount_pct: points,
    discount_pct_user: points,
    discount_pct_auto: points,
    discount_pct_opti: points,
    discount_pct_is_optimal: z.boolean().nullable().optional(),
    discount_pct_min: points,
    discount_pct_max: points,
    discount_pct_reviewed: z.boolean().optional(),
    discount_pct_incr: z.number().nullable().optional(),
    discount_kind: z.enum(DISCOUNT_KINDS).nullable().optional(),
    previous_discount_pcts: z.array(pointsSchema.nullable()).optional(),
    next_discount_pcts: z.array(pointsSchema.nullable()).optional(),
    project_phase: z.int().nullable().optional(),
    optimization_goal: z.string().nullable().optional(),
    optimizations: z.array(lineOptimizationSchema).optional(),
    discount_history: z.array(discountHistoryEntrySchema).optional(),
    applied_discount_rule_ids: z.array(idSchema).nullable().optional(),
    applied_discount_rules: z.array(appliedRuleSchema).optional(),
    discount_pct_update_date: z.string().nullable().optional(),
    discount_pct_update_user: z.string().nullable().optional(),
    discount_pct_update_description: z.string().nullable().optional(),
    stock_qty: z.number().nullable().optional(),
    forecast: forecastFiguresSchema.partial().loose().optional(),
    phase_forecast: forecastFiguresSchema.partial().loose().optional(),
    ongoing_phase_forecast: forecastFiguresSchema.partial().loose().optional(),
    curve: curveSchema.optional(),
    /** Version of the decision; sent back with an edit, it makes a stale edit a conflict. */
    version: z.int().optional(),
  })
  .meta({ id: 'Line' });
export type Line = z.infer<typeof lineSchema>;

/** A group, or the total: its counts, and metrics under the same ids as the lines'. */
export const groupSchema = z
  .looseObject({
    key: z.string(),
    keys: z.array(z.string().nullable()),
    depth: z.int(),
    discount_count: countSchema,
    included_count: countSchema.optional(),
    discount_pct_reviewed_count: countSchema,
    discount_pct_user_count: countSchema,
    unset_optimization_goal_count: countSchema,
    optimization_goals: z.array(z.string()),
    /** Lines by the origin of their discount: chosen by hand, optimised, automatic. */
    discount_kind_counts: z
      .object({ user: countSchema, optimised: countSchema, auto: countSchema })
      .optional(),
    min_price: z.number().nullable(),
    max_price: z.number().nullable(),
    discount_pct_distribution: z.array(discountBucketSchema),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof groupSchema>;

export const linePageSchema = z
  .object({
    data: z.array(lineSchema),
    /** Lines in the whole selection. */
    discount_count: countSchema,
    /** Opaque; null on the last page. */
    cursor: z.string().nullable(),
    summary: groupSchema.optional(),
    /** Version of the decisions that the answer shows. */
    version: z.int().optional(),
  })
  .meta({ id: 'LinePage' });
export type LinePage = z.infer<typeof linePageSchema>;

export const groupPageSchema = z
  .object({
    data: z.array(groupSchema),
    discount_count: countSchema,
    group_count: countSchema.optional(),
    cursor: z.string().nullable(),
    summary: groupSchema.optional(),
    version: z.int().optional(),
  })
  .meta({ id: 'GroupPage' });
export type GroupPage = z.infer<typeof groupPageSchema>;

export const groupPagesSchema = z
  .object({
    data: z.array(z.object({ key: z.string(), keys: z.array(z.string().nullable()), page: linePageSchema })),
  })
  .meta({ id: 'GroupPages' });

/** What a user changes on a line. null gives back the automatic discount. */
export const discountEditSchema = z
  .strictObject({
    included: z.boolean().optional(),
    discount_pct_user: pointsSchema.nullable().optional(),
    optimization_goal: z.string().max(200).nullable().optional(),
    comment: commentSchema.nullable().optional(),
    /** Version of the line the user saw; older than the stored one gives 409. */
    version: z.int().optional(),
  })
  .meta({ id: 'DiscountEdit' });
export type DiscountEditBody = z.infer<typeof discountEditSchema>;

export const MAX_EDITS = 5000;

/** Edits by line _id. */
export const discountEditsSchema = z
  .record(idSchema, discountEditSchema)
  .refine((edits) => Object.keys(edits).length <= MAX_EDITS, `${MAX_EDITS} lignes au plus par demande`);

export const editedLinesSchema = z
  .object({
    data: z.array(lineSchema),
    version: z.int(),
    activity_id: idSchema.nullable(),
    discount_count: countSchema,
  })
  .meta({ id: 'EditedLines' });

/** Details of a 409 stale_version: what the user sent, and what is stored now. */
export const staleDetailsSchema = z
  .object({
    conflicts: z.array(
      z.object({
        _id: idSchema,
        sent: discountEditSchema,
        stored: z.object({
          included: z.boolean(),
          discount_pct_user: pointsSchema.nullable(),
          discount_pct: pointsSchema.nullable(),
          optimization_goal: z.string().nullable(),
          version: z.int(),
          update_user: z.string().nullable(),
          update_date: z.string().nullable(),
        }),
      }),
    ),
  })
  .meta({ id: 'StaleDetails' });
export type StaleDetails = z.infer<typeof staleDetailsSchema>;

/** Answer of an edit on a whole group, or of its rehearsal (`dry_run`). */
export const groupEditReceiptSchema = z
  .object({
    version: z.int(),
    activity_id: idSchema.nullable(),
    discount_count: countSchema,
    /** Lines left alone because the discount is not allowed for them, by reason. */
    refused: z.record(z.string(), countSchema),
    before: forecastFiguresSchema.optional(),
    after: forecastFiguresSchema.optional(),
    discount_budget_before: z.number().nullable().optional(),
    discount_budget_after: z.number().nullable().optional(),
    /** The whole project before and after, in a rehearsal. */
    project: comparedFiguresSchema.optional(),
  })
  .meta({ id: 'GroupEditReceipt' });

export const missingDataSchema = z
  .object({
    data: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        discount_count: countSchema,
        sum_stock_qty: z.number(),
        /** Finds these products in the listing. */
        filter: queryTreeSchema,
        examples: z.array(z.object({ _id: idSchema, item_group_id: idSchema, title: z.string().nullable() })),
      }),
    ),
  })
  .meta({ id: 'MissingData' });
