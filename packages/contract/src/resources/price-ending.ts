import { PRICE_ROUNDINGS, type PriceEnding } from '@palier/domain';
import * as z from 'zod';
import type { Shape } from '../wire/shape.ts';

const priceSchema = z.number().min(0).max(1_000_000).multipleOf(0.01);

const pricePointsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('endings'), cents: z.array(z.int().min(0).max(99)).max(100) }),
  z.strictObject({ kind: z.literal('ladder'), prices: z.array(priceSchema).max(500) }),
]);

/** How the prices of a band end, for the projects of a price list. */
export const priceEndingSchema = z
  .strictObject({
    /** null: every list that has no rule of its own. */
    price_list_id: z.string().min(1).max(200).nullable(),
    /** Band of the price that the discount gives; to, excluded. */
    from_price: priceSchema,
    to_price: priceSchema.nullable(),
    points: pricePointsSchema,
    rounding: z.enum(PRICE_ROUNDINGS),
    /** In points of the rate. */
    max_distance_pct: z.number().min(0).max(100).nullable(),
  } satisfies Shape<PriceEnding>)
  .meta({ id: 'PriceEnding' });

export const priceEndingsSchema = z
  .strictObject({ rules: z.array(priceEndingSchema).max(200) })
  .meta({ id: 'PriceEndings' });
