import type { CountedSerie, SeriesGroup } from '@palier/analytics';
import type { RouteOutput } from '@palier/contract';
import {
  alignSeries,
  countDays,
  phaseDayOf,
  phaseLabel,
  type QueryTree,
  type SerieDays,
  type SerieName,
  serieId,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { isAllowed, type Scope } from '../../scope.ts';
import { seriePath, withFolders } from '../folders/index.ts';
import type { Listing } from '../listing/index.ts';
import { type AskedProject, findSerie, labelOf, readAsked, type SerieProject } from './choices.ts';
import { DayTable } from './days.ts';
import { addToTree, emptyNode, measuresOf, presentNode, type SumNode, withoutCosts } from './measures.ts';
import type { SerieRow } from './repository.ts';

type Report = RouteOutput<'series.report'>;
type Needs = Pick<Deps, 'database' | 'facts' | 'folders'>;

export interface ReportRequest {
  project_ids: readonly string[];
  series: readonly SerieName[];
  dimensions: readonly string[];
  filter: QueryTree | null;
  to_date: string | undefined;
  by_day: boolean;
}

/** A series as it is counted in one project asked for. */
interface Chosen {
  /** Place among the series asked for. */
  place: number;
  holder: SerieProject;
  serie: SerieRow;
  spans: SerieDays[];
}

/** A project asked for with the series found for it; `missing`: the places of those that it lacks. */
interface Counted {
  asked: AskedProject;
  chosen: Chosen[];
  missing: number[];
  comparable: boolean;
}

/** Which series a name means in a project or in its editions. */
function holderOf(asked: AskedProject, { season }: SerieName): SerieProject | undefined {
  return season ? asked.editions.find((edition) => edition.season === season) : asked;
}

/** The series of a project asked for and the days over which each is counted. */
function countProject(asked: AskedProject, { series, to_date }: ReportRequest): Counted {
  const found = series.map((name, place) => {
    const holder = holderOf(asked, name);
    const serie = holder && findSerie(holder, name);
    return { place, holder, serie };
  });
  const missing = found.filter(({ serie }) => !serie).map(({ place }) => place);
  const held = found.flatMap(({ place, holder, serie }) =>
    holder && serie ? [{ place, holder, serie }] : [],
  );
  const limit = to_date === undefined ? undefined : phaseDayOf(asked.row, to_date);
  const { comparable, spans } = alignSeries(
    held.map(({ serie }) => serie.phases),
    limit,
  );
  const chosen = held.map((one, index) => ({ ...one, spans: spans[index] ?? [] }));
  return { asked, chosen, missing, comparable };
}

/** The series of a counted project that live in the same facts: their lines are compared one by one. */
function byHolder(chosen: readonly Chosen[]): Chosen[][] {
  const groups = new Map<string, Chosen[]>();
  for (const one of chosen) {
    const key = one.holder.row.project_id;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

interface Totals {
  spans: SerieDays[][];
  days: number[];
  left_out: number[];
}

/** What the parts of a report add up to. */
interface Sums extends Totals {
  root: SumNode;
  table: DayTable;
}

/**
 * Compares series over the same days and the same lines, as a tree of dimensions. A project that lacks one of the
 * series is left out of all of them, and said.
 * @throws 400 for a filter or a dimension that cannot be read, 404, 409 snapshot_missing, 503 timeout
 */
export async function readReport(
  deps: Needs,
  listing: Listing,
  scope: Scope,
  request: ReportRequest,
): Promise<Report> {
  const places = request.series.length;
  const all = await readAsked(deps, scope, request.project_ids);
  const counted = all.map((asked) => countProject(asked, request));
  const whole = counted.filter(({ missing }) => missing.length === 0);
  const currencies = currenciesOf(whole);
  const sums: Sums = {
    root: emptyNode(),
    table: new DayTable(places),
    ...{
      spans: Array.from({ length: places }, () => []),
      days: Array<number>(places).fill(0),
      left_out: Array<number>(places).fill(0),
    },
  };
  for (const { chosen } of whole) {
    for (const { place, spans } of chosen) {
      sums.spans[place]?.push(...spans);
      sums.days[place] = Math.max(sums.days[place] ?? 0, countDays(spans));
    }
    for (const group of byHolder(chosen))
      await addGroup(deps, listing, request, group, sums, currencies.catalog !== null);
  }
  return present(request, { all, counted, whole, sums, currencies, costs: isAllowed(scope, 'canSeeCosts') });
}

/** Adds the series of one project's facts. */
async function addGroup(
  { folders }: Needs,
  listing: Listing,
  { dimensions, filter, by_day }: ReportRequest,
  group: readonly Chosen[],
  sums: Sums,
  isMoneyAdded: boolean,
): Promise<void> {
  const [first] = group;
  const counted = group.filter(({ spans }) => spans.length > 0);
  if (!first || counted.length === 0) return;
  const { scope, row } = first.holder;
  const paths = counted.map(({ serie }) => seriePath(row.project_id, serie.version));
  const answer = await withFolders(folders, paths, (at) => {
    const series = counted.map(({ serie, spans }, index): CountedSerie => {
      const { kind, phases } = serie;
      return { folder: at[index] ?? '', kind, phases, spans };
    });
    const wanted = { series, by: dimensions, filter };
    return listing.read(scope, async (facts) => ({
      groups: await facts.seriesGroups(wanted),
      lines: counted.length > 1 ? await facts.seriesLineCounts(wanted) : null,
      days: by_day ? await facts.seriesDays(wanted) : [],
    }));
  });
  if (!answer) throw new ApiError('snapshot_missing');
  const { catalog_currency, accounting_currency } = row;
  counted.forEach(({ place, serie }, index) => {
    addSerie(sums.root, place, answer.groups, index, { catalog_currency, accounting_currency });
    const kept = answer.groups.reduce((sum, { series: own }) => sum + (own[index]?.line_count ?? 0), 0);
    const lines =
      answer.lines?.[index] ?? (filter?.rules.length || scope.perimeter ? kept : serie.line_count);
    sums.left_out[place] = (sums.left_out[place] ?? 0) + Math.max(0, lines - kept);
    for (const day of answer.days[index] ?? []) {
      const phase = serie.phases.find(({ project_phase }) => project_phase === day.project_phase);
      if (phase) sums.table.add(place, day, phase.start_date, isMoneyAdded);
    }
  });
}

function addSerie(
  root: SumNode,
  place: number,
  groups: readonly SeriesGroup[],
  index: number,
  currencies: { catalog_currency: string; accounting_currency: string },
): void {
  for (const { keys, series } of groups) {
    const own = series[index];
    if (own && own.line_count > 0) addToTree(root, keys, place, { sums: own, ...currencies });
  }
}

function currenciesOf(counted: readonly Counted[]): Record<'catalog' | 'accounting', string | null> {
  const rows = counted.flatMap(({ chosen }) => chosen.map(({ holder }) => holder.row));
  const only = (name: 'catalog_currency' | 'accounting_currency'): string | null => {
    const [first, ...others] = new Set(rows.map((row) => row[name]));
    return others.length === 0 ? (first ?? null) : null;
  };
  return { catalog: only('catalog_currency'), accounting: only('accounting_currency') };
}

interface Found {
  all: readonly AskedProject[];
  counted: readonly Counted[];
  whole: readonly Counted[];
  sums: Sums;
  currencies: Record<'catalog' | 'accounting', string | null>;
  costs: boolean;
}

function present({ series, dimensions, by_day }: ReportRequest, found: Found): Report {
  const { all, counted, whole, sums, currencies, costs } = found;
  const shown = (measures: Report['total']['series'][number]) => (costs ? measures : withoutCosts(measures));
  const { data = [], ...total } = presentNode(
    sums.root,
    dimensions.length,
    (cell, place) => shown(measuresOf(cell, sums.days[place] ?? null)),
    series.length,
  );
  const [first] = all;
  return {
    ...{ data, total },
    series: series.map((name, place) => presentSerie(name, place, found)),
    comparable: whole.length > 0 && whole.every(({ comparable }) => comparable),
    phases: presentPhases(all, sums.spans),
    left_out_projects: counted.flatMap(({ asked: { row }, missing }) =>
      missing.length > 0 ? [{ _id: row.project_id, name: row.name, missing }] : [],
    ),
    catalog_currency: currencies.catalog,
    accounting_currency: currencies.accounting,
    ...(by_day &&
      first && {
        days: sums.table
          .present(first.row)
          .map((day) => ({ ...day, series: day.series.map((measures) => measures && shown(measures)) })),
      }),
  };
}

/** First and last day of some spans; null without any. */
function rangeOf(spans: readonly SerieDays[]): { from_date: string; to_date: string } | null {
  const from_date = spans.map((span) => span.from_date).sort()[0];
  const to_date = spans
    .map((span) => span.to_date)
    .sort()
    .at(-1);
  return from_date && to_date ? { from_date, to_date } : null;
}

function presentSerie(name: SerieName, place: number, { counted, sums }: Found): Report['series'][number] {
  const chosen = counted.flatMap((one) => one.chosen.filter((own) => own.place === place));
  const [first] = chosen;
  const cell = sums.root.cells[place]?.sums;
  return {
    _id: serieId(name),
    label: first ? labelOf(first.holder, first.serie) : '',
    serie_date:
      chosen
        .map(({ serie }) => serie.serie_date)
        .sort()
        .at(-1) ?? null,
    span: rangeOf(sums.spans[place] ?? []),
    line_count: cell?.line_count ?? 0,
    left_out_line_count: sums.left_out[place] ?? 0,
    unknown_line_count: cell?.unknown_count ?? 0,
  };
}

function presentPhases(all: readonly AskedProject[], spans: readonly SerieDays[][]): Report['phases'] {
  const numbers = new Set(spans.flatMap((own) => own.map(({ project_phase }) => project_phase)));
  const named = (index: number) => all.find(({ row }) => row.phases[index])?.row.phases[index];
  return [...numbers]
    .sort((a, b) => a - b)
    .map((project_phase) => ({
      project_phase,
      label: phaseLabel(named(project_phase), project_phase),
      series: spans.map((own) => rangeOf(own.filter((span) => span.project_phase === project_phase))),
    }));
}
