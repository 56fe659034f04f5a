import { SERIE_KINDS, SERIE_METRICS, SERIE_SOURCES, serieOfId } from '@palier/domain';
import * as z from 'zod';
import { countSchema, currencySchema, daySchema, idSchema, instantSchema } from '../wire/common.ts';
import {
  booleanParam,
  integerParam,
  jsonParam,
  listParam,
  MAX_JSON_PARAM_LENGTH,
  parseJsonParam,
} from '../wire/query-params.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';
import { rowErrorSchema } from './import.ts';

const serieDateSchema = z
  .object({
    serie_date: daySchema,
    /** The plan in force has no id; a run has its scenario's. */
    scenarios: z.array(z.object({ _id: idSchema.nullable(), name: z.string() })),
    has_forecast: z.boolean(),
    has_sales: z.boolean(),
    /** The earlier edition that it is of; null: of the projects asked for. */
    season: z.string().nullable(),
  })
  .meta({ id: 'SerieDate' });

/** What names one series: enough for a report, and for an address that outlives the session. */
const serieChoiceSchema = z.object({
  serie_date: daySchema,
  kind: z.enum(SERIE_KINDS),
  /** A run's scenario; left out or null: the plan in force, a validated phase, sales. */
  scenario_id: idSchema.nullable().optional(),
  /** Operation of an earlier edition; left out or null: the projects asked for. */
  season: z.string().min(1).max(200).nullable().optional(),
  /** Number of a phase as it was signed, from 0. */
  project_phase: z.int().min(0).max(100).nullable().optional(),
  /** Name of an imported series. */
  name: z.string().min(1).max(200).nullable().optional(),
});

/** A series of the projects asked for: what it is, when it was recorded, which days it speaks of. */
const serieSchema = serieChoiceSchema
  .required()
  .extend({
    /** Made of the choice alone (`serieId`): the same series has the same id at every call. */
    _id: z.string(),
    source: z.enum(SERIE_SOURCES),
    /** French: « Plan », « Scénario “Marge” », « Démarque 2 validée », « Ventes », or the name it was imported under. */
    label: z.string(),
    /** First and last day that it holds, the last included; the widest of its projects. */
    from_date: daySchema,
    to_date: daySchema,
    project_ids: z.array(idSchema),
    recorded_at: instantSchema,
  })
  .meta({ id: 'Serie' });

export const seriesListSchema = z
  .object({
    dates: z.array(serieDateSchema),
    /** Earlier editions of the same operation that have series, latest first. */
    seasons: z.array(z.string()),
    /** Every series that a report may take, latest first. */
    series: z.array(serieSchema),
  })
  .meta({ id: 'SeriesList' });

export const dimensionSchema = z.object({ name: z.string(), field: z.string() }).meta({ id: 'Dimension' });

/** The figures of a report's series, in the order of the chooser. */
const metrics = SERIE_METRICS.map(({ id, label }) => `${id} (${label})`).join(', ');

const measuresSchema = z.record(z.string(), z.number().nullable());

interface ReportNode {
  /** Value of the dimension; null for lines without one. */
  key: string | null;
  /** Metrics of each series, in the order asked for; null: not known, or no such line in the series. */
  series: Record<string, number | null>[];
  data?: ReportNode[];
}

const reportNodeSchema: z.ZodType<ReportNode> = z
  .lazy(() =>
    z.object({
      key: z.string().nullable(),
      series: z
        .array(measuresSchema)
        .meta({ description: `Les mesures de chaque série, dans l’ordre demandé : ${metrics}.` }),
      data: z.array(reportNodeSchema).optional(),
    }),
  )
  .meta({ id: 'ReportNode' });

const daysSchema = z.object({ from_date: daySchema, to_date: daySchema });

/** What a report's figures are of, for each series in the order asked for. */
const reportSerieSchema = z.object({
  _id: z.string(),
  label: z.string(),
  /** The day it was recorded at, the latest of its projects. */
  serie_date: daySchema.nullable(),
  /** The days counted, both included; null when it has none of the days asked for. */
  span: daysSchema.nullable(),
  line_count: countSchema,
  /** Lines of the series that are not counted, since another series of the project does not have them. */
  left_out_line_count: countSchema,
  /** Lines counted whose amounts are not known (no price, no cost, no rate): they are not in the sums of money. */
  unknown_line_count: countSchema,
});

