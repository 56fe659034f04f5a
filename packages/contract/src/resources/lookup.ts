import * as z from 'zod';
import { currencySchema, daySchema } from '../wire/common.ts';

const placeSchema = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  country: z.string().nullable(),
  city: z.string().nullable(),
});

export const inventorySchema = placeSchema.extend({ stock_qty: z.number() }).meta({ id: 'Inventory' });

/** Its own schema, so that the document of the API names it. */
export const salesLocationSchema = placeSchema
  /** Or the number of its département. */
  .extend({ postal_code: z.string().nullable().optional() })
  .meta({ id: 'SalesLocation' });

export const priceListSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    currency: currencySchema.nullable().optional(),
    item_group_count: z.int().optional(),
  })
  .meta({ id: 'PriceList' });

export const orderPeriodSchema = z
  .object({
    /** YYYY-MM. */
    id: z.string(),
    label: z.string(),
    start_date: daySchema,
    end_date: daySchema,
    quantity: z.number(),
  })
  .meta({ id: 'OrderPeriod' });
