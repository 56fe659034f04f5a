import { FIELD_TYPES, OPERATORS, RULE_MAP_TYPES } from '@palier/domain';
import * as z from 'zod';
import { countSchema } from '../wire/common.ts';
import { jsonParam, termsParam } from '../wire/query-params.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';

/** A field of the catalogue, or an attribute of the retailer's, as a project has it. */
export const fieldDescriptionSchema = z
  .object({
    id: z.string(),
    /** Another name that requests may give it. */
    alias: z.string().optional(),
    label: z.string(),
    section: z.string(),
    description: z.string(),
    type: z.enum(FIELD_TYPES),
    unit: z.string().optional(),
    currency: z.enum(['catalog', 'accounting']).optional(),
    /** How a group's value comes from its lines: sum, ratio, weighted_mean, min, max, range, distinct… */
    aggregation: z.string(),
    /** Fields that rank this one by decile: among all products, then inside the grouping key. */
    ranks: z.array(z.string()),
    /** What filters and rules may ask of it; empty when it does not filter. */
    operators: z.array(z.enum(OPERATORS)),
    in_rulebook: z.boolean(),
    filterable: z.boolean(),
    groupable: z.boolean(),
    lazy: z.boolean().optional(),
    /** An attribute of the retailer's files, outside the catalogue. */
    attribute: z.boolean().optional(),
  })
  .meta({ id: 'Field' });
export type FieldDescription = z.infer<typeof fieldDescriptionSchema>;

export const fieldQuery = z.object({
  filter: jsonParam(queryTreeSchema).optional(),
  /** Only these terms; with map_type range, these intervals (`10..20`: 10 included, 20 excluded). */
  map_keys: termsParam.optional(),
  map_type: z.enum(RULE_MAP_TYPES).optional(),
  /** Only the terms that hold this text. */
  q: z.string().max(200).optional(),
});

export const termSchema = z
  .object({
    /** null: lines without a value. */
    value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    item_count: countSchema,
    item_group_count: countSchema,
    sum_stock_qty: z.number().optional(),
  })
  .meta({ id: 'Term' });

/** How many products (item groups) and variants (items) a query takes. */
export const itemCountsSchema = z
  .object({
    item_count: countSchema,
    item_group_count: countSchema,
    /** Products that the query takes and that quality decisions leave out of every project; left out when none. */
    excluded_count: countSchema.optional(),
    /** The same by term, when a field's counts are asked for. */
    data: z.array(termSchema).optional(),
  })
  .meta({ id: 'ItemCounts' });
