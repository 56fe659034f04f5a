import * as z from 'zod';
import { countSchema, daySchema } from '../wire/common.ts';

const figure = z.number();

/** Figures of the worked phase; money as the listing's. */
const referenceFiguresSchema = z.object({
  sales_qty: figure,
  sales: figure,
  profit: figure,
  discount_budget: figure,
});

/** Figures of discounts on today's lines, which have a stock left; the margin after leftovers is to the project's end. */
const standingFiguresSchema = referenceFiguresSchema.extend({
  stock: figure,
  profit_after_leftovers: figure,
});

/** What the figures of a group (without keys: the whole selection) are read against. */
export const groupReferencesSchema = z
  .object({
    keys: z.array(z.string().nullable()),
    /** Every price stays where the previous phase left it. */
    nothing: standingFiguresSchema,
    /** The best that each figure could be inside the shields, whatever it costs the others. */
    optimum: z.object({
      sales_qty: figure,
      sales: figure,
      profit: figure,
      profit_after_leftovers: figure,
      stock: figure,
    }),
    /** What the discounts in force after a given activity gave; missing unless asked. */
    before: standingFiguresSchema.optional(),
    /** The same days one year before; null when they are not known. The stock of that time is not kept. */
    last_year: referenceFiguresSchema.nullable(),
  })
  .meta({ id: 'GroupReferences' });

export const referencesSchema = z
  .object({
    data: z.array(groupReferencesSchema),
    /** Mean share of its cost that an unsold unit keeps, by the cost of the stock; null when it is not known. */
    mean_residual_value: figure.nullable(),
    /** Changes made since that activity, by anyone. */
    since_count: countSchema.optional(),
    last_year: z.object({
      from: daySchema,
      to: daySchema,
      /** Why it is not known: a filter on the project's own figures, sales that start later, a list of products. */
      unknown: z.enum(['filter', 'history', 'list']).nullable(),
    }),
  })
  .meta({ id: 'References' });
export type References = z.infer<typeof referencesSchema>;
