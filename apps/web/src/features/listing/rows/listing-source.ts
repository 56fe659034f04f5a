import {
  type ColumnDefinition,
  type CoverageStatistic,
  type FieldChoice,
  findColumn,
  findField,
  type GroupPage,
  groupKey,
  groupQuery,
  LAZY_METRICS,
  type LazyMetric,
  type LinePage,
  type PageQuery,
  readField,
} from '@palier/domain';
import type { ChildrenPage, ChildrenRequest, TreeSource } from '../../../ui/grid/types.ts';
import { listGroupPages, listGroups, listLines, listLinesByCode, type Selection } from '../api/discounts.ts';
import type { Group, Line } from './row.ts';

/** What the tree is made of: changing any of it makes another tree. */
export interface ListingRequest {
  project: string;
  selection: Selection;
  by: readonly string[];
  sort: { field: string; order: 'asc' | 'desc' } | null;
  coverage_stat: CoverageStatistic;
}

export interface SourceHooks {
  /** Every answer that rows and groups are made from, for the version that they are of. */
  answered: <T extends { version?: number }>(answer: Promise<T>) => Promise<T>;
  /** Puts over a line what the session knows: pending edits, figures before. */
  decorateLine: (line: Line) => Line;
  decorateGroup: (group: Group) => Group;
  /** Slow metrics that the visible columns need, at this moment. */
  lazyMetrics: () => readonly LazyMetric[];
  /** Other fields that they need of products, and of groups and the total. */
  fields: () => readonly string[];
  groupFields: () => readonly string[];
}

/** The lazy family of a field: `stock_coverage` stands for all its fields. */
function lazyFamily(fieldId: string): LazyMetric | null {
  const field = findField(fieldId);
  if (!field?.lazy || field.rank_of) return null;
  return LAZY_METRICS.find((metric) => fieldId === metric || fieldId.startsWith(`${metric}.`)) ?? null;
}

/** The slow metrics that columns read, each once. */
export function lazyMetricsOf(columnIds: readonly string[]): LazyMetric[] {
  const columns = columnIds
    .map(findColumn)
    .filter((column): column is ColumnDefinition => column !== undefined);
  const families = columns.flatMap((column) => column.fields.map(lazyFamily));
  return LAZY_METRICS.filter((metric) => families.includes(metric));
}

const FORECAST_FIELDS = [
  'sales_qty',
  'sales',
  'profit',
  'cogs',
  'stock',
  'sales_discount_pct',
  'sell_through_pct',
] as const;

/** What every row needs, whatever its columns: its decision and the effect of an edit. */
const BASE_FIELDS: readonly string[] = [
  'price',
  'base_price',
  'cost',
  'stock_qty',
  'discount_pct',
  'discount_budget',
  // Edition shows its column at once: its fields are always there.
  ...['discountState', 'editionInclusion', 'editionDiscount'].flatMap((id) => findColumn(id)?.fields ?? []),
  ...FORECAST_FIELDS.map((measure) => `phase_forecast.${measure}`),
  ...FORECAST_FIELDS.map((measure) => `forecast.${measure}`),
  'forecast.discount_budget',
  'forecast.profit_after_leftovers',
  'residual_value',
];

/** What a product needs besides: its name and its picture. */
const IDENTITY_FIELDS: readonly string[] = [
  'item_group_id',
  'title',
  'name',
  'brand',
  'color',
  'family',
  'image_url',
  'tags',
  'on_sale_date',
];

function quickFields(wanted: readonly string[]): string[] {
  return [...new Set(wanted)].filter((id) => lazyFamily(id) === null).sort();
}

/** The fields to ask for of products, slow ones left out: those of the columns, those featured, and what every product needs. */
export function fieldsOf(columnIds: readonly string[], featured: readonly string[]): string[] {
  const columns = columnIds.flatMap((id) => findColumn(id)?.fields ?? []);
  return quickFields([...BASE_FIELDS, ...IDENTITY_FIELDS, ...columns, ...featured]);
}

/** Columns whose group cell reads none of the column's fields. */
const BARE_GROUP_VIEWS = ['group', 'empty'];

/**
 * As `fieldsOf`, of groups and the total. A text there is the list of its values in the group: the names of tens of
 * thousands of products cost more than all figures together, and no group shows them.
 */
