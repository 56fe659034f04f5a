import {
  type DemandCurve,
  DISCOUNT_KINDS,
  type DiscountHistoryEntry,
  type DiscountKind,
  type Figures,
  type ForecastFamily,
  type Group,
  type GroupPage,
  type GroupPages,
  type Line,
  type LineOptimization,
  type LinePage,
  type LineRule,
  type PathDemand,
  type SizeStock,
  type VariantPrice,
} from '@palier/domain';
import * as z from 'zod';
import { commentSchema, countSchema, idSchema, instantSchema, pointsSchema } from '../wire/common.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';
import type { Shape } from '../wire/shape.ts';
import { decisionShape, editShape } from './decision.ts';
import { lossSchema } from './loss.ts';
import { keptShape } from './seen.ts';
import { comparedFiguresSchema, discountBucketSchema, forecastFiguresSchema } from './stats.ts';

const curveSchema = z
  .object({
    levels: z.array(pointsSchema),
    /** Le taux réel de chaque démarque, où les prix ont des terminaisons. */
    rates: z.array(z.number()).nullable().optional(),
    phase_qty: z.array(z.number()),
    phase_p10: z.array(z.number()),
    phase_p90: z.array(z.number()),
    rest_qty: z.array(z.number()),
    /** Ce qui chiffre des démarques suivantes à plusieurs taux. */
    path: z
      .object({
        phase_mean: z.array(z.number()),
        dispersion: z.number(),
        stock_qty: z.number(),
      } satisfies Shape<PathDemand>)
      .nullable()
      .optional(),
  } satisfies Shape<DemandCurve>)
  .meta({
    id: 'DemandCurve',
    description:
      'Unités attendues par démarque. rest_qty[l0 × L + l1] : démarque l0 dans la phase travaillée, l1 ensuite. path, où plusieurs phases suivent : demande moyenne avant la limite du stock, phase_mean[p × L + l], la travaillée d’abord, dispersion de la binomiale négative et stock au début de la phase travaillée.',
  });

const appliedRuleSchema = z.object({ id: idSchema, name: z.string() } satisfies Shape<LineRule>);

const discountHistoryEntrySchema = z
  .object({
    project_phase: z.int().nullable(),
    discount_pct: pointsSchema.nullable(),
    applied_discount_rules: z.array(appliedRuleSchema),
    /** The validation of the phase; null for a discount that was there before the project. */
    activity_id: idSchema.nullable(),
    date: instantSchema.optional(),
    user_name: z.string().nullable().optional(),
    description: z.string().nullable().optional(),
  } satisfies Shape<DiscountHistoryEntry>)
  .meta({ id: 'DiscountHistoryEntry' });

const lineOptimizationSchema = z
  .object({
    project_phase: z.int().nullable(),
    /** Goal key or scenario's _id. */
    goal: z.string(),
    discount_pct: pointsSchema.nullable(),
    discount_pct_input: pointsSchema.nullable(),
    sales_qty_forecast: z.number().nullable(),
    is_optimal: z.boolean(),
    optimization_id: idSchema.optional(),
  } satisfies Shape<LineOptimization>)
  .meta({ id: 'LineOptimization' });

const points = pointsSchema.nullable().optional();
const figure = z.number().nullable().optional();
const text = z.string().nullable().optional();

/** A horizon's figures in a row, and those of the catalogue that the code does not name. */
const familySchema = z.looseObject({
  sales_qty: figure,
  sales: figure,
  profit: figure,
  cogs: figure,
  stock: figure,
  list_sales: figure,
  sales_discount_pct: figure,
  sell_through_pct: figure,
  season_sales_qty: figure,
  available_qty: figure,
  discount_budget: figure,
  profit_after_leftovers: figure,
} satisfies Shape<ForecastFamily>);

const figuresShape = {
  discount_pct: points,
  discount_pct_incr: figure,
  discount_budget: figure,
  stock_qty: figure,
  stock_cost_value: figure,
  stock_retail_value: figure,
  forecast: familySchema.nullable().optional(),
  phase_forecast: familySchema.nullable().optional(),
  ongoing_phase_forecast: familySchema.nullable().optional(),
  daily_sales_qty_history: z.array(z.number()).nullable().optional(),
  items_stats: z
    .array(
      z.object({
        size: z.string(),
        stock_qty: z.number(),
        in_store_stock_qty: z.number(),
      } satisfies Shape<SizeStock>),
    )
    .nullable()
    .optional(),
} satisfies Shape<Figures>;

const keysSchema = z.array(z.string().nullable());

