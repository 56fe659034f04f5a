import type { ProjectFacts } from '@palier/analytics';
import {
  combineQueries,
  DISCOUNT_KIND_LABELS,
  DISCOUNT_KINDS,
  type DiscountKind,
  discountKindLabel,
  type FieldDefinition,
  fieldCurrency,
  type Group,
  goalLabel,
  groupKey,
  groupLabel,
  LAW_VALUE_LABELS,
  type Line,
  type QueryTree,
  readField,
  sharePct,
} from '@palier/domain';
import {
  COST_CURRENCY_HEADING,
  COUNT_HEADING,
  CURRENCY_HEADING,
  type ExportField,
  GROUP_LEVEL,
  LEVEL_HEADING,
} from './listing-fields.ts';
import type { Cell, CellKind, Sheet, SheetColumn } from './sheet.ts';

/** What turns stored values into words: people, scenarios, rules, currencies. */
export interface Words {
  user_names: ReadonlyMap<string, string>;
  rule_names: ReadonlyMap<string, string>;
  scenarios: readonly { _id: string; name: string }[];
  catalog_currency: string;
  accounting_currency: string;
}

export interface ListingSheetRequest {
  name: string;
  fields: readonly ExportField[];
  /** Grouping fields, outermost first. */
  groups: readonly FieldDefinition[];
  /** Lines in order; with groups, each with its keys and the lines of a group together. */
  lines: AsyncIterable<Line[]>;
  /** Values of the groups, by the text of their keys; groups that are not there have no row of their own. */
  group_rows: ReadonlyMap<string, Group>;
  /** Columns that say the currency of the amounts, last; see `currencyColumns`. */
  currencies: readonly CurrencyColumn[];
  /** Units of the whole selection, for shares. */
  total_stock_qty: number;
  words: Words;
}

const GROUP_WIDTH = 24;

/** A column that has one currency in all its rows. */
export interface CurrencyColumn {
  label: string;
  code: string;
}

/** What says the currencies of a file's amounts: without it, files of projects in £ and in € look the same as text. */
export function currencyColumns(fields: readonly ExportField[], words: Words): CurrencyColumn[] {
  const amounts = fields.filter(({ field, share }) => !share && kindOf(field) === 'money');
  const has = (of: string): boolean => amounts.some(({ field }) => (field.currency ?? 'catalog') === of);
  return [
    ...(has('catalog') ? [{ label: CURRENCY_HEADING, code: words.catalog_currency }] : []),
    ...(has('accounting') ? [{ label: COST_CURRENCY_HEADING, code: words.accounting_currency }] : []),
  ];
}

/** The lines as the listing shows them; grouped, each group has a row before its lines, and a level column distinguishes them. */
export function listingSheet(request: ListingSheetRequest): Sheet {
  const { name, fields, groups, words, currencies } = request;
  const heads: SheetColumn[] =
    groups.length === 0
      ? []
      : [
          { label: LEVEL_HEADING, kind: 'text', width: 10 },
          ...groups.map((field): SheetColumn => ({ label: field.label, kind: 'text', width: GROUP_WIDTH })),
          { label: COUNT_HEADING, kind: 'integer', width: 10 },
        ];
  return {
    name,
    columns: [
      ...heads,
      ...fields.map((field) => columnOf(field, words)),
      ...currencies.map(({ label }): SheetColumn => ({ label, kind: 'text', width: 10 })),
    ],
    rows: groups.length === 0 ? flatRows(request) : groupedRows(request),
  };
}

function columnOf({ field, label, width, share }: ExportField, words: Words): SheetColumn {
  const kind = share ? 'percent' : kindOf(field);
  return { label, kind, width, ...(kind === 'money' && { currency: fieldCurrency(field, words) }) };
}

function kindOf({ type }: FieldDefinition): CellKind {
  if (type === 'string' || type === 'score' || type === 'list') return 'text';
  return type;
}

async function* flatRows({ lines, fields, ...request }: ListingSheetRequest): AsyncGenerator<Cell[][]> {
  const codes = request.currencies.map(({ code }) => code);
  for await (const batch of lines)
    yield batch.map((line) => [...fields.map((field) => cellOf(line, field, request)), ...codes]);
}

async function* groupedRows(request: ListingSheetRequest): AsyncGenerator<Cell[][]> {
  const { lines, fields, groups, group_rows } = request;
  const codes = request.currencies.map(({ code }) => code);
  let open: readonly (string | null)[] = [];
  for await (const batch of lines) {
    const rows: Cell[][] = [];
    for (const line of batch) {
      const keys = line.keys ?? [];
      const labels = keys.map((key, index) => groupLabel(key, groups[index], request.words));
      for (const depth of openedGroups(open, keys)) {
        const group = group_rows.get(groupKey(keys.slice(0, depth + 1)));
        if (!group) continue;
        const shown = labels.map((label, index) => (index <= depth ? label : null));
        const values = fields.map((field) => (namesLines(field) ? null : cellOf(group, field, request)));
        rows.push([`${GROUP_LEVEL} ${depth + 1}`, ...shown, group.discount_count, ...values, ...codes]);
      }
      open = keys;
      rows.push(['Produit', ...labels, 1, ...fields.map((field) => cellOf(line, field, request)), ...codes]);
    }
    yield rows;
  }
}

