import type { Session } from '../../database/session.ts';
import { quoteText } from '../../database/sql.ts';
import { cell, readSourceSql } from '../read-source.ts';
import type { Source } from '../source.ts';
import { BLANKS, NOTHING_WRITTEN, type NumberWriting, PATTERNS } from './writing.ts';

/** SQL struct of how the cells of a column are written, as `writingOfCells` counts them. */
export function writingSql(column: string): string {
  const matches = (pattern: string): string => `regexp_matches(text, ${quoteText(pattern)})`;
  const digits = "try_cast(regexp_replace(text, '\\D', '', 'g') AS DOUBLE)";
  const text = `regexp_replace(coalesce(${column}, ''), ${quoteText(BLANKS)}, '', 'g')`;
  const form = `CASE
    WHEN contains(text, ',') OR contains(text, '.') THEN CASE
      WHEN ${matches(PATTERNS[','].decimal)} THEN 'comma_decimal' WHEN ${matches(PATTERNS['.'].decimal)} THEN 'point_decimal'
      WHEN ${matches(PATTERNS[','].thousands)} THEN 'comma_thousands' WHEN ${matches(PATTERNS['.'].thousands)} THEN 'point_thousands'
      WHEN ${matches(PATTERNS[','].either)} THEN 'comma_either' WHEN ${matches(PATTERNS['.'].either)} THEN 'point_either' END
    WHEN ${matches(PATTERNS.short)} THEN 'short' WHEN ${matches(PATTERNS.long)} THEN 'long' END`;
  return `list_transform([${text}], text -> {text: text, form: ${form}, digits: ${digits}, round: ${matches(PATTERNS.round)}})[1]`;
}

interface FormCount {
  form: string;
  example: string;
  rows: number;
  round: number;
  sum: number;
}

function asWriting(counts: readonly FormCount[]): NumberWriting {
  const found = new Map(counts.map((count) => [count.form, count]));
  const both = (form: string): Record<',' | '.', number> => ({
    ',': found.get(`comma_${form}`)?.rows ?? 0,
    '.': found.get(`point_${form}`)?.rows ?? 0,
  });
  const either = ['comma_either', 'point_either'].flatMap((form) => found.get(form) ?? []);
  return {
    ...NOTHING_WRITTEN,
    ...{ decimal: both('decimal'), thousands: both('thousands'), either: both('either') },
    round: either.reduce((sum, { round }) => sum + round, 0),
    either_sum: either.reduce((sum, count) => sum + count.sum, 0),
    short: found.get('short')?.rows ?? 0,
    short_sum: found.get('short')?.sum ?? 0,
    long: found.get('long')?.rows ?? 0,
  };
}

interface CountedColumn {
  writing: NumberWriting;
  /** A cell that is read both ways; null: there is none. */
  example: string | null;
}

/** How every cell of a source is written, in the columns at some positions. One pass for each. */
export async function countWritings(
  session: Session,
  source: Source,
  positions: readonly number[],
): Promise<CountedColumn[]> {
  const found: CountedColumn[] = [];
  for (const position of positions) {
    const counts = await session.rows<FormCount>(
      `SELECT w.form, coalesce(min(w.text) FILTER (NOT w.round), min(w.text)) AS example, count(*)::DOUBLE AS rows, count_if(w.round)::DOUBLE AS round, sum(w.digits) AS sum
       FROM (SELECT ${writingSql(cell(position))} AS w FROM ${readSourceSql(source)}) WHERE w.form IS NOT NULL GROUP BY 1`,
    );
    const either = counts.find(({ form }) => form.endsWith('_either'));
    found.push({ writing: asWriting(counts), example: either?.example ?? null });
  }
  return found;
}