/** A line: these fields, and every other field of the catalogue under its id, families nested. */
export const lineSchema: z.ZodType<Line> = z
  .looseObject({
    ...figuresShape,
    _id: idSchema,
    item_group_id: idSchema,
    item_id: z.array(z.string()).nullable().optional(),
    title: text,
    name: text,
    brand: text,
    family: text,
    color: text,
    image_url: text,
    tags: z.array(z.string()).nullable().optional(),
    /** A list when the variants' prices differ, the one that the figures count with first. */
    price: z
      .union([z.number(), z.array(z.number())])
      .nullable()
      .optional(),
    prices: z.array(z.number()).nullable().optional(),
    variants: z
      .array(
        z.object({
          item_id: z.string(),
          size: z.string().nullable(),
          price: z.number().nullable(),
        } satisfies Shape<VariantPrice>),
      )
      .nullable()
      .optional(),
    base_price: figure,
    cost: figure,
    on_sale_date: text,
    upcoming_sales_qty: figure,
    ...decisionShape,
    discount_kind: z.enum(DISCOUNT_KINDS).nullable().optional(),
    previous_discount_pct: points,
    next_discount_pct: points,
    changed_since_review: z.boolean().optional(),
    project_phase: z.int().nullable().optional(),
    optimizations: z.array(lineOptimizationSchema).optional(),
    discount_history: z.array(discountHistoryEntrySchema).optional(),
    residual_value: figure,
    applied_discount_rules: z.array(appliedRuleSchema).optional(),
    /** Names of the rules of applied_discount_rule_ids. */
    discount_rules: z.array(appliedRuleSchema).optional(),
    curve: curveSchema.nullable().optional(),
    keys: keysSchema.optional(),
  } satisfies Shape<Line>)
  .meta({ id: 'Line' });

/** A group, or the total: its counts, and metrics under the same ids as the lines'. */
const groupSchema: z.ZodType<Group> = z
  .looseObject({
    ...figuresShape,
    key: z.string(),
    keys: keysSchema,
    depth: z.int(),
    discount_count: countSchema,
    included_count: countSchema,
    discount_pct_reviewed_count: countSchema,
    changed_since_review_count: countSchema,
    discount_pct_user_count: countSchema,
    unset_optimization_goal_count: countSchema,
    optimization_goals: z.array(z.string()),
    /** Lines by the origin of their discount: chosen by hand, optimised, automatic. */
    discount_kind_counts: z.object({
      user: countSchema,
      optimised: countSchema,
      auto: countSchema,
    } satisfies Shape<Record<DiscountKind, number>>),
    image_url: z.string().nullish(),
    tags: z.array(z.string()).nullish(),
    min_price: z.number().nullable(),
    max_price: z.number().nullable(),
    discount_pct_distribution: z.array(discountBucketSchema),
  } satisfies Shape<Group>)
  .meta({ id: 'Group' });

/** The answer has every decision up to this version of the project's; missing before the first figures. */
const shownVersion = z.int().optional();

export const linePageSchema: z.ZodType<LinePage> = z
  .object({
    data: z.array(lineSchema),
    /** Lines in the whole selection. */
    discount_count: countSchema,
    /** Opaque; null on the last page. */
    cursor: z.string().nullable(),
    summary: groupSchema.optional(),
    version: shownVersion,
  } satisfies Shape<LinePage>)
  .meta({ id: 'LinePage' });

export const groupPageSchema: z.ZodType<GroupPage> = z
  .object({
    data: z.array(groupSchema),
    discount_count: countSchema,
    group_count: countSchema,
    cursor: z.string().nullable(),
    summary: groupSchema.optional(),
    version: shownVersion,
  } satisfies Shape<GroupPage>)
  .meta({ id: 'GroupPage' });

export const groupPagesSchema: z.ZodType<GroupPages> = z
  .object({
    data: z.array(z.object({ key: z.string(), keys: keysSchema, page: linePageSchema })),
    version: shownVersion,
  } satisfies Shape<GroupPages>)
  .meta({ id: 'GroupPages' });

/** A line as it is after its review; `act_version`: the version that the review took, whether it changed anything or not. */
export const reviewedLineSchema = lineSchema.and(z.object({ act_version: z.int() }));

/** What a user changes on a line. null gives back the automatic discount. */
export const discountEditSchema = z
  .strictObject({
    ...editShape,
    comment: commentSchema.nullable().optional(),
    /** It undoes the edit that took the review, which comes back if the discount is again the one seen. */
    gives_review_back: z.boolean().optional(),
    /** Version of the line the user saw; older than the stored one gives 409. */
    version: z.int().optional(),
  })
  .meta({ id: 'DiscountEdit' });

/** What whoever reviews a line saw decided of it. */
export const seenDiscountSchema = z
  .strictObject({ discount_pct: pointsSchema.nullable(), included: z.boolean() })
  .meta({ id: 'SeenDiscount' });
export type SeenDiscount = z.infer<typeof seenDiscountSchema>;

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
          ...editShape,
          discount_pct: pointsSchema.nullable(),
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
    ...keptShape,
    before: forecastFiguresSchema.optional(),
    after: forecastFiguresSchema.optional(),
    discount_budget_before: z.number().nullable().optional(),
    discount_budget_after: z.number().nullable().optional(),
    /** The whole project before and after, in a rehearsal. */
    project: comparedFiguresSchema.optional(),
    /** The lines that the edit is about, judged against the plan in force; in a rehearsal. */
    loss: lossSchema.optional(),
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