/** What identifies one product means nothing for a group. */
const namesLines = ({ field }: ExportField): boolean =>
  field.aggregation.kind === 'distinct' && !field.groupable;

/** Depths of the groups that begin with this line. */
function openedGroups(open: readonly (string | null)[], keys: readonly (string | null)[]): number[] {
  const same = keys.findIndex((key, index) => index >= open.length || key !== open[index]);
  if (same < 0) return [];
  return keys.slice(same).map((_, index) => same + index);
}

/** Values of a text field that a cell spells out. */
const MOST_VALUES = 10;

type CellContext = Pick<ListingSheetRequest, 'words' | 'total_stock_qty'>;

function cellOf(row: Line | Group, { field, share }: ExportField, context: CellContext): Cell {
  const value = readField(row, field.id);
  if (field.id === 'discount_kind' && isKind(value) && !('discount_count' in row))
    return discountKindLabel(value, row);
  if (!share) return plainCell(value, field, context.words);
  return typeof value === 'number' ? sharePct(value, context.total_stock_qty) : null;
}

const isKind = (value: unknown): value is DiscountKind =>
  typeof value === 'string' && Object.hasOwn(DISCOUNT_KIND_LABELS, value);

function plainCell(value: unknown, field: FieldDefinition, words: Words): Cell {
  if (Array.isArray(value)) return listCell(value, field, words);
  if (typeof value === 'string') return wordOf(value, field, words);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Several texts are listed. A group's span of figures or days is written only when both ends are the same. */
function listCell(values: readonly unknown[], field: FieldDefinition, words: Words): Cell {
  const kind = kindOf(field);
  if (kind === 'text') {
    // A group of a hundred colours would be an unreadable cell.
    if (values.length > MOST_VALUES) return `${values.length} valeurs`;
    return values.map((value) => plainCell(value, field, words) ?? '').join(' | ') || null;
  }
  return values.length > 0 && values.every((value) => value === values[0])
    ? plainCell(values[0], field, words)
    : null;
}

function wordOf(value: string, field: FieldDefinition, words: Words): string {
  if (field.id === 'discount_kind') return DISCOUNT_KIND_LABELS[value as DiscountKind] ?? value;
  if (field.id === 'optimization_goal') return goalLabel(value, words.scenarios);
  if (field.id === 'discount_pct_update_user') return words.user_names.get(value) ?? value;
  if (field.id === 'applied_discount_rule_ids') return words.rule_names.get(value) ?? value;
  return LAW_VALUE_LABELS[field.id]?.[value] ?? value;
}

type GroupsRequest = Parameters<ProjectFacts['groups']>[0];

/** Groups of a tree by the text of their keys; none when they are too many to hold. */
export async function readGroupRows(
  facts: ProjectFacts,
  request: GroupsRequest,
  most: number,
): Promise<Map<string, Group>> {
  const { group_count } = await facts.groups({ ...request, fields: [], size: 1 });
  if (group_count > most) return new Map();
  const { data } = await facts.groups({ ...request, all_levels: true });
  const saidOf = request.fields?.includes('discount_kind') ? await saidKinds(facts, request) : null;
  return new Map(
    data.map((group) => [group.key, saidOf ? { ...group, discount_kind: saidOf(group) } : group]),
  );
}

const PROPOSED: QueryTree = {
  combinator: 'and',
  rules: [
    { field: 'discount_kind', operator: 'equals', value: 'optimised' },
    { field: 'discount_pct_opti', operator: 'is_set' },
  ],
};

/** The kinds that are said of the lines of a group (`saidDiscountKind`). */
async function saidKinds(
  facts: ProjectFacts,
  request: GroupsRequest,
): Promise<(group: Group) => DiscountKind[]> {
  const filter = combineQueries(request.filter, PROPOSED);
  const { data } = await facts.groups({ ...request, filter, fields: [], all_levels: true });
  const proposed = new Map(data.map(({ key, discount_count }) => [key, discount_count]));
  return ({ key, discount_kind_counts: { user, optimised, auto } }) => {
    const count = proposed.get(key) ?? 0;
    const counts = { user, optimised: count, auto: auto + optimised - count };
    return DISCOUNT_KINDS.filter((kind) => counts[kind] > 0);
  };
}
