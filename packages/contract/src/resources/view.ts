import { COVERAGE_STATISTICS, MAXIMUM_COLUMN_WIDTH, MINIMUM_COLUMN_WIDTH, NEW_VIEW } from '@palier/domain';
import * as z from 'zod';
import { idSchema, nameSchema } from '../wire/common.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';

const fieldNames = z.array(z.string().min(1).max(200)).max(300);

export const viewParametersSchema = z
  .strictObject({
    groupBy: z.array(z.string().min(1).max(200)).max(10),
    included: z.boolean(),
    searchQuery: queryTreeSchema.nullable(),
    sort: z.strictObject({ field: z.string().min(1).max(200), order: z.enum(['asc', 'desc']) }).nullable(),
    coverageStat: z.enum(COVERAGE_STATISTICS),
    hideZeroPercent: z.boolean(),
    columns: fieldNames,
    featuredFields: fieldNames,
    customColumnWidths: z.record(
      z.string().max(200),
      z.number().min(MINIMUM_COLUMN_WIDTH).max(MAXIMUM_COLUMN_WIDTH),
    ),
  })
  .partial()
  .meta({ id: 'ViewParameters' });

export const viewSchema = z
  .object({
    _id: idSchema,
    author_id: idSchema,
    name: z.string(),
    description: z.string().nullable(),
    parameters: viewParametersSchema,
    shared: z.boolean(),
    is_partial: z.boolean(),
    starred: z.boolean(),
    is_default: z.boolean(),
  })
  .meta({ id: 'View' });
export type View = z.infer<typeof viewSchema>;

const editableView = z.strictObject({
  name: nameSchema,
  description: z.string().max(2000).nullable(),
  parameters: viewParametersSchema,
  shared: z.boolean(),
  is_partial: z.boolean(),
  starred: z.boolean(),
  is_default: z.boolean(),
});

export const newViewSchema = editableView
  .extend({
    name: nameSchema.default(NEW_VIEW.name),
    shared: z.boolean().default(NEW_VIEW.shared),
    description: z.string().max(2000).nullable().default(null),
    parameters: viewParametersSchema.default({}),
    is_partial: z.boolean().default(false),
    starred: z.boolean().default(false),
    is_default: z.boolean().default(false),
  })
  .meta({ id: 'NewView' });

export const viewChangesSchema = editableView.partial().meta({ id: 'ViewChanges' });