export function groupFieldsOf(columnIds: readonly string[]): string[] {
  const columns = columnIds.map(findColumn).filter((column) => column !== undefined);
  const shown = columns.filter(({ group_view }) => !BARE_GROUP_VIEWS.includes(group_view));
  return quickFields([...BASE_FIELDS, ...shown.flatMap(({ fields }) => fields)]);
}

/** The lazy families of a row, to be merged into a row already shown. */
function lazyPart<Row extends object>(row: Row, metrics: readonly LazyMetric[]): Partial<Row> {
  // null says « asked, and there is none »: the cell then shows a dash and no longer a skeleton.
  return Object.fromEntries(
    metrics.map((metric) => [metric, readField(row, metric) ?? null]),
  ) as Partial<Row>;
}

/** The least that an answer made for its slow figures has beside them: of products, of groups. */
const LAZY_ONLY: readonly string[] = ['item_group_id'];
const LAZY_GROUPS_ONLY: readonly string[] = ['stock_qty'];

/** The API as the grid's tree wants it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: calls that share one source, each short
export function listingSource(request: ListingRequest, hooks: SourceHooks): TreeSource<Group, Line> {
  const { project, selection, by, sort } = request;
  const order: PageQuery & FieldChoice = {
    ...(sort ? { sort: sort.field, order: sort.order } : {}),
    coverage_stat: request.coverage_stat,
  };
  const under = (group: Group | null): Selection =>
    group ? { ...selection, filter: groupQuery(selection.filter, by, group.keys) } : selection;
  const linePage = (answer: LinePage): ChildrenPage<Line> => ({
    items: answer.data.map(hooks.decorateLine),
    cursor: answer.cursor,
    total: answer.discount_count,
  });
  const excludes = [...LAZY_METRICS];

  return {
    levels: by.length,
    groupKey: (group) => groupKey(group.keys),
    parentKey: (group) => (group.keys.length > 1 ? groupKey(group.keys.slice(0, -1)) : null),
    groupCount: (group) => group.discount_count,
    lineKey: (line) => line._id,

    async loadGroups({ parent, depth, after, size, signal }: ChildrenRequest<Group>) {
      const page = {
        ...order,
        after,
        size,
        excludes,
        fields: hooks.groupFields(),
        by: by.slice(0, depth + 1),
      };
      const answer = await hooks.answered(listGroups(project, under(parent), page, signal));
      return {
        items: answer.data.map(hooks.decorateGroup),
        cursor: answer.cursor,
        total: answer.discount_count,
      };
    },

    async loadLevel(depth, signal) {
      const groups: Group[] = [];
      let after: string | null = null;
      do {
        const page = {
          ...order,
          after,
          size: 1000,
          excludes,
          fields: hooks.groupFields(),
          by: by.slice(0, depth + 1),
        };
        const answer: GroupPage = await hooks.answered(listGroups(project, selection, page, signal));
        groups.push(...answer.data.map(hooks.decorateGroup));
        after = answer.cursor;
      } while (after !== null);
      return groups;
    },

    async loadLines({ parent, after, size, signal }: ChildrenRequest<Group>) {
      const page = { ...order, after, size, excludes, fields: hooks.fields() };
      return linePage(await hooks.answered(listLines(project, under(parent), page, signal)));
    },

    async loadPages(groups, signal) {
      const body = {
        ...order,
        size: 30,
        excludes,
        fields: hooks.fields(),
        by,
        groups: groups.map(({ keys }) => keys),
      };
      const answer = await hooks.answered(listGroupPages(project, selection, body, signal));
      return new Map(answer.data.map(({ keys, page }) => [groupKey(keys), linePage(page)]));
    },

    async loadLazy(lines, signal) {
      const includes = hooks.lazyMetrics();
      if (includes.length === 0) return new Map();
      const codes = lines.map(({ item_group_id }) => item_group_id);
      const answer = await listLinesByCode(
        project,
        codes,
        { includes, fields: LAZY_ONLY, coverage_stat: request.coverage_stat },
        signal,
      );
      return new Map(answer.data.map((line) => [line._id, lazyPart(line, includes)]));
    },

    async loadLazyLevel(depth, signal) {
      const includes = hooks.lazyMetrics();
      if (includes.length === 0) return new Map();
      const page = { ...order, size: 1000, includes, fields: LAZY_GROUPS_ONLY, by: by.slice(0, depth + 1) };
      const answer = await listGroups(project, selection, page, signal);
      return new Map(answer.data.map((group) => [groupKey(group.keys), lazyPart(group, includes)]));
    },
  };
}
