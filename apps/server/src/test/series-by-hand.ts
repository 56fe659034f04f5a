import { openDatabase } from '../../../../packages/analytics/src/database/database.ts';
import { raw } from '../../../../packages/analytics/src/database/sql.ts';

/** A recorded series as its files have it, and the days of its phases. */
interface RecordedFiles {
  folder: string;
  kind: 'forecast' | 'sales';
  phases: readonly { project_phase: number; start_date: string; from_date: string; to_date: string }[];
}

interface HandWritten {
  series: readonly RecordedFiles[];
  /** Keys of the lines that the report is of, by id; and those of them that the filter takes. */
  keys: ReadonlyMap<string, readonly (string | null)[]>;
  to_date: string | null;
}

/** The measures of a series by the JSON of a group's keys. */
type HandMeasures = Map<string, Record<string, number | null>>;

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Every day of every line of a series, a row each: nothing is added up before all is laid flat. */
function daysSql({ folder, kind, phases }: RecordedFiles): string {
  const flat = phases.map(({ project_phase: p, start_date }) => {
    const sales = kind === 'forecast' ? `price * (100 - pct_${p}) / 100.0 * qty_${p}` : `sales_${p}`;
    const list = kind === 'forecast' ? `price * qty_${p}` : `list_sales_${p}`;
    const profit =
      kind === 'forecast'
        ? `base_price * (100 - pct_${p}) / 100.0 * qty_${p} - cost * qty_${p}`
        : `sales_${p} * base_price / price - cost * qty_${p}`;
    return `SELECT line_id, ${p} AS phase, DATE '${start_date}' + day AS date, share * qty_${p} AS qty, share * (${sales}) AS sales,
      share * (${list}) AS list_sales, share * (${profit}) AS profit, pct_${p} AS pct
      FROM read_parquet('${folder}/line.parquet') JOIN read_parquet('${folder}/day.parquet') USING (family) WHERE phase = ${p}`;
  });
  return flat.join(' UNION ALL ');
}

/**
 * The measures of series of one project, worked out by hand from their Parquet files: every day of every line is laid
 * flat, the days that all series have are kept, then added up.
 */
export async function measureByHand(
  tempFolder: string,
  { series, keys, to_date }: HandWritten,
): Promise<HandMeasures[]> {
  const database = await openDatabase({ temp_folder: tempFolder, memory_limit: '200MB', connections: 1 });
  const rows = [...keys].map(([id, own]) => `(${text(id)}::UUID, ${text(JSON.stringify(own))})`);
  await database.run(
    `CREATE TABLE chosen AS FROM (VALUES (NULL::UUID, ''), ${rows.join(', ')}) t (line_id, keys) WHERE line_id IS NOT NULL`,
  );
  const until = to_date === null ? '' : `WHERE date <= DATE '${to_date}'`;
  for (const [at, one] of series.entries()) {
    await database.run(`CREATE TABLE day_${at} AS ${daysSql(one)}`);
    await database.run(`CREATE TABLE own_${at} AS SELECT DISTINCT phase, date FROM day_${at} ${until}`);
  }
  const all = series.map((_, at) => `SELECT phase, date FROM own_${at}`);
  const [common] = await database.rows<{ days: number }>(
    `SELECT count(*)::DOUBLE AS days FROM (${all.join(' INTERSECT ')})`,
  );
  const isCommon = (common?.days ?? 0) > 0;
  for (const [at] of series.entries())
    await database.run(
      `CREATE TABLE counted_${at} AS ${isCommon ? all.join(' INTERSECT ') : `FROM own_${at}`}`,
    );
  const counted: number[] = [];
  for (const [at] of series.entries()) {
    const [found] = await database.rows<{ days: number }>(
      `SELECT count(*)::DOUBLE AS days FROM counted_${at}`,
    );
    if ((found?.days ?? 0) > 0) counted.push(at);
  }
  const lines = ['SELECT line_id FROM chosen', ...counted.map((at) => `SELECT line_id FROM day_${at}`)];
  await database.run(`CREATE TABLE common_line AS ${lines.join(' INTERSECT ')}`);
  const answers: HandMeasures[] = [];
  for (const [at, { kind, folder }] of series.entries())
    answers.push(
      counted.includes(at)
        ? await sumsOf((query) => database.rows(raw(query)), { at, kind, folder })
        : new Map(),
    );
  database.close();
  return answers;
}

async function sumsOf(
  ask: (query: string) => Promise<Record<string, unknown>[]>,
  { at, kind, folder }: { at: number; kind: string; folder: string },
): Promise<HandMeasures> {
  const [left, season] =
    kind === 'forecast'
      ? ['greatest(stock - upcoming - before, 0)', 'season + upcoming + before']
      : ['stock + after', 'season - after'];
  const rows = await ask(`WITH last_day AS (SELECT max(date) AS last FROM counted_${at}),
    sold AS (SELECT line_id, coalesce(sum(qty) FILTER (date <= last), 0) AS before, coalesce(sum(qty) FILTER (date > last), 0) AS after,
      bool_and(qty IS NOT NULL) FILTER (date <= last) AS known FROM day_${at}, last_day GROUP BY line_id),
    flow AS (SELECT line_id, sum(qty) AS qty, sum(sales) AS sales, sum(list_sales) AS list_sales,
      CASE WHEN count(profit) = count(*) THEN sum(profit) END AS profit, CASE WHEN count(pct) = count(*) THEN avg(pct) END AS pct, count(*) AS days
      FROM day_${at} JOIN counted_${at} USING (phase, date) GROUP BY line_id),
    line AS (SELECT c.keys, f.*, p.stock, p.price, p.cost, ${left} AS rest, ${season} AS season_qty
      FROM common_line JOIN chosen c USING (line_id) JOIN flow f USING (line_id) JOIN sold USING (line_id) JOIN read_parquet('${folder}/line.parquet') p USING (line_id)),
    node AS (SELECT keys[1] AS k1, * FROM (SELECT json_extract_string(keys, '$[*]') AS keys, * EXCLUDE (keys) FROM line))
    SELECT to_json(keys)::VARCHAR AS keys, sum(sales) AS sales, sum(profit) AS profit, sum(qty) AS sales_qty,
      100 * (sum(list_sales) - sum(sales)) / nullif(sum(list_sales), 0) AS sales_discount_pct, sum(season_qty) AS season_sales_qty,
      sum(list_sales) - sum(sales) AS discount_budget, 100 * sum(season_qty) / nullif(sum(season_qty) + sum(rest), 0) AS sell_through_pct,
      sum(rest) AS stock_qty, sum(rest * cost) AS stock_cost_value, sum(rest * price) AS stock_retail_value, max(days) AS day_count,
      count(*) AS item_group_count, sum(pct * stock) / nullif(sum(stock) FILTER (pct IS NOT NULL), 0) AS face_discount_pct
    FROM (SELECT keys, * EXCLUDE (keys, k1) FROM node WHERE len(keys) > 0
      UNION ALL SELECT []::VARCHAR[], * EXCLUDE (keys, k1) FROM node
      UNION ALL SELECT [k1], * EXCLUDE (keys, k1) FROM node WHERE len(keys) > 1) GROUP BY keys`);
  return new Map(
    rows.map(({ keys, ...measures }) => [
      String(keys),
      Object.fromEntries(
        Object.entries(measures).map(([name, value]) => [name, value === null ? null : Number(value)]),
      ),
    ]),
  );
}
