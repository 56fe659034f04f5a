import { FISCAL_LEAPS, FISCAL_PATTERNS } from '@palier/domain';
import * as z from 'zod';
import { currencySchema, daySchema } from '../wire/common.ts';
import { IMPORT_KINDS } from './import.ts';

const timeZoneSchema = z
  .string()
  .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'Fuseau horaire inconnu');

/** What fiscal weeks and periods are: ISO weeks, or a calendar of whole weeks given by one of its years. */
const fiscalCalendarSchema = z.union([
  z.literal('iso'),
  z.strictObject({
    /** The number of the fiscal year that starts on `first_day`. */
    year: z.int().min(1990).max(2098),
    first_day: daySchema,
    pattern: z.enum(FISCAL_PATTERNS),
    leap: z.enum(FISCAL_LEAPS),
  }),
]);

const fileMappingSchema = z.strictObject({
  match: z.string().min(1).max(400),
  kind: z.enum(IMPORT_KINDS),
  columns: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  constants: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  date_order: z.enum(['day', 'month']).optional(),
  /** The line of its headings, from 1. */
  heading_row: z.int().min(1).max(10_000).optional(),
});

/** How foreign files are read: their headings to our columns. */
export const importMappingSchema = z
  .strictObject({
    settings: z
      .strictObject({
        vat_rate: z.number().min(0).max(1).optional(),
        /** null: costs that are missing are no longer estimated. */
        cost_share_of_price: z.number().min(0).max(1).nullable().optional(),
        currency: z.string().optional(),
        decimal: z.enum([',', '.']).optional(),
        /** Whether 01/02/2026 is 1 February (day) or 2 January (month). */
        date_order: z.enum(['day', 'month']).optional(),
        /** Zone whose day an instant belongs to, such as Europe/Paris. */
        time_zone: timeZoneSchema.optional(),
        fiscal_calendar: fiscalCalendarSchema.optional(),
        data_date: daySchema.optional(),
        /** The price list whose prices give the amount of sales that come without one. */
        paid_price_list_id: z.string().max(200).optional(),
      })
      .optional(),
    files: z.array(fileMappingSchema).max(200).optional(),
    /** By name of file or sheet, the currency of its amounts where they say none; null: the usual one again. */
    currencies: z.record(z.string().max(400), currencySchema.nullable()).optional(),
    /** Names of files and sheets that are not to be read, whatever they hold. */
    left_aside: z.array(z.string().max(400)).max(200).optional(),
    /** What was answered to questions, by their key. */
    answers: z.record(z.string().max(1000), z.string().max(400)).optional(),
    /** Questions without an answer take their likely reading, the first of their choices. */
    accept_likely: z.boolean().optional(),
  })
  .meta({ id: 'ImportMapping' });

/** Fields of the form beside uploadedFiles; `mapping` is JSON text. */
export const importFormSchema = z
  .strictObject({
    mapping: z.string().max(200_000).optional(),
    /** incremental: rows of the same key are replaced. full: the kinds that come replace everything. */
    mode: z.enum(['incremental', 'full']).optional(),
    stop_on_error: z.enum(['true', 'false']).optional(),
    /** true: the files are read and checked, nothing is written until `imports.publish`. */
    check: z.enum(['true', 'false']).optional(),
  })
  .meta({ id: 'ImportForm' });

/** A check read again with other columns or answers. */
export const importRecheckSchema = z
  .strictObject({
    mapping: importMappingSchema.optional(),
    mode: z.enum(['incremental', 'full']).optional(),
    /** Over those that the check was read with. */
    answers: z.record(z.string().max(1000), z.string().max(400)).optional(),
  })
  .meta({ id: 'ImportRecheck' });

/** How the organisation's imports are watched over: shares, 0.1 = 10 %. */
export const importSettingsSchema = z
  .strictObject({
    /** An import that removes more than this share of what is there is asked first. */
    max_removed_share: z.number().min(0).max(1),
    /** The gap to a control total that is no gap yet. */
    control_tolerance: z.number().min(0).max(1),
    /** null: as files were read before, Europe/Paris at first. */
    time_zone: timeZoneSchema.nullable().default(null),
    /** null: as files were read before, else asked. */
    date_order: z.enum(['day', 'month']).nullable().default(null),
    /** null: as files were read before, else asked. */
    fiscal_calendar: fiscalCalendarSchema.nullable().default(null),
  })
  .meta({ id: 'ImportSettings' });

/** Every question's answer, by key. */
export const importPublishSchema = z
  .strictObject({
    answers: z.record(z.string().max(1000), z.string().max(400)).default({}),
    /** The reading that was looked at: none other is imported. Left out: the latest is, whoever asked for it. */
    reading: z.string().max(100).optional(),
  })
  .meta({ id: 'ImportPublish' });
