import { SERIE_METRICS } from '@palier/domain';
import * as z from 'zod';
import { daySchema, idSchema } from '../wire/common.ts';
import { jsonParam, listParam } from '../wire/query-params.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';

export const serieDateSchema = z
  .object({
    serie_date: daySchema,
    scenarios: z.array(z.object({ _id: idSchema.nullable(), name: z.string() })),
    has_forecast: z.boolean(),
    has_sales: z.boolean(),
  })
  .meta({ id: 'SerieDate' });

export const seriesListSchema = z
  .object({ dates: z.array(serieDateSchema), seasons: z.array(z.string()) })
  .meta({ id: 'SeriesList' });

export const dimensionSchema = z.object({ name: z.string(), field: z.string() }).meta({ id: 'Dimension' });

/** One series of a report: figures of a date, under a scenario or as sold. */
export const serieChoiceSchema = z.object({
  serie_date: daySchema,
  scenario_id: idSchema.nullable().optional(),
  kind: z.enum(['forecast', 'sales']),
});

/** The figures of a report's series, in the order of the chooser. */
const metrics = SERIE_METRICS.map(({ id, label }) => `${id} (${label})`).join(', ');

export interface ReportNode {
  /** Value of the dimension; null for lines without one. */
  key: string | null;
  /** Metrics of each series, in the order asked for. */
  series: Record<string, number | null>[];
  data?: ReportNode[];
}

export const reportNodeSchema: z.ZodType<ReportNode> = z
  .lazy(() =>
    z.object({
      key: z.string().nullable(),
      series: z
        .array(z.record(z.string(), z.number().nullable()))
        .meta({ description: `Les mesures de chaque série, dans l’ordre demandé : ${metrics}.` }),
      data: z.array(reportNodeSchema).optional(),
    }),
  )
  .meta({ id: 'ReportNode' });

export const seriesQuery = z.object({ projectIds: listParam });
export const seriesReportQuery = z.object({
  projectIds: listParam,
  series: jsonParam(z.array(serieChoiceSchema).max(20)),
  dimensions: listParam.optional(),
  filter: jsonParam(queryTreeSchema).optional(),
  to_date: daySchema.optional(),
});
export const seriesStatusSchema = z
  .object({ status: z.enum(['synced', 'syncing', 'failed']), updated_at: z.string().nullable() })
  .meta({ id: 'SeriesStatus' });