export const seriesReportSchema = z
  .object({
    /** The first dimension's values; empty without a dimension. */
    data: z.array(reportNodeSchema),
    /** All the lines together. */
    total: reportNodeSchema,
    series: z.array(reportSerieSchema),
    /**
     * Whether every series is counted over the same days of the same phases: differences may be read. False when the
     * series have no day in common; each is then counted over its own.
     */
    comparable: z.boolean(),
    /** The phases counted and, for each series, their days; null where it has none. */
    phases: z.array(
      z.object({ project_phase: z.int().min(0), label: z.string(), series: z.array(daysSchema.nullable()) }),
    ),
    /** Projects that are not counted, and the places in `series` of those that they lack. */
    left_out_projects: z.array(z.object({ _id: idSchema, name: z.string(), missing: z.array(z.int()) })),
    /** null: projects of several currencies, whose amounts are never added. */
    catalog_currency: currencySchema.nullable(),
    accounting_currency: currencySchema.nullable(),
    /** With `by_day`: figures of all the lines from the first day to each, aligned by phase and day. */
    days: z
      .array(
        z.object({
          /** In the calendar of the projects asked for. */
          date: daySchema,
          project_phase: z.int().min(0),
          label: z.string(),
          /** Day of the phase, from 1. */
          day: z.int().min(1),
          /** sales, profit, sales_qty, sales_discount_pct and discount_budget so far; null: no such day. */
          series: z.array(measuresSchema.nullable()),
        }),
      )
      .optional(),
  })
  .meta({ id: 'SeriesReport' });

const MAX_REPORT_SERIES = 20;

/** The series of a report: their ids (`series=<id>,<id>`, or a JSON list of them), or what names each, as JSON. */
const seriesParam = z.codec(
  z.string().max(MAX_JSON_PARAM_LENGTH),
  z.array(serieChoiceSchema).min(1).max(MAX_REPORT_SERIES),
  {
    decode: (text, context) => {
      const named = text.startsWith('[') ? parseJsonParam(text, context) : text.split(',').filter(Boolean);
      if (!Array.isArray(named)) return named;
      return named.map((one: unknown) => {
        const choice = typeof one === 'string' ? serieOfId(one) : one;
        if (choice === null)
          context.issues.push({ code: 'custom', input: one, message: `Série inconnue : « ${String(one)} »` });
        return choice;
      });
    },
    encode: (choices) => JSON.stringify(choices),
  },
);
export const seriesQuery = z.object({ projectIds: listParam });
export const seriesReportQuery = z.object({
  projectIds: listParam,
  series: seriesParam,
  dimensions: listParam.optional(),
  filter: jsonParam(queryTreeSchema).optional(),
  /** Last day counted, in the calendar of the projects asked for. */
  to_date: daySchema.optional(),
  by_day: booleanParam.optional(),
});
/** The same report as a file: which metrics, and which of its series the others are compared with. */
export const seriesExportQuery = seriesReportQuery.omit({ by_day: true }).extend({
  /** Ids of the metrics; all of them when missing. */
  metrics: listParam.optional(),
  /** Place of the reference among the series; the first when missing. */
  reference: integerParam(0, MAX_REPORT_SERIES - 1).optional(),
  /** The column by which groups stand among their neighbours: « sales:0 », « sales:1:gap »; the report's order when missing. */
  sort: z.string().max(200).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});
export const seriesStatusSchema = z
  .object({ status: z.enum(['synced', 'syncing', 'failed']), updated_at: z.string().nullable() })
  .meta({ id: 'SeriesStatus' });

/** What an import of series kept and what it did not, row by row. */
export const seriesImportReportSchema = z
  .object({
    series: z.array(serieSchema),
    files: z.array(z.object({ file: z.string(), rows_read: countSchema, rows_kept: countSchema })),
    errors: z.array(rowErrorSchema),
    error_count: countSchema,
    /** Headings that nobody knows. */
    unknown_headings: z.array(z.string()),
  })
  .meta({ id: 'SeriesImportReport' });
