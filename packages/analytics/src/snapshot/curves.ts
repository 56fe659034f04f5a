import {
  DOUBLE,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
  FLOAT,
  INTEGER,
  LIST,
  listValue,
} from '@duckdb/node-api';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { CurveColumns } from './metrics.ts';
import type { SnapshotCurves } from './types.ts';

const BATCH = 2048;

interface Column {
  name: string;
  type: DuckDBType;
  sqlType: string;
  value: (line: number) => DuckDBValue;
}

function floats(name: string, values: Float32Array, size: number): Column {
  return {
    name,
    type: LIST(FLOAT),
    sqlType: 'FLOAT[]',
    value: (line) => listValue(Array.from(values.subarray(line * size, (line + 1) * size))),
  };
}

function number(name: string, values: ArrayLike<number>): Column {
  return {
    name,
    type: DOUBLE,
    sqlType: 'DOUBLE',
    value: (line) => {
      const value = values[line];
      return value === undefined || !Number.isFinite(value) ? null : value;
    },
  };
}

/** Creates a table keyed by line_no and fills it by batches. */
async function fill(
  session: Session,
  table: string,
  lines: number,
  columns: readonly Column[],
): Promise<void> {
  const defined = columns.map(({ name, sqlType }) => `, ${quoteIdentifier(name)} ${sqlType}`).join('');
  await session.run(`CREATE OR REPLACE TABLE ${table} (line_no INTEGER${defined})`);
  const appender = await session.connection.createAppender(table);
  const types = [INTEGER, ...columns.map(({ type }) => type)];
  for (let start = 0; start < lines; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, lines - start) }, (_, index) => start + index);
    const chunk = DuckDBDataChunk.create(types);
    chunk.setColumns([rows, ...columns.map(({ value }) => rows.map(value))]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** Phases that curves tell apart; 0 where the later ones are taken together. */
export const pathPhases = (
  { path }: Pick<SnapshotCurves, 'path'>,
  { lines, levels }: { lines: number; levels: number },
): number => (path ? Math.round(path.phase_mean.length / Math.max(1, lines * levels)) : 0);

/**
 * Tables `curve` (arrays by line, for the listing) and `line_curve` (one value by line, for the static columns).
 *
 * @throws RangeError when an array has not the length that lines and levels make.
 */
export async function storeCurves(
  session: Session,
  curves: SnapshotCurves | null,
  size: { lines: number; levels: number },
): Promise<CurveColumns> {
  const { lines, levels } = size;
  if (!curves) {
    await fill(
      session,
      'curve',
      0,
      ['phase_qty', 'phase_p10', 'phase_p90', 'rest_qty'].map((name) => floats(name, new Float32Array(0), 0)),
    );
    await fill(session, 'line_curve', 0, []);
    return { coverage: false, upcoming: false, ongoing: false, extra: [] };
  }
  const expected: [keyof SnapshotCurves, number][] = [
    ['phase_qty', lines * levels],
    ['phase_p10', lines * levels],
    ['phase_p90', lines * levels],
    ['rest_qty', lines * levels * levels],
  ];
  const { path } = curves;
  const phases = pathPhases(curves, size);
  for (const [name, length] of expected)
    if ((curves[name] as Float32Array).length !== length)
      throw new RangeError(`${name}: ${length} values expected`);
  await fill(session, 'curve', lines, [
    floats('phase_qty', curves.phase_qty, levels),
    floats('phase_p10', curves.phase_p10, levels),
    floats('phase_p90', curves.phase_p90, levels),
    floats('rest_qty', curves.rest_qty, levels * levels),
    ...(path
      ? [
          floats('phase_mean', path.phase_mean, phases * levels),
          number('dispersion', path.dispersion),
          number('stock', path.stock),
        ]
      : []),
  ]);
  const extra = Object.entries(curves.extra ?? {});
  const columns = [
    ...(curves.coverage ? [number('coverage', curves.coverage)] : []),
    ...(curves.upcoming_qty
      ? [
          number('upcoming_qty', curves.upcoming_qty),
          number('upcoming_discount', curves.upcoming_discount ?? []),
        ]
      : []),
    ...(curves.ongoing_qty
      ? [number('ongoing_qty', curves.ongoing_qty), number('ongoing_discount', curves.ongoing_discount ?? [])]
      : []),
    ...extra.map(([name, values]) => number(name, values)),
  ];
  await fill(session, 'line_curve', lines, columns);
  return {
    coverage: curves.coverage !== undefined,
    upcoming: curves.upcoming_qty !== undefined,
    ongoing: curves.ongoing_qty !== undefined,
    extra: extra.map(([name]) => name),
  };
}
