import * as z from 'zod';
import { countSchema, daySchema, pointsSchema } from '../wire/common.ts';

/** How the forecasts of a slice did, in units; shares are of what was sold, null where nothing was. */
const forecastScoreSchema = z
  .object({
    /** Lines compared. */
    count: countSchema,
    forecast: z.number(),
    actual: z.number(),
    /** (forecast − actual) / actual. */
    bias: z.number().nullable(),
    /** Sum of the lines’ absolute errors over what was sold. */
    wape: z.number().nullable(),
    /** Share of the lines within their 80 % band. */
    coverage_80: z.number(),
  })
  .meta({ id: 'ForecastScore' });

/** Forecasts of the phases decided so far against what they sold, as of the snapshot served. */
export const backtestSchema = z
  .object({
    data_date: daySchema.nullable(),
    phases: z.array(
      z.object({
        project_phase: z.int().min(0),
        label: z.string(),
        from_date: daySchema,
        /** Last day, included. */
        to_date: daySchema,
        /** Days that the forecast covers, and those gone by: a running phase is compared in proportion. */
        days: countSchema,
        elapsed_days: countSchema,
        /** Kept when the phase was validated, or rebuilt from the history before it. */
        source: z.enum(['validated', 'rebuilt']),
        total: forecastScoreSchema,
        by_discount: z.array(forecastScoreSchema.extend({ discount_pct: pointsSchema })),
        by_category: z.array(forecastScoreSchema.extend({ category: z.string() })),
      }),
    ),
  })
  .meta({ id: 'Backtest' });
export type Backtest = z.infer<typeof backtestSchema>;
