import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DecisionRow } from '@palier/analytics';
import { FIELDS, NO_DECISION, type PriceEnding } from '@palier/domain';

const LEVELS = [0, 10, 20, 30, 40, 50, 60];
const DATA_DATE = '2026-07-06';

const TEXTS: Record<string, string> = {
  item_group_id: `'MB-' || lpad(i::VARCHAR, 7, '0')`,
  name: `'Robe ' || (hash(i + 1) % 5000)`,
  title: `'Robe longue ' || (hash(i + 1) % 5000)`,
  brand: `'Marque ' || (hash(i + 2) % 40)`,
  section: `'Rayon ' || (hash(i + 3) % 6)`,
  family: `'Famille ' || (hash(i + 3) % 60)`,
  subfamily: `'Sous-famille ' || (hash(i + 3) % 300)`,
  color: `'Couleur ' || (hash(i + 4) % 24)`,
  ranking_key: `'Famille ' || (hash(i + 3) % 60)`,
};

function column(id: string, type: string, index: number): string {
  if (TEXTS[id]) return TEXTS[id];
  if (type === 'string') return 'NULL::VARCHAR';
  if (type === 'score') return `['A', 'B', 'C'][1 + (hash(i + ${index}) % 3)::INTEGER]`;
  if (type === 'date') return `DATE '2026-01-01' + (hash(i) % 180)::INTEGER`;
  if (type === 'list')
    return id === 'items_stats'
      ? `[{size: 'M', stock_qty: 1.0, in_store_stock_qty: 1.0}]`
      : `['A' || (hash(i) % 9)]`;
  if (type === 'integer') return `(hash(i * 31 + ${index}) % 500)::DOUBLE`;
  return `round((hash(i * 31 + ${index}) % 100000) / 97.0, 2)`;
}

/** The static fields of the product's catalogue, ranks included. */
export const STATIC_FIELDS = FIELDS.filter(
  ({ source, rank_of, id }) => (source === 'static' || rank_of) && id !== 'daily_sales_qty_history',
);

export interface Snapshot {
  folder: string;
  copy: () => Promise<Snapshot>;
  discard: () => Promise<void>;
}

function snapshotIn(folder: string): Snapshot {
  return {
    folder,
    copy: async () => snapshotIn(await copySnapshot(folder)),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Another folder with the same snapshot. */
export async function copySnapshot(folder: string): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'palier-bench-listing-'));
  await cp(folder, target, { recursive: true });
  return target;
}

/** The rates that prices with endings stand at: near their level, other for each line. */
const RATES = `[${LEVELS.map((level) => (level === 0 ? '0.0' : `${level} + (hash(i) % 100) / 100.0`)).join(', ')}]::DOUBLE[]`;
const ENDINGS: readonly PriceEnding[] = [
  {
    ...{ price_list_id: null, from_price: 0, to_price: null, max_distance_pct: null },
    ...{ rounding: 'nearest', points: { kind: 'endings', cents: [99] } },
  },
];

/**
 * Writes a snapshot of `lines` products with a value in every column of the catalogue; its folder.
 * @param endings whether each of its prices has an ending
 */
export async function makeSnapshot(lines: number, { endings = false } = {}): Promise<Snapshot> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-listing-'));
  await mkdir(folder, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '900MB',
    temp_directory: join(folder, 'spill'),
  });
  const session = await instance.connect();
  const columns = STATIC_FIELDS.map(({ id, type }, index) => `${column(id, type, index)} AS "${id}"`);
  const write = (name: string, select: string) =>
    session.run(
      `COPY (${select}) TO '${join(folder, `${name}.parquet`)}' (FORMAT parquet, ROW_GROUP_SIZE 20000)`,
    );
  await write(
    'line',
    `SELECT i::INTEGER AS line_no, ${LINE_ID} AS _id, ${columns.join(', ')}, lower('mb-' || lpad(i::VARCHAR, 7, '0') || ' robe longue ' || (hash(i + 1) % 5000) || ' marque ' || (hash(i + 2) % 40)) AS search_text, 3.0 AS in_stock_items_count${endings ? `, ${RATES} AS level_rates` : ''} FROM range(${lines}) t(i)`,
  );
  const curve = (size: number, scale: number): string =>
    `[${Array.from({ length: size }, (_, index) => `((hash(i) % 90) / 10.0 * ${1 + index * scale})::FLOAT`).join(', ')}]`;
  await write(
    'curve',
    `SELECT i::INTEGER AS line_no, ${curve(7, 0.3)} AS phase_qty, ${curve(7, 0.2)} AS phase_p10, ${curve(7, 0.5)} AS phase_p90, ${curve(49, 0.02)} AS rest_qty FROM range(${lines}) t(i)`,
  );
  await write(
    'daily',
    `SELECT (i // 10)::INTEGER AS line_no, DATE '${DATA_DATE}' - (hash(i) % 90)::INTEGER AS date, 2::FLOAT AS qty, 40.0 AS sales FROM range(${lines * 10}) t(i)`,
  );
  await write(
    'size',
    `SELECT i::INTEGER AS line_no, 'x' AS item_id, 'M' AS size, 1.0 AS stock_qty, 1.0 AS in_store_stock_qty FROM range(${lines}) t(i)`,
  );
  await write('place_coverage', `SELECT 0::INTEGER AS line_no, 'M1' AS code, 1.0 AS weeks WHERE false`);
  session.closeSync();
  instance.closeSync();
  const manifest = {
    format: 1,
    project_id: 'bench',
    version: 1,
    data_date: DATA_DATE,
    discount_levels: LEVELS,
    working_phase: 0,
    line_count: lines,
    has_curves: true,
    totals: {},
    daily_from: '2026-04-08',
    warehouse_version: 1,
    ...(endings && { price_endings: ENDINGS }),
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return snapshotIn(folder);
}

/** A snapshot written by another process, so that this one's memory stays its own. */
export async function makeSnapshotApart(lines: number): Promise<string> {
  const program = fileURLToPath(new URL('./snapshot-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    program,
    String(lines),
  ]);
  return stdout.trim();
}

/** Ids are UUIDs of one moment, as the product's are: what follows it is as good as random. */
function lineId(line: number): string {
  const hash = createHash('md5').update(String(line)).digest('hex');
  return `019a0000-0000-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** The same id in SQL, of line `i`. */
const LINE_ID = `'019a0000-0000-7' || md5(i::VARCHAR)[1:3] || '-8' || md5(i::VARCHAR)[4:6] || '-' || md5(i::VARCHAR)[7:18]`;

/** Decisions of every third line. */
export function makeDecisions(lines: number): DecisionRow[] {
  return Array.from({ length: Math.ceil(lines / 3) }, (_, index) => ({
    discount_id: lineId(index * 3),
    item_group_id: '',
    ...NO_DECISION,
    discount_pct_auto: LEVELS[index % 7] ?? 0,
    optimization_goal: 'profit',
    discount_pct_reviewed: index % 2 === 0,
    version: 1,
  }));
}

/** A discount chosen by hand on one line, somewhere. */
export function oneEdit(version: number, lines: number): DecisionRow {
  const line = (version * 7919) % lines;
  const [usual] = makeDecisions(1);
  if (!usual) throw new Error('no decision');
  return { ...usual, discount_id: lineId(line), discount_pct_user: LEVELS[version % 7] ?? 0, version };
}
