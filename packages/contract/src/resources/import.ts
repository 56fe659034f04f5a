import { IMPORT_QUESTION_CODES } from '@palier/domain';
import * as z from 'zod';
import { countSchema, idSchema, instantSchema } from '../wire/common.ts';
import { controlGapSchema } from './control.ts';
import { keptShape } from './seen.ts';
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
  'rates',
  'equivalents',
  'packs',
  'control',
  'projects',
] as const;

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

/** What may be read in two ways, and that the user decides. */
export const importQuestionSchema = z
  .object({
    key: z.string(),
    code: z.enum(IMPORT_QUESTION_CODES),
    /** With its sheet when it is a workbook's. */
    file: z.string(),
    /** The heading in question, or null. */
    column: z.string().nullable(),
    text: z.string(),
    /** What was read, a few rows and the totals in plain French. */
    examples: z.array(z.string()).optional(),
    /** What of the file speaks against it. */
    doubts: z.array(z.string()).optional(),
    /** Likely reading first. */
    choices: z.array(z.object({ value: z.string(), label: z.string(), detail: z.string().nullable() })),
  })
  .meta({ id: 'ImportQuestion' });

/** Totals of the whole warehouse. */
const totalsSchema = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));

/** Before and after. */
const beforeAfter = z.tuple([z.number(), z.number()]);

/** Products whose list price moves one way, the largest moves as examples. */
const priceMovesSchema = z.object({
  count: countSchema,
  /** The mean, in percent of the price before. */
  mean_pct: z.number(),
  examples: z.array(
    z.object({
      item_group_id: z.string(),
      title: z.string().nullable(),
      before: z.number(),
      after: z.number(),
      /** When it is not the organisation's. */
      currency: z.string().nullable(),
      /** The day from which it changes; null: at once. */
      from: z.string().nullable(),
    }),
  ),
});

const priceListEffectSchema = z.object({
  /** Empty for the list without a name. */
  list: z.string(),
  /** The one of projects that choose none. */
  is_usual: z.boolean(),
  up: priceMovesSchema.nullable(),
  down: priceMovesSchema.nullable(),
  /** Products that have a price no more. */
  lost_count: countSchema,
});

/** What changes by month and place. */
const importEffectSchema = z.object({
  /** The places with the most revenue; a null code: rows without a place. */
  places: z.array(
    z.object({
      code: z.string().nullable(),
      name: z.string(),
      /** Of its revenue, when it is not the organisation's. */
      currency: z.string().nullable().default(null),
    }),
  ),
  other_count: countSchema,
  /** The lists whose prices change, the usual one first. */
  prices: z.array(priceListEffectSchema).default([]),
  /** Products signed in projects that are not over, whose list price is no longer the one signed; left out: none. */
  signed: z
    .object({
      product_count: countSchema,
      /** Those whose label would be dearer than the new list price. */
      dearer_count: countSchema,
      project_count: countSchema,
    })
    .optional(),
  /** Latest first; null: all the earlier ones. Cells: one a place, one for the others if any, the total. */
  months: z.array(
    z.object({
      month: z.string().nullable(),
      cells: z.array(z.object({ revenue: beforeAfter, quantity: beforeAfter, stock: beforeAfter })),
    }),
  ),
});

const deliveredProductsSchema = z.object({
  count: countSchema,
  /** All the products there are. */
  all: z.boolean(),
  /** A value that these products have and no other. */
  own_value: z.object({ field: z.string(), value: z.string() }).nullable(),
  /** Their codes where nothing else says them; left out of lists of imports. */
  codes: z.array(z.string()).nullable(),
});

