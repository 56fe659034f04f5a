import {
  COVERAGE_STATISTICS,
  type FieldChoice,
  type PageQuery,
  SCOPES,
  type Selection,
} from '@palier/domain';
import * as z from 'zod';
import { commentSchema, idSchema, pointsSchema } from '../wire/common.ts';
import { booleanParam, fieldListParam, integerParam, jsonParam, listParam } from '../wire/query-params.ts';
import { fieldNameSchema, queryTreeSchema } from '../wire/query-tree.ts';
import type { Shape } from '../wire/shape.ts';
import { seenShape } from './seen.ts';

export const MAX_PAGE_SIZE = 1000;

/** A selection as requests carry it: also the lines that an activity touched. */
type WireSelection = Selection & { activity_id?: string };

/** Group params in a query string: the listing's filter narrowed to the group's keys. */
export const selectionQuery = z.object({
  filter: jsonParam(queryTreeSchema).optional(),
  q: z.string().max(200).optional(),
  included: booleanParam.optional(),
  hide_zero: booleanParam.optional(),
  activity_id: idSchema.optional(),
  scope: z.enum(SCOPES).optional(),
} satisfies Shape<WireSelection>);

/** The same in a body. */
export const selectionBody = z.strictObject({
  filter: queryTreeSchema.nullable().optional(),
  q: z.string().max(200).optional(),
  included: z.boolean().optional(),
  hide_zero: z.boolean().optional(),
  activity_id: idSchema.optional(),
  scope: z.enum(SCOPES).optional(),
} satisfies Shape<WireSelection>);
export type SelectionBody = z.infer<typeof selectionBody>;

/** Which fields and rows a page holds, in a query string. */
const pageQuery = {
  sort: fieldNameSchema.optional(),
  order: z.enum(['asc', 'desc']).optional(),
  size: integerParam(1, MAX_PAGE_SIZE).optional(),
  after: z.string().max(2000).optional(),
  /** Lazy metrics to add: daily_sales_qty_history, stock_coverage, sales_boost. */
  includes: listParam.optional(),
  excludes: listParam.optional(),
  /** Only these fields; all that are not lazy when missing. */
  fields: listParam.optional(),
  /** Of the coverage of shops, only this statistic; the three when missing. */
  coverage_stat: z.enum(COVERAGE_STATISTICS).optional(),
} satisfies Shape<FieldChoice & PageQuery>;

/** Parameters of both listings. `by` names the grouping fields, comma separated, the outermost first: lines come group by group. */
export const listingQuery = selectionQuery.extend({
  ...pageQuery,
  by: fieldListParam.optional(),
  summary: booleanParam.optional(),
});

export const groupListingQuery = listingQuery.extend({
  /** Every level of the tree at once, each group before its children. */
  all_levels: booleanParam.optional(),
});

/** First page of lines of several groups in one request. */
export const groupPagesBody = selectionBody.extend({
  by: z.array(fieldNameSchema).min(1).max(10),
  /** Groups to open; all when missing. */
  groups: z.array(z.array(z.string().nullable()).max(10)).max(500).optional(),
  ...({
    sort: fieldNameSchema.optional(),
    order: z.enum(['asc', 'desc']).optional(),
    size: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
    includes: z.array(z.string().min(1).max(200)).max(50).optional(),
    excludes: z.array(z.string().min(1).max(200)).max(500).optional(),
    fields: z.array(z.string().min(1).max(200)).max(500).optional(),
    coverage_stat: z.enum(COVERAGE_STATISTICS).optional(),
  } satisfies Shape<FieldChoice & Omit<PageQuery, 'after'>>),
});

/** An edit of every line of a selection; with dry_run the answer gives its effect and nothing is written. */
export const groupEditBody = selectionBody.extend({
  ...seenShape,
  edit: z.strictObject({
    included: z.boolean().optional(),
    discount_pct_user: pointsSchema.nullable().optional(),
    /** Points added to each line's discount instead of a value; the result is brought to an allowed level. */
    discount_pct_change: z.number().min(-100).max(100).optional(),
    comment: commentSchema.nullable().optional(),
  }),
  dry_run: z.boolean().optional(),
});

/** Edits tried together; a line that several of them hold follows the last. */
export const whatIfBody = z.strictObject({
  edits: z
    .array(
      selectionBody.extend({
        /** Only these lines. */
        line_ids: z.array(idSchema).min(1).max(100_000).optional(),
        edit: z
          .strictObject({
            included: z.boolean().optional(),
            discount_pct_user: pointsSchema.nullable().optional(),
            discount_pct_change: z.number().min(-100).max(100).optional(),
            /** Discount of the later phases, never under the worked phase's. */
            next_discount_pct: pointsSchema.optional(),
          })
          .refine((edit) => Object.values(edit).some((value) => value !== undefined), 'Rien à essayer'),
      }),
    )
    .min(1)
    .max(200),
});
export type WhatIfBody = z.infer<typeof whatIfBody>;

export const goalAssignmentBody = selectionBody.extend({
  ...seenShape,
  optimization_goal: z.string().max(200).nullable().optional(),
  /** Leave alone the discounts chosen by hand; true when missing. */
  keep_discount_pct_user: z.boolean().optional(),
  /** Field whose values decide the user discount… */
  discount_pct_user_map_field: fieldNameSchema.nullable().optional(),
  /** …and the discount of each value; null gives back the automatic one. */
  discount_pct_user_map: z.record(z.string().max(400), pointsSchema.nullable()).nullable().optional(),
  /** Other projects that receive the same. */
  projects: z.array(idSchema).max(100).optional(),
});

export const lineGoalBody = z.strictObject({
  optimization_goal: z.string().max(200).nullable().optional(),
  discount_pct_user: pointsSchema.nullable().optional(),
  projects: z.array(idSchema).max(100).optional(),
});

/** A review of every line of a selection. */
export const groupReviewBody = selectionBody.extend(seenShape);

export const syncBody = selectionBody.extend({
  ...seenShape,
  source_project_id: idSchema,
  /** Also replace the discounts that are optimal. */
  override_optimal_discount_pct: z.boolean().optional(),
});
