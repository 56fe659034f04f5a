import * as z from 'zod';
import { countSchema, daySchema, idSchema, instantSchema } from '../wire/common.ts';
import { forecastFiguresSchema } from './stats.ts';

export const JOB_STATUSES = ['requested', 'running', 'completed', 'cancelled', 'failed'] as const;
export const IMPORT_KINDS = [
  'items',
  'sales',
  'stock',
  'prices',
  'orders',
  'forecasts',
  'places',
  'projects',
] as const;

const fileMappingSchema = z.object({
  match: z.string().min(1).max(400),
  kind: z.enum(IMPORT_KINDS),
  columns: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  constants: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  date_order: z.enum(['day', 'month']).optional(),
});

/** How foreign files are read: their headings to our columns. */
export const importMappingSchema = z
  .object({
    settings: z
      .looseObject({
        vat_rate: z.number().min(0).max(1).optional(),
        cost_share_of_price: z.number().min(0).max(1).optional(),
        currency: z.string().optional(),
        decimal: z.enum([',', '.']).optional(),
        /** Whether 01/02/2026 is 1 February (day) or 2 January (month). */
        date_order: z.enum(['day', 'month']).optional(),
        data_date: daySchema.optional(),
      })
      .optional(),
    files: z.array(fileMappingSchema).max(200).optional(),
    /** Names of files and sheets that are not to be read, whatever they hold. */
    left_aside: z.array(z.string().max(400)).max(200).optional(),
  })
  .meta({ id: 'ImportMapping' });

/** Fields of the form beside uploadedFiles; `mapping` is JSON text. */
export const importFormSchema = z
  .strictObject({
    mapping: z.string().max(200_000).optional(),
    /** incremental: rows of the same key are replaced. full: the kinds that come replace everything. */
    mode: z.enum(['incremental', 'full']).optional(),
    stop_on_error: z.enum(['true', 'false']).optional(),
  })
  .meta({ id: 'ImportForm' });

export const rowErrorSchema = z
  .object({
    file: z.string(),
    line: z.int(),
    column: z.string(),
    value: z.string().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'RowError' });

export const QUALITY_ACTIONS = ['exclude', 'accept'] as const;

export const qualityDecisionSchema = z
  .object({
    action: z.enum(QUALITY_ACTIONS),
    /** Cases found when it was decided. */
    case_count: countSchema,
    user_name: z.string(),
    created_at: instantSchema,
  })
  .meta({ id: 'QualityDecision' });
export type QualityDecision = z.infer<typeof qualityDecisionSchema>;

/** null takes the decision back. */
export const qualityActionSchema = z
  .strictObject({ action: z.enum(QUALITY_ACTIONS).nullable() })
  .meta({ id: 'QualityAction' });

/** Totals of the whole warehouse. */
const totalsSchema = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));

export const importReportSchema = z
  .looseObject({
    status: z.enum(['completed', 'refused']),
    files: z.array(
      z.looseObject({
        file: z.string(),
        kind: z.enum(IMPORT_KINDS),
        rows_read: countSchema,
        rows_kept: countSchema,
        rows_rejected: countSchema,
        rows_warned: countSchema,
        first_date: z.string().nullable(),
        last_date: z.string().nullable(),
        total_quantity: z.number().nullable(),
        total_amount: z.number().nullable(),
      }),
    ),
    errors: z.array(rowErrorSchema),
    error_count: countSchema,
    warnings: z.array(rowErrorSchema),
    warning_count: countSchema,
    /** Files of refused rows, in the order that rejected-rows numbers them. */
    error_files: z.array(z.object({ name: z.string(), row_count: countSchema })).default([]),
    ignored_files: z.array(z.object({ name: z.string(), reason: z.string() })),
    totals: totalsSchema,
    /** Before this import; null for a first one. */
    totals_before: totalsSchema.nullable().default(null),
    quality: z.array(
      z.object({
        /** What was decided of this check, for this import and the next ones. */
        decision: qualityDecisionSchema.nullable().default(null),
        code: z.string(),
        label: z.string(),
        severity: z.enum(['error', 'warning', 'info']),
        count: countSchema,
        examples: z.array(z.string()),
        amount: z.number().nullable(),
        effect: z.string(),
        actions: z.array(z.enum(QUALITY_ACTIONS)),
      }),
    ),
    /** The import left the warehouse as it was. */
    unchanged: z.boolean(),
    data_date: z.string().nullable(),
    /** Of the amounts. */
    currency: z.string().default('EUR'),
    /** Settings in force, kept from one import to the next; null: none, or an import made before they were recorded. */
    vat_rate: z.number().nullable().default(null),
    cost_share_of_price: z.number().nullable().default(null),
    duration_ms: z.number(),
    /** What the reader must know before all else. */
    note: z.string().nullable().default(null),
  })
  .meta({ id: 'ImportReport' });

export const importSchema = z
  .object({
    _id: idSchema,
    status: z.enum(JOB_STATUSES),
    /** French name of what is being done. */
    stage: z.string().nullable(),
    /** 0 to 1. */
    progress: z.number().min(0).max(1),
    files: z.array(z.object({ name: z.string(), size_bytes: z.number() })),
    error: z.string().nullable(),
    created_at: instantSchema,
    created_by: z.string(),
    finished_at: instantSchema.nullable(),
    report: importReportSchema.nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof importSchema>;

/** What the mapping screen shows of each file before the import. */
export const fileInspectionSchema = z
  .looseObject({
    name: z.string(),
    format: z.string(),
    kinds: z.array(z.enum(IMPORT_KINDS)),
    headings: z.array(
      z.object({
        heading: z.string(),
        column: z.string().nullable(),
        type: z.enum(['string', 'number', 'date']),
        examples: z.array(z.string()),
      }),
    ),
    /** Columns taken from the last import of a file with these headings. */
    remembered: z.boolean().default(false),
    preview: z.array(z.array(z.string())),
    missing: z.array(z.object({ kind: z.enum(IMPORT_KINDS), columns: z.array(z.string()) })),
    problem: z.string().nullable(),
  })
  .meta({ id: 'FileInspection' });

/** What an import of discounts into a project did, or would do (`dry_run`, with its effect). */
export const discountImportReportSchema = z
  .object({
    version: z.int(),
    activity_id: idSchema.nullable(),
    discount_count: countSchema,
    unchanged_count: countSchema,
    /** The first of them. */
    errors: z.array(rowErrorSchema),
    error_count: countSchema,
    before: forecastFiguresSchema.optional(),
    after: forecastFiguresSchema.optional(),
    discount_budget_before: z.number().nullable().optional(),
    discount_budget_after: z.number().nullable().optional(),
  })
  .meta({ id: 'DiscountImportReport' });
