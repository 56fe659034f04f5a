// The same rows and columns for both grids: a flattened tree of groups and products, all open.
import { COLUMNS, type ColumnDefinition, readField } from '@palier/domain';
import type { CellContext } from '../../../../apps/web/src/features/listing/cells/context.ts';
import { toGridColumn } from '../../../../apps/web/src/features/listing/rows/grid-columns.ts';
import type { Group, Line } from '../../../../apps/web/src/features/listing/rows/row.ts';
import type { GridColumn, GridRow, RowKind, TreeNode } from '../../../../apps/web/src/ui/grid/types.ts';

export type Row = GridRow<Group, Line>;

/** Products under each group. */
const GROUP_SIZE = 45;
/** Distinct products and groups: figures repeat, identities do not. */
export const PATTERNS = 97;
const DAYS = 90;
const LEVELS = [0, 10, 20, 30, 40, 50, 60];

/** A small generator so that every run draws the same figures. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const nothing = (): void => undefined;

export const CONTEXT: CellContext = {
  compact: false,
  mode: 'discount',
  validation: false,
  levels: LEVELS,
  has_optimizations: true,
  catalog_currency: 'EUR',
  accounting_currency: 'EUR',
  grouping: ['family'],
  featured: [],
  coverage_stat: 'q2',
  scenarios: [],
  objective: { 0: 10, 20: 20, 30: 25, 40: 30, 50: 10, 60: 5 },
  total_stock: 4_000_000,
  data_date: '2026-07-06',
  phase_starts: ['2026-04-24', '2026-06-24'],
  lengths: null,
  working_phase: 2,
  work_locked: false,
  open_product: null,
  references: () => null,
  actions: {
    toggle: nothing,
    retry: nothing,
    reviewLine: nothing,
    reviewGroup: nothing,
    include: nothing,
    includeGroup: nothing,
    editGroup: nothing,
    openGoal: nothing,
    openProduct: nothing,
    openHistory: nothing,
  },
};

/** Every numeric field that a column shows. */
function figures(random: () => number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const column of COLUMNS) for (const field of column.fields) row[field] = Math.round(random() * 5000);
  return {
    ...row,
    'stock_coverage.weeks': Math.round(random() * 300) / 10,
    'stock_coverage.cv_score': 'ABC'[Math.floor(random() * 3)],
    daily_sales_qty_history: Array.from({ length: DAYS }, () => Math.floor(random() * 20)),
    discount_pct: LEVELS[Math.floor(random() * LEVELS.length)],
    applied_discount_rule_ids: random() < 0.3 ? ['Coton à 30 % au plus'] : [],
  };
}

const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='52' height='64'%3E%3Cpath d='M18 6h16l6 52H12z' fill='%237a9a7e'/%3E%3C/svg%3E";

function makeLine(pattern: number): Line {
  const random = generator(pattern + 1);
  return {
    ...figures(random),
    _id: `pattern-${pattern}`,
    item_group_id: `AU-26E-${4000 + pattern}`,
    title: `Robe midi portefeuille n° ${pattern}`,
    brand: 'Aurelle',
    color: 'Vert sauge',
    image_url: PICTURE,
    tags: pattern % 3 === 0 ? ['Best-seller N−1'] : [],
    price: Math.round(random() * 20000) / 100,
    on_sale_date: '2026-02-12',
    discount_pct_user: pattern % 2 === 0 ? 40 : null,
    discount_pct_auto: 30,
    discount_pct_opti: 50,
    discount_pct_min: 20,
    discount_pct_max: 60,
    previous_discount_pcts: [20, 30],
    next_discount_pcts: [50],
  };
}

function makeGroup(pattern: number): Group {
  const random = generator(pattern + 1000);
  return {
    ...figures(random),
    key: `famille ${pattern}`,
    keys: [`Famille ${pattern}`],
    depth: 0,
    discount_count: GROUP_SIZE,
    included_count: GROUP_SIZE,
    changed_since_review_count: 0,
    discount_pct_reviewed_count: 12,
    discount_pct_user_count: 9,
    unset_optimization_goal_count: 0,
    discount_kind_counts: { user: 9, optimised: 0, auto: GROUP_SIZE - 9 },
    optimization_goals: ['profit'],
    min_price: 29.99,
    max_price: 119.99,
    discount_pct_distribution: LEVELS.map((discount_pct) => ({
      discount_pct,
      discount_count: Math.floor(random() * 12),
      sum_stock_qty: 100,
    })),
  };
}