export const importReportSchema = z
  .object({
    status: z.enum(['completed', 'refused']),
    files: z.array(
      z.object({
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
        /** Whether that amount is without or with taxes. */
        amount_tax: z.enum(['excl', 'incl']).nullable().default(null),
        /** Of that amount; null: of the report. */
        currency: z.string().nullable().default(null),
        /** The amounts in other currencies: none is ever added to another. */
        other_amounts: z.array(z.object({ currency: z.string().nullable(), amount: z.number() })).default([]),
      }),
    ),
    errors: z.array(rowErrorSchema),
    error_count: countSchema,
    warnings: z.array(rowErrorSchema),
    warning_count: countSchema,
    /** Files of refused rows, in the order that rejected-rows numbers them. */
    error_files: z.array(z.object({ name: z.string(), row_count: countSchema })).default([]),
    ignored_files: z.array(z.object({ name: z.string(), reason: z.string() })),
    /** Asked by this reading, answered or not. */
    questions: z.array(importQuestionSchema).default([]),
    totals: totalsSchema,
    /** French: where what counts is not what was read, both figures. */
    readings: z.array(z.string()).default([]),
    /** Before this import; null for a first one. */
    totals_before: totalsSchema.nullable().default(null),
    /** Of a check alone. */
    effect: importEffectSchema.nullable().default(null),
    /** The till's totals that the data do not have with these files. */
    gaps: z.array(controlGapSchema).default([]),
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
    /** The products that the files are of, and how a project takes them; null: none, or not known. */
    products: deliveredProductsSchema.nullable().default(null),
    /** The import left the warehouse as it was. */
    unchanged: z.boolean(),
    data_date: z.string().nullable(),
    /** Of the amounts. */
    currency: z.string().default('EUR'),
    /** Sales by currency before and after, the organisation's first; empty where there is one alone. */
    amounts: z.array(z.object({ currency: z.string(), before: z.number(), after: z.number() })).default([]),
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
    /**
     * Of an import that was checked first. staged: nothing is written yet. published: it is. discarded: it was given
     * up. null: imported at once.
     */
    check: z.enum(['staged', 'published', 'discarded']).nullable(),
    /**
     * Of a check that waits. superseded: the data changed since, importing it reads the files again first. expired:
     * its files are gone. null: neither.
     */
    stale: z.enum(['superseded', 'expired']).nullable().default(null),
    mode: z.enum(['incremental', 'full']),
    /** Which reading of the files the report is of; another once they are read again. Given back to import it. */
    reading: idSchema,
    /** Answers that the check was read with. */
    answers: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof importSchema>;

/** What the mapping screen shows of each file before the import. */
export const fileInspectionSchema = z
  .object({
    name: z.string(),
    format: z.string(),
    kinds: z.array(z.enum(IMPORT_KINDS)),
    headings: z.array(
      z.object({
        heading: z.string(),
        column: z.string().nullable(),
        type: z.enum(['string', 'number', 'date']),
        /** Whether its amounts are given without or with taxes, as the heading says. */
        tax: z.enum(['excl', 'incl']).nullable().default(null),
        examples: z.array(z.string()),
      }),
    ),
    /** The line that the headings stand on, from 1. */
    heading_row: z.int().default(1),
    /** Its first lines as they stand, among which the headings may be chosen; none where they cannot. */
    head: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })).default([]),
    /** Columns taken from the last import of a file with these headings. */
    remembered: z.boolean().default(false),
    /** The known export that the file was read as: « Shopify, produits ». */
    preset: z.string().nullable().default(null),
    /** The currency said of its amounts that say none, now or for the last file of its like. */
    currency: z.string().nullable().default(null),
    preview: z.array(z.array(z.string())),
    missing: z.array(z.object({ kind: z.enum(IMPORT_KINDS), columns: z.array(z.string()) })),
    /** What the headings and first rows leave open. */
    questions: z.array(importQuestionSchema).default([]),
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
    /** The first of the rows that are not taken; `kept`: what stays in the cell's place. */
    errors: z.array(rowErrorSchema.extend({ kept: z.string().nullable() })),
    error_count: countSchema,
    /** The first of the changes, as they read. */
    samples: z.array(
      z.object({
        file: z.string(),
        line: z.int(),
        item_group_id: z.string(),
        column: z.enum(['discount', 'included', 'goal']),
        from: z.string(),
        to: z.string(),
      }),
    ),
    /** Chosen discounts that give way to the automatic ones. */
    given_back_count: countSchema,
    /** Rows of groups in a grouped export, which are not read: their products are. */
    group_row_count: countSchema,
    /** Codes found again without the leading zeros that a spreadsheet took. */
    found_code_count: countSchema,
    /** Rows of the listing's own export whose computed discount is not the project's: typed there, or older than the plan. */
    other_computed_count: countSchema,
    /** Headings that nobody knows; in the listing's own export, those that it computes. */
    unknown_headings: z.array(z.string()),
    computed_headings: z.array(z.string()),
    before: forecastFiguresSchema.optional(),
    after: forecastFiguresSchema.optional(),
    ...keptShape,
    discount_budget_before: z.number().nullable().optional(),
    discount_budget_after: z.number().nullable().optional(),
  })
  .meta({ id: 'DiscountImportReport' });
