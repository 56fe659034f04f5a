import {
  ANNOUNCEMENTS,
  PRICE_DATES,
  PRICE_DECIMALS,
  PRICE_ENCODINGS,
  PRICE_FILE_FIELD_NAMES,
  PRICE_ROWS_BY,
  PRICE_SEPARATORS,
  PRIOR_PRICE_STATES,
} from '@palier/domain';
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
import { priceEndingSchema } from './price-ending.ts';

/** Most columns of a template. */
const MAX_COLUMNS = 60;

const headingSchema = z.string().trim().min(1).max(120);

const templateColumnSchema = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('constant'), heading: headingSchema, value: z.string().max(200) }),
  z.strictObject({
    field: z.enum([...PRICE_FILE_FIELD_NAMES, 'strikethrough_price']),
    heading: headingSchema,
  }),
]);

const dialectSchema = z.strictObject({
  separator: z.enum(PRICE_SEPARATORS),
  decimal: z.enum(PRICE_DECIMALS),
  date: z.enum(PRICE_DATES),
  encoding: z.enum(PRICE_ENCODINGS),
  /** Whether the first line has the headings. */
  headings: z.boolean(),
});

/** The layout of a price file, as it is written. */
export const priceTemplateBody = z
  .strictObject({
    name: nameSchema,
    format: z.enum(['csv', 'xlsx']),
    columns: z.array(templateColumnSchema).min(1).max(MAX_COLUMNS),
    dialect: dialectSchema,
    /** Whether products without a price in the phase have a row, with the reason. */
    with_excluded: z.boolean(),
    /** What a variant has a row for; a template that does not say: its price list. */
    rows_by: z.enum(PRICE_ROWS_BY).default('price_list'),
  })
  .meta({ id: 'PriceTemplateBody' });
export type PriceTemplateBody = z.infer<typeof priceTemplateBody>;

export const priceTemplateSchema = priceTemplateBody
  .strip()
  .extend({
    _id: idSchema,
    /** One that every organisation has: it is copied to be changed. */
    preset: z.boolean(),
  })
  .meta({ id: 'PriceTemplate' });
export type SavedPriceTemplate = z.infer<typeof priceTemplateSchema>;

/** changes: the prices that are no longer those of the last file of the same template, and those that went. */
const scopeSchema = z.enum(['all', 'changes']);

export const newPriceFileSchema = z
  .strictObject({
    /** Counted from 0. */
    phase: z.int().min(0).max(19),
    template_id: idSchema,
    scope: scopeSchema,
  })
  .meta({ id: 'NewPriceFile' });

const keptPart = { name: z.string(), fingerprint: z.string(), size_bytes: countSchema };

/** A price file that was made: its bytes stay as they were sent. */
export const priceFileSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    project_phase: countSchema,
    phase: z.string(),
    validated: z.boolean(),
    first_day: daySchema,
    last_day: daySchema,
    /** Its template, which may be gone since. */
    template_id: idSchema,
    template_name: z.string(),
    format: z.enum(['csv', 'xlsx']),
    scope: scopeSchema,
    /** The file that a file of changes follows. */
    since_id: idSchema.nullable(),
    row_count: countSchema,
    /** SHA-256 of its bytes, in hexadecimal. */
    fingerprint: z.string(),
    size_bytes: countSchema,
    /** What proves its prices, made and kept with it: a sheet, and a page to print; null of a file made before they were. */
    proof: z.object({ ...keptPart, page: z.object(keptPart).nullable() }).nullable(),
    user_name: z.string(),
    created_at: instantSchema,
  })
  .meta({ id: 'PriceFile' });
export type PriceFile = z.infer<typeof priceFileSchema>;

/** How many prices of a file are no longer so. */
export const priceChangesSchema = z
  .object({ price_count: countSchema, product_count: countSchema })
  .meta({ id: 'PriceChanges' });
export type PriceChanges = z.infer<typeof priceChangesSchema>;

const price = z.number().nullable();

const pricedVariantSchema = z.object({
  item_id: z.string().nullable(),
  size: z.string().nullable(),
  selling_price: price,
  prior_price: price,
  price,
  announced_pct: pointsSchema.nullable(),
});

