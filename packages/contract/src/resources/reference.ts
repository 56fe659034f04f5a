import * as z from 'zod';
import { countSchema, daySchema } from '../wire/common.ts';
import { lossSchema } from './loss.ts';

const figure = z.number();
/** null: known of no line. */
const known = z.number().nullable();

/** Figures of a horizon's days; money as the listing's. */
const referenceFiguresSchema = z.object({
  sales_qty: figure,
  sales: known,
  profit: known,
  discount_budget: known,
});

/** Figures of discounts on today's lines, which have a stock left; the margin after leftovers is always to the end. */
const standingFiguresSchema = referenceFiguresSchema.extend({
  stock: known,
  profit_after_leftovers: known,
});

/** What figures over one horizon are read against, on the same lines and days. */
const standingsSchema = z.object({
  /** Every price stays where it is. */
  nothing: standingFiguresSchema,
  /** The best that each figure alone could be inside the shields, whatever it costs the others. */
  best: z.object({
    sales_qty: figure,
    sales: known,
    profit: known,
    profit_after_leftovers: known,
    stock: known,
  }),
  /** What the discounts in force would give without what the caller changed since a given activity; missing unless asked. */
  before: standingFiguresSchema.optional(),
  /** The same days one year before; null when they are not known. The stock of that time is not kept. */
  last_year: referenceFiguresSchema.nullable(),
});

/** What the figures of a group (without keys: the whole selection) are read against, by horizon. */
export const groupReferencesSchema = z
  .object({
    keys: z.array(z.string().nullable()),
    phase: standingsSchema,
    end: standingsSchema,
  })
  .meta({ id: 'GroupReferences' });

/** The days of last year's figures, and why they are not known: a filter on the project's own figures, sales that start later, a list of products. */
export const lastYearSchema = z.object({
  from: daySchema,
  to: daySchema,
  unknown: z.enum(['filter', 'history', 'list', 'currency']).nullable(),
});

export const referencesSchema = z
  .object({
    data: z.array(groupReferencesSchema),
    /** Mean share of its cost that an unsold unit keeps, by the cost of the stock; null when it is not known. */
    mean_residual_value: figure.nullable(),
    /** The whole selection's plan against doing nothing, and against the plan as that activity left it (itself unless asked). */
    loss: lossSchema,
    /** Changes of the caller since that activity that were not undone. */
    since_count: countSchema.optional(),
    last_year: z.object({ phase: lastYearSchema, end: lastYearSchema }),
  })
  .meta({ id: 'References' });
export type References = z.infer<typeof referencesSchema>;
