import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FieldType } from '@palier/domain';
import { openDatabase } from '../src/database/database.ts';
import { DATA_DATE, type RandomProject } from './random-project.ts';

const SQL_TYPE: Record<FieldType, string> = {
  ...{ string: 'VARCHAR', number: 'DOUBLE', integer: 'DOUBLE', date: 'DATE', boolean: 'BOOLEAN' },
  ...{ percent: 'DOUBLE', money: 'DOUBLE', score: 'VARCHAR', list: 'VARCHAR[]' },
};

const SHOP_SETS = { shop_sets_0: 'UBIGINT', shop_sets_1: 'UBIGINT' };

/** Writes a project as a snapshot folder that `openProject` opens. */
export async function writeProject(project: RandomProject): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-listing-'));
  await mkdir(folder, { recursive: true });
  const database = await openDatabase({
    temp_folder: join(folder, 'spill'),
    memory_limit: '200MB',
    connections: 1,
  });
  const fixed = {
    level_rates: 'DOUBLE[]',
    ...{ signed_price: 'DOUBLE', signed_list_price: 'DOUBLE', variant_rises: 'DOUBLE[]' },
    ...{ prior_prices: 'DOUBLE[]', prior_price_dates: 'VARCHAR[]', prior_price_states: 'VARCHAR[]' },
    _id: 'VARCHAR',
    search_text: 'VARCHAR',
    in_stock_items_count: 'DOUBLE',
    ...SHOP_SETS,
  };
  const names = new Set(Object.keys(project.lines[0] ?? { _id: '', item_group_id: '' }));
  const typed = project.catalogue
    .filter(({ id }) => names.has(id) && !(id in fixed))
    .map(({ id, type }): [string, string] => [id, SQL_TYPE[type]]);
  const columns = [['line_no', 'INTEGER'], ...Object.entries(fixed), ...typed]
    .map(([name, type]) => `"${name}": '${type}'`)
    .join(', ');
  const load = async (
    table: string,
    rows: readonly object[],
    shape: string,
    order: string,
  ): Promise<void> => {
    const path = join(folder, `${table}.json`);
    await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
    const source =
      rows.length > 0
        ? `read_json('${path}', format = 'newline_delimited', columns = {${shape}})`
        : `(SELECT ${shape.replace(/("?[\w.]+"?): '([^']+)'/g, 'NULL::$2 AS $1')} WHERE false)`;
    await database.run(
      `COPY (SELECT * FROM ${source} ORDER BY ${order}) TO '${join(folder, `${table}.parquet`)}' (FORMAT parquet)`,
    );
  };
  await load(
    'line',
    project.lines.map((line, line_no) => ({ line_no, ...line })),
    columns,
    'line_no',
  );
  await load(
    'curve',
    project.curves.map(({ rates: _, path, ...curve }, line_no) => ({
      ...{ line_no, ...curve },
      ...(path && { phase_mean: path.phase_mean, dispersion: path.dispersion, stock: path.stock_qty }),
    })),
    `"line_no": 'INTEGER', "phase_qty": 'FLOAT[]', "phase_p10": 'FLOAT[]', "phase_p90": 'FLOAT[]', "rest_qty": 'FLOAT[]'${project.path_phases > 0 ? `, "phase_mean": 'FLOAT[]', "dispersion": 'DOUBLE', "stock": 'DOUBLE'` : ''}`,
    'line_no',
  );
  await load(
    'daily',
    project.daily.map(({ line, day: date, qty }) => ({ line_no: line, date, qty, sales: 0 })),
    `"line_no": 'INTEGER', "date": 'DATE', "qty": 'FLOAT', "sales": 'DOUBLE'`,
    'line_no, date',
  );
  await load(
    'size',
    project.sizes.map(({ line, ...rest }) => ({ line_no: line, item_id: rest.size, ...rest })),
    `"line_no": 'INTEGER', "item_id": 'VARCHAR', "size": 'VARCHAR', "stock_qty": 'DOUBLE', "in_store_stock_qty": 'DOUBLE'`,
    'line_no',
  );
  await load('place_coverage', [], `"line_no": 'INTEGER', "code": 'VARCHAR'`, 'line_no');
  database.close();
  const manifest = {
    ...{
      format: 1,
      project_id: 'p',
      version: 1,
      data_date: DATA_DATE,
      discount_levels: project.levels,
      working_phase: 0,
    },
    ...{
      line_count: project.lines.length,
      has_curves: true,
      totals: {},
      daily_from: DATA_DATE,
      warehouse_version: 1,
    },
    ...(project.path_phases > 0 && { path_phases: project.path_phases }),
    ...(project.price_endings.length > 0 && { price_endings: project.price_endings }),
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}
