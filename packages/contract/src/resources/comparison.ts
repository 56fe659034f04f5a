import * as z from 'zod';
import { countSchema, idSchema, instantSchema } from '../wire/common.ts';
import { lastYearSchema } from './reference.ts';
import { discountBucketSchema } from './stats.ts';

const figure = z.number();
/** null: known of no line. */
const known = z.number().nullable();

/** Figures of discounts over some days; the margin after leftovers is always to the end. */
const planFiguresSchema = z
  .object({
    sales_qty: figure,
    sales: known,
    profit: known,
    profit_after_leftovers: known,
    stock: known,
    discount_budget: known,
    sales_discount_pct: known,
    sell_through_pct: known,
  })
  .meta({ id: 'PlanFigures' });

const planHorizonsSchema = z
  .object({ phase: planFiguresSchema, end: planFiguresSchema })
  .meta({ id: 'PlanHorizons' });

/** The best of each figure alone inside the shields: there is none of a budget or of a mean discount. */
const bestFiguresSchema = planFiguresSchema
  .omit({ discount_budget: true, sales_discount_pct: true })
  .meta({ id: 'BestFigures' });

/** What the same criteria sold a year earlier; null when it is not known. */
const pastFiguresSchema = planFiguresSchema
  .pick({ sales_qty: true, sales: true, profit: true, discount_budget: true })
  .nullable();

const currentPlanSchema = planHorizonsSchema.extend({
  discount_distribution: z.array(discountBucketSchema),
});

const comparedRunSchema = z.object({
  _id: idSchema,
  /** Lines of the run that are still there and included, among them those that the other runs leave out. */
  discount_count: countSchema,
  plan: currentPlanSchema,
  /** What the listing would show once it is sent: discounts chosen by hand stay. */
  sent: planHorizonsSchema,
  /** Lines that would take the run's discount, and among them those whose discount would change. */
  sent_count: countSchema,
  changed_count: countSchema,
});

const comparedPartSchema = z.object({
  discount_count: countSchema,
  sum_stock_qty: figure,
  /** Lines whose discount was chosen by hand. */
  kept_user_count: countSchema,
  /** Every price stays where it was at the data date. */
  nothing: planHorizonsSchema,
  /** The discounts in force now. */
  current: currentPlanSchema,
  /** In the order asked. */
  runs: z.array(comparedRunSchema),
});

/** Completed runs beside doing nothing, last year, the plan in force and the best, all on the lines that every run covers. */
export const planComparisonSchema = comparedPartSchema
  .extend({
    last_year: z.object({ phase: pastFiguresSchema, end: pastFiguresSchema }),
    /** The days of last year, and why its figures are not known. */
    last_year_days: z.object({ phase: lastYearSchema, end: lastYearSchema }),
    best: z.object({ phase: bestFiguresSchema, end: bestFiguresSchema }),
    /** Since when the plan in force is what it is; null when nobody has changed a discount. */
    current_since: instantSchema.nullable(),
    /** Mean share of its cost that an unsold unit keeps, by the cost of the stock. */
    mean_residual_value: figure.nullable(),
    projects: z.array(comparedPartSchema.extend({ project_id: idSchema })),
  })
  .meta({ id: 'PlanComparison' });
export type PlanComparison = z.infer<typeof planComparisonSchema>;
