import { type QueryTree, SERIE_METRICS } from '@palier/domain';

/** How the chart shows the selection: groups side by side, their gaps to the reference, or the days of the phases. */
export const CHART_FORMS = ['bars', 'gaps', 'weeks', 'days'] as const;
export type ChartForm = (typeof CHART_FORMS)[number];

/** All that decides what the report shows; the address carries it whole. */
export interface ReportState {
  /** Keys of the series compared, in their order; null: those that are offered first. */
  series: readonly string[] | null;
  /** Key of the one that the others are compared with; null: the first offered. */
  reference: string | null;
  /** Fields by which lines are detailed; null: the first two that the server proposes. */
  dimensions: readonly string[] | null;
  filter: QueryTree | null;
  /** Last day counted, YYYY-MM-DD; null: all that the series hold. */
  to_date: string | null;
  /** Ids of the metrics shown, in the order of the chooser. */
  metrics: readonly string[];
  /** The metric of the chart. */
  charted: string;
  form: ChartForm;
  /** The figure by which groups are ordered among their neighbours, a column's id; null: as the server has them. */
  sort: { field: string; order: 'asc' | 'desc' } | null;
  /** Whether groups are closed unless named, and the ids of those that are otherwise. */
  closed: boolean;
  turned: readonly string[];
}

const METRIC_IDS = SERIE_METRICS.map(({ id }) => id);

/** What a report opens with: the four metrics that are most asked for, everything open. */
export const FIRST_REPORT: ReportState = {
  series: null,
  reference: null,
  dimensions: null,
  filter: null,
  to_date: null,
  metrics: METRIC_IDS.slice(0, 4),
  charted: METRIC_IDS[0] ?? '',
  form: 'bars',
  sort: null,
  closed: false,
  turned: [],
};

/** Known metrics only, in the chooser's order. */
export function knownMetrics(ids: readonly unknown[]): string[] {
  return METRIC_IDS.filter((id) => ids.includes(id));
}

/** Whether a group is open. */
export function isOpen({ closed, turned }: Pick<ReportState, 'closed' | 'turned'>, id: string): boolean {
  return turned.includes(id) === closed;
}

/** The state with a group opened, or closed when it was open. */
export function turnGroup(state: ReportState, id: string): ReportState {
  const { turned } = state;
  return { ...state, turned: turned.includes(id) ? turned.filter((one) => one !== id) : [...turned, id] };
}
