import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { CellSql } from './checks.ts';
import { nothingWords } from './nothing.ts';
import { nulSignSql } from './nuls.ts';
import { cellPositions, type Source } from './source.ts';

/** Columns that DuckDB's reader gives their types by itself, by position; the others are text. */
export interface ReaderTypes {
  types: ReadonlyMap<number, 'DOUBLE' | 'DATE'>;
  /** How its dates are written, as `strptime` says it; null for ISO. */
  date_format: string | null;
}

export const cell: CellSql = (position) => `c${position}`;

const ALL_TEXT: ReaderTypes = { types: new Map(), date_format: null };

/** What a Parquet file does not say of its columns by itself, by their names. */
export interface ParquetKinds {
  /** Instants without their zone, which is UTC. */
  instants?: readonly string[];
  /** Texts, in which a NUL may stand. */
  texts?: readonly string[];
}

/** SQL of a column of Parquet as text; an instant says its zone, so that its day is the retailer's. */
export function parquetCellSql(name: string, { instants = [], texts = [] }: ParquetKinds): string {
  const text = `${quoteIdentifier(name)}::VARCHAR`;
  if (texts.includes(name)) return nulSignSql(text);
  return instants.includes(name) ? `(${text} || '+00')` : text;
}

/**
 * The table function that reads a source, its columns named c0, c1, … (`cellPositions`)
 * Where a cell is not of the type that its column is given, the statement that reads fails.
 */
export function readSourceSql(source: Source, { types, date_format }: ReaderTypes = ALL_TEXT): string {
  if (!source.dialect) {
    const columns = source.headings.map((name, index) => `${parquetCellSql(name, source)} AS ${cell(index)}`);
    return `(SELECT ${columns.join(', ')} FROM read_parquet(${quoteText(source.path)}))`;
  }
  const { delimiter, quote, multiline, decimal } = source.dialect;
  const columns = cellPositions(source).map((at) => `'${cell(at)}': '${types.get(at) ?? 'VARCHAR'}'`);
  const options = [
    quoteText(source.path),
    'auto_detect = false',
    'header = true',
    `skip = ${source.header_line - 1}`,
    `delim = ${quoteText(delimiter)}`,
    `quote = ${quoteText(quote)}`,
    `escape = ${quoteText(quote)}`,
    'null_padding = true',
    `nullstr = [${nothingWords(source).map(quoteText).join(', ')}]`,
    'strict_mode = false',
    'max_line_size = 10000000',
    multiline ? 'parallel = false' : 'parallel = true',
    ...(types.size > 0 ? [`decimal_separator = ${quoteText(decimal)}`] : []),
    ...(date_format === null ? [] : [`dateformat = ${quoteText(date_format)}`]),
    `columns = {${columns.join(', ')}}`,
  ];
  return `read_csv(${options.join(', ')})`;
}
