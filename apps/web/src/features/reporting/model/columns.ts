import { type SerieMetric, serieGap } from '@palier/domain';
import type { GridColumn } from '../../../ui/grid/types.ts';
import type { MetricScale } from './metric.ts';
import type { ReportNode } from './rows.ts';

/** What a column of figures shows: a metric of a serie, or how far it is from the reference. */
export interface FigureColumn {
  id: string;
  metric: SerieMetric;
  serie: number;
  gap: boolean;
}

interface Headings {
  /** Short titles of the series, in order. */
  titles: readonly string[];
  reference: number;
  colorOf: (serie: number) => string;
  scales: ReadonlyMap<string, MetricScale>;
  /** What the table may take, px: columns share what is left of it. */
  room: number;
}

export const NAME_COLUMN = 'name';

/** For each metric: each serie, then the difference of each with the reference. */
export function figureColumns(
  metrics: readonly SerieMetric[],
  count: number,
  reference: number,
): FigureColumn[] {
  const places = Array.from({ length: count }, (_, serie) => serie);
  return metrics.flatMap((metric) => [
    ...places.map((serie) => ({ id: `${metric.id}:${serie}`, metric, serie, gap: false })),
    ...places
      .filter((serie) => serie !== reference)
      .map((serie) => ({ id: `${metric.id}:${serie}:gap`, metric, serie, gap: true })),
  ]);
}

const NAME_WIDTH = 190;
const FIGURE_WIDTH = 76;
const GAP_WIDTH = 96;
/** Letters of a title in « Plan / 2025 », which has two lines. */
const HALF_TITLE = 10;
/** The title of a metric with its unit, over its columns. */
const TITLE_WIDTH = 196;

/** The columns as the grid draws them: the names stay at the left, a section a metric with its unit; they fill the room. */
export function gridColumns(
  columns: readonly FigureColumn[],
  nameLabel: string,
  { titles, reference, colorOf, scales, room }: Headings,
): GridColumn[] {
  const each = Math.max(
    FIGURE_WIDTH,
    Math.ceil(TITLE_WIDTH / (2 * titles.length - 1)),
    ...titles.map(twoLines),
  );
  const least = columns.reduce((sum, { gap }) => sum + (gap ? GAP_WIDTH : each), NAME_WIDTH);
  const more = Math.floor(Math.max(0, room - least) / Math.max(1, columns.length));
  const widen = (width: number): number => Math.min(width + more, 2 * width);
  return [
    {
      ...{ id: NAME_COLUMN, label: nameLabel, section: 'names', section_label: 'Groupes', width: NAME_WIDTH },
      ...{ pinned: 'left' as const, align: 'left' as const, locked: true },
    },
    ...columns.map(({ id, metric, serie, gap }): GridColumn => {
      const unit = scales.get(metric.id)?.unit;
      const [own, other] = [titles[serie] ?? '', titles[reference] ?? ''];
      const label = gap ? `${cut(own)} / ${cut(other)}` : own;
      return {
        ...{ id, label, section: metric.id, section_label: unit ? `${metric.label}, ${unit}` : metric.label },
        width: widen(gap ? GAP_WIDTH : each),
        locked: true,
        sort_field: id,
        ...(gap ? { tooltip: `${metric.label} : écart de ${own} avec ${other}` } : {}),
        ...(gap ? {} : { mark: colorOf(serie) }),
      };
    }),
  ];
}

/** Of a letter of a heading, and of its mark and margins, px. */
const [LETTER_WIDTH, MARK_WIDTH] = [6.4, 34];

/** The width at which a title stands on two lines, cut between two words. */
function twoLines(title: string): number {
  const words = title.split(' ');
  const halves = words.map((_, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')]);
  const letters = Math.min(...halves.map((half) => Math.max(...half.map(({ length }) => length))));
  return Math.ceil(letters * LETTER_WIDTH) + MARK_WIDTH;
}

function cut(title: string): string {
  return title.length > HALF_TITLE ? `${title.slice(0, HALF_TITLE - 1).trimEnd()}…` : title;
}

/** A metric of a serie in a group. */
export function figureOf(node: ReportNode, serie: number, metric: SerieMetric): number | null {
  return node.series[serie]?.[metric.id] ?? null;
}

/** What a column shows of a group, as a number; the gaps of series that are not compared are not known. */
export function columnValue(
  { metric, serie, gap }: FigureColumn,
  node: ReportNode,
  { reference, comparable }: { reference: number; comparable: boolean },
): number | null {
  const value = figureOf(node, serie, metric);
  if (!gap) return value;
  return comparable ? serieGap(value, figureOf(node, reference, metric), metric) : null;
}