function node(id: string, group: Group): TreeNode<Group> & { group: Group } {
  return {
    id,
    depth: 0,
    parent: '',
    group,
    open: true,
    status: 'loaded',
    error: null,
    children: [],
    leaf: true,
    cursor: null,
    total: GROUP_SIZE,
    more: 'idle',
  };
}

export function patternOf(index: number): number {
  return index % PATTERNS;
}

/** `products` lines under their groups, in the order of the screen. */
export function makeRows(products: number): Row[] {
  const lines = Array.from({ length: PATTERNS }, (_, pattern) => makeLine(pattern));
  const groups = Array.from({ length: PATTERNS }, (_, pattern) => makeGroup(pattern));
  const rows: Row[] = [];
  for (let index = 0; index < products; index += 1) {
    const parent = `g${Math.floor(index / GROUP_SIZE)}`;
    if (index % GROUP_SIZE === 0) {
      const group = groups[Math.floor(index / GROUP_SIZE) % PATTERNS] as Group;
      rows.push({ kind: 'group', id: parent, depth: 0, parent: '', node: node(parent, group) });
    }
    const line = lines[patternOf(index)] as Line;
    rows.push({ kind: 'line', id: `l${index}`, depth: 1, parent, line });
  }
  return rows;
}

const LEFT = ['product', 'img', 'price', 'onSaleDate'];
const RIGHT = ['discountState', 'editionDiscount'];
/** Not all 112: those that a wide listing shows, the drawn ones among them. */
const LEFT_OUT =
  /^(results|ongoing|completion|salesQty\d+w|sales\d+w|salesDiscountPct\d+[wd]|tags|salesBoost|editionInclusion)/;

/** `count` columns as a wide listing has: four fixed at the left, two at the right. */
export function makeColumns(count: number): GridColumn[] {
  const definition = (id: string): ColumnDefinition =>
    COLUMNS.find((column) => column.id === id) as ColumnDefinition;
  const others = COLUMNS.filter(({ id }) => !LEFT.includes(id) && !RIGHT.includes(id));
  const drawn = others.filter(({ id }) => !LEFT_OUT.test(id));
  const rest = others.filter(({ id }) => LEFT_OUT.test(id));
  const middle = [...drawn, ...rest].slice(0, count - LEFT.length - RIGHT.length);
  const draw = (pinned?: 'left' | 'right') => (column: ColumnDefinition) =>
    toGridColumn(column, { pinned, currencies: CONTEXT });
  return [
    ...LEFT.map(definition).map(draw('left')),
    ...middle.map(draw()),
    ...RIGHT.map(definition).map(draw('right')),
  ];
}

export const HEIGHTS: Record<RowKind, number> = {
  group: 114,
  line: 96,
  placeholder: 96,
  more: 100,
  error: 160,
  empty: 96,
};

/** What a cell says when cells are plain text. */
export function plainText(row: Row, column: GridColumn): string {
  if (row.kind !== 'line' && row.kind !== 'group') return '';
  const data = row.kind === 'line' ? row.line : row.node.group;
  if (column.id === 'product') return row.kind === 'line' ? String(row.line.title) : row.node.group.key;
  const value = readField(data, COLUMNS.find(({ id }) => id === column.id)?.fields[0] ?? '');
  return typeof value === 'number' ? NUMBER.format(value) : '-';
}

const NUMBER = new Intl.NumberFormat('fr-FR');

/** What the page was asked by its address: how many products and columns, which cells. */
export function pageOptions(): { products: number; columns: number; cells: 'listing' | 'text' } {
  const asked = new URLSearchParams(window.location.search);
  return {
    products: Number(asked.get('products') ?? 100_000),
    columns: Number(asked.get('columns') ?? 60),
    cells: asked.get('cells') === 'text' ? 'text' : 'listing',
  };
}