/** A product in the price file of a phase, with what explains what may be announced of it. */
export const pricedProductSchema = z
  .object({
    line_id: idSchema,
    item_group_id: z.string(),
    title: z.string().nullable(),
    brand: z.string().nullable(),
    color: z.string().nullable(),
    image_url: z.string().nullable(),
    on_sale_date: daySchema.nullable(),
    selling_price: price,
    prior_price: price,
    prior_price_date: daySchema.nullable(),
    prior_price_state: z.enum(PRIOR_PRICE_STATES),
    prior_price_source: z.enum(['list', 'paid', 'till']).nullable(),
    /** Sales at the prior price, where the till proves it. */
    sales_count: z.number().nullable(),
    discount_pct: pointsSchema.nullable(),
    announced_pct: pointsSchema.nullable(),
    announcement: z.enum(ANNOUNCEMENTS).nullable(),
    price,
    /** Of the phase before; the selling price before the first. */
    former_price: price,
    /** How far its label, or that of a variant, goes above the one of the phase before; null: no further. */
    rise: price,
    /** How far a signed one goes above the selling price that came since; null: no further. */
    above_selling: price,
    /** Its selling price of today; `selling_price` is the one that was signed, of a validated phase. */
    selling_price_now: price,
    status: z.string(),
    reason: z.string().nullable(),
    /** Units in shops, each with a label; null where the price stays. */
    label_count: countSchema.nullable(),
    variants: z.array(pricedVariantSchema),
    /** First day of the first reduction, which the days of the prior price end before. */
    reduced_from: daySchema,
    /** First of the days that count. */
    counted_from: daySchema,
    /** Prices of its lists from each day on that they change, on the days that count. */
    days: z.array(z.object({ date: daySchema, price })),
    /** Each phase from the first to the file's, with its price. */
    phases: z.array(z.object({ label: z.string(), first_day: daySchema, discount_pct: pointsSchema, price })),
    /** What each level of the project would be priced and announced at. */
    levels: z.array(z.object({ discount_pct: pointsSchema, price, announced_pct: pointsSchema.nullable() })),
  })
  .meta({ id: 'PricedProduct' });
export type PricedProduct = z.infer<typeof pricedProductSchema>;

/** Which products of a phase a page shows. */
export const PRICE_SHOWS = [
  'all',
  'changes',
  'since',
  'risen',
  'above_selling',
  'full',
  'less',
  'none',
  'unknown',
  'excluded',
] as const;

/** The prices of a phase, counted over the products that the caller reaches, and a page of them. */
export const pricePageSchema = z
  .object({
    project_phase: countSchema,
    phase: z.string(),
    validated: z.boolean(),
    first_day: daySchema,
    last_day: daySchema,
    /** Who validated it, and when; null for the worked one and for one that came validated. */
    signed: z.object({ user_name: z.string(), date: instantSchema }).nullable(),
    currency: currencySchema,
    price_list: z.string(),
    /** What the template has a row for, when not for the price list, and how many of them. */
    places: z.object({ by: z.enum(PRICE_ROWS_BY), count: countSchema }).nullable(),
    summary: z.object({
      /** Products with a price in the phase, and their rows in the file. */
      product_count: countSchema,
      price_count: countSchema,
      /** Products without one, by reason. */
      excluded: z.array(z.object({ reason: z.string(), product_count: countSchema })),
      /** Products whose price is not the one before the phase. */
      changed_count: countSchema,
      /** Products with a dearer price than in the phase before, and dearer as signed than they sell at today. */
      risen_count: countSchema,
      above_selling_count: countSchema,
      announced: z.object({
        full: countSchema,
        less: countSchema,
        none: countSchema,
        unknown: countSchema,
      }),
      /** What makes the prices of the phase; of a validated one, they are those signed. */
      endings: z.object({
        rules: z.array(priceEndingSchema),
        /** Between the rate decided and that of the price, in points, over the products marked down; null without one. */
        mean_distance_pct: z.number().nullable(),
        /** Products whose price is at more than one point. */
        far_count: countSchema,
      }),
      /** Labels to print: units in shops of the products whose price changes. */
      label_count: countSchema,
      places: z.array(z.object({ code: z.string(), name: z.string(), label_count: countSchema })),
      /** Against the last file sent, of a template when one is named; null when none was. */
      since: priceChangesSchema.extend({ file_id: idSchema }).nullable(),
    }),
    total: countSchema,
    data: z.array(pricedProductSchema),
  })
  .meta({ id: 'PricePage' });
export type PricePage = z.infer<typeof pricePageSchema>;
