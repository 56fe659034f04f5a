import { AGAINST_ORIGINS } from '@palier/domain';
import * as z from 'zod';
import { countSchema, daySchema, pointsSchema } from '../wire/common.ts';

const amount = z.number().nullable();

/** Sums of the lines where it is known: turnover and budget with tax in catalogue currency, margin in accounting currency; null: of none. */
const resultFiguresSchema = z
  .object({ sales_qty: amount, sales: amount, list_sales: amount, profit: amount, discount_budget: amount })
  .meta({ id: 'ResultFigures' });

const gapPartsSchema = z
  .object({
    price: z.number(),
    volume: z.number(),
    mix: z.number(),
    stock_out: z.number(),
    /** Their sum: what was earned less what was planned, in margin after leftovers. */
    total: z.number(),
  })
  .meta({ id: 'GapParts' });

const comparisonSchema = z
  .object({
    /** As validated, of the lines that have a plan; null without one. */
    planned: resultFiguresSchema.nullable(),
    /** What was sold. */
    real: resultFiguresSchema,
    /** What the same criteria sold a year earlier; null when it is not known. */
    last_year: resultFiguresSchema.omit({ list_sales: true }).nullable(),
    gap: gapPartsSchema.nullable(),
    line_count: countSchema,
    /** Lines whose plan, price and cost are known: those of the gap. */
    compared_count: countSchema,
    /** Lines whose units are planned in each of their phases, whatever is known of their money. */
    planned_count: countSchema,
    /** Lines whose turnover or margin is not known (no price, no cost, no rate): they are not in its sum. */
    unknown_line_count: countSchema,
  })
  .meta({ id: 'ResultComparison' });

/** Sums of decisions against the recommendation: of the lines whose value is known, with where it holds 8 times in 10. */
const againstSchema = z
  .object({ line_count: countSchema, valued_count: countSchema, value: amount, low: amount, high: amount })
  .meta({ id: 'AgainstSum' });

/** What a project planned and earned over the phases that are past, as of the snapshot served. */
export const resultsSchema = z
  .object({
    data_date: daySchema.nullable(),
    /** Whether the project is closed and its data reach its end. */
    over: z.boolean(),
    total: comparisonSchema,
    phases: z.array(
      comparisonSchema.extend({
        project_phase: z.int().min(0),
        label: z.string(),
        from_date: daySchema,
        /** Last day, included. */
        to_date: daySchema,
        /** Kept when the phase was validated, rebuilt from the history before it, or none. */
        source: z.enum(['validated', 'rebuilt']).nullable(),
      }),
    ),
    groups: z.array(comparisonSchema.extend({ key: z.string().nullable() })),
    /**
     * What was left at the end, and « marge après invendus » of the lines whose margin and leftovers are known; null before
     * it, of the first phases alone, and when no stock says it.
     */
    left: z.object({ qty: z.number(), profit_after_leftovers: amount }).nullable(),
    /** Share of the products at each discount in the last past phase, and the objective's; null where it has none of products. */
    objective: z.array(
      z.object({
        discount_pct: pointsSchema,
        objective_pct: amount,
        real_pct: z.number(),
        line_count: countSchema,
      }),
    ),
    /** Pace in a phase over the pace of the four weeks before the operation, by discount, with its 80 % interval. */
    acceleration: z.array(
      z.object({
        project_phase: z.int().min(0),
        discount_pct: pointsSchema,
        line_count: countSchema,
        ratio: amount,
        low: amount,
        high: amount,
      }),
    ),
    /**
     * What was signed against the recommendation, in margin after leftovers compared with it: an estimate
     * (docs/moteur.md). Null when no past phase kept what was recommended.
     */
    decisions: z
      .object({
        /** Phases that kept it, and lines of theirs for which there was one; null within a perimeter. */
        phase_count: countSchema,
        recommended_count: countSchema.nullable(),
        total: againstSchema,
        /** The reason as given, or the names of the rules; null when nobody gave one. */
        reasons: z.array(
          againstSchema.extend({ origin: z.enum(AGAINST_ORIGINS), reason: z.string().nullable() }),
        ),
        /** Null unless an administrator has turned it on; name null: by the rules, or by nobody known. */
        people: z.array(againstSchema.extend({ name: z.string().nullable() })).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Results' });
export type Results = z.infer<typeof resultsSchema>;
