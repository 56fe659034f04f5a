import type { RouteOutput } from '@palier/contract';
import { findField, groupLabel, SERIE_METRICS, type SerieMetric, serieGap, sortNodes } from '@palier/domain';
import type { Cell, Sheet, SheetColumn } from '../exports/index.ts';

type Report = RouteOutput<'series.report'>;
type ReportNode = Report['total'];

export interface ReportSheet {
  report: Report;
  /** Fields of the dimensions, with their labels. */
  dimensions: readonly { field: string; name: string }[];
  /** Names of the series, in order. */
  titles: readonly string[];
  /** Place of the reference among them. */
  reference: number;
  metrics: readonly SerieMetric[];
  /** The figure by which groups stand among their neighbours, as the screen names its column; null: as the report has them. */
  sort: { field: string; order: 'asc' | 'desc' } | null;
}

const BATCH = 2000;

/** The metrics of a file, in the order of the chooser; without those that the caller may not see. */
export function sheetMetrics(ids: readonly string[] | undefined, seesCosts: boolean): SerieMetric[] {
  return SERIE_METRICS.filter(
    ({ id, needs }) => (seesCosts || !needs) && (ids === undefined || ids.includes(id)),
  );
}

/** A report as a sheet: the total, then a row a group of every level; each serie of each metric, then its gap. */
export function reportSheet(sheet: ReportSheet): Sheet {
  const { dimensions } = sheet;
  const figures = figureColumns(sheet);
  const report = sortedReport(sheet, figures);
  return {
    name: 'Reporting',
    columns: [
      { label: 'Niveau', kind: 'integer', width: 8 },
      ...dimensions.map(({ name }): SheetColumn => ({ label: name, kind: 'text', width: 24 })),
      ...figures.map(({ column }) => column),
    ],
    rows: batches(
      [...allNodes(report, dimensions)].map(({ keys, node }) => rowOf(keys, node, sheet, figures)),
    ),
  };
}

function sortedReport({ report, sort }: ReportSheet, figures: readonly Figure[]): Report {
  const figure = figures.find(({ id }) => id === sort?.field);
  return sort && figure ? { ...report, data: sortNodes(report.data, figure.of, sort.order) } : report;
}

interface Figure {
  id: string;
  column: SheetColumn;
  of: (node: ReportNode) => number | null;
}

function figureColumns({ report, titles, reference, metrics }: ReportSheet): Figure[] {
  return metrics.flatMap((metric) => {
    const figure = (node: ReportNode, serie: number) => node.series[serie]?.[metric.id] ?? null;
    const currency = metric.currency === 'accounting' ? report.accounting_currency : report.catalog_currency;
    const values = titles.map(
      (title, serie): Figure => ({
        id: `${metric.id}:${serie}`,
        column: {
          ...{ label: `${metric.label} : ${title}`, kind: kindOf(metric), width: 18 },
          ...(metric.type === 'money' && currency && { currency }),
        },
        of: (node) => figure(node, serie),
      }),
    );
    const isRate = metric.type === 'percent';
    const gaps = titles.flatMap((title, serie): Figure[] =>
      serie === reference
        ? []
        : [
            {
              id: `${metric.id}:${serie}:gap`,
              column: {
                label: `${metric.label} : écart ${title} / ${titles[reference]} (${isRate ? 'points' : '%'})`,
                ...{ kind: isRate ? 'number' : 'percent', width: 22 },
              },
              of: (node) =>
                report.comparable ? serieGap(figure(node, serie), figure(node, reference), metric) : null,
            },
          ],
    );
    return [...values, ...gaps];
  });
}

function kindOf({ type }: SerieMetric): SheetColumn['kind'] {
  return type === 'money' || type === 'percent' || type === 'integer' ? type : 'number';
}

interface PlacedNode {
  /** Labels from the first dimension to this one. */
  keys: string[];
  node: ReportNode;
}

function* allNodes(report: Report, dimensions: ReportSheet['dimensions']): Generator<PlacedNode> {
  yield { keys: [], node: report.total };
  yield* below(report.data, [], dimensions);
}

function* below(
  nodes: readonly ReportNode[],
  above: readonly string[],
  dimensions: ReportSheet['dimensions'],
): Generator<PlacedNode> {
  for (const node of nodes) {
    const keys = [...above, groupLabel(node.key, findField(dimensions[above.length]?.field ?? ''))];
    yield { keys, node };
    yield* below(node.data ?? [], keys, dimensions);
  }
}

function rowOf(
  keys: readonly string[],
  node: ReportNode,
  { dimensions }: ReportSheet,
  figures: readonly Figure[],
): Cell[] {
  const names = dimensions.map((_, level): Cell => keys[level] ?? (level === 0 ? 'Total' : null));
  return [keys.length, ...names, ...figures.map(({ of }) => of(node))];
}

async function* batches(rows: readonly Cell[][]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}
