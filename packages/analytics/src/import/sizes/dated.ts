import { monthNamed } from '../dates/named-period.ts';

/** Two numbers of a size that spans two: `3-6`, `9/12`, `12-18 M`; the least first. */
const SPAN = /^(\d{1,2})\s*[-/]\s*(\d{1,2})(?:\s*(?:m|mois|ans?|a|y|months?|years?)\.?)?$/i;

const inOrder = (left: number, right: number): string => [left, right].sort((a, b) => a - b).join('-');

function spanOf(size: string): string | null {
  const [, from, to] = SPAN.exec(size.trim()) ?? [];
  return from === undefined || to === undefined ? null : inOrder(Number(from), Number(to));
}

/** `06-mars`, `6-Mar`; `mars-06`, `Dec-14`. */
const NAMED = /^(\d{1,2})[-/ .](\p{L}{3,9}\.?)$|^(\p{L}{3,9}\.?)[-/ .](\d{1,2})$/u;
const ISO = /^(?:19|20)(\d{2})-(\d{2})-(\d{2})(?:[ T]00:00(?::00)?)?$/;
const WRITTEN = /^(\d{1,2})[/.](\d{1,2})[/.](?:19|20)?(\d{2})$/;

/** The spans that a spreadsheet may have made a day of: `3-6` is the 3rd of June or the 6th of March, `12-14` December 2014. */
function spansOfDay(cell: string): string[] {
  const text = cell.trim();
  const [, day, after, before, end] = NAMED.exec(text) ?? [];
  const month = monthNamed(after ?? before ?? '');
  if (month !== null) return [inOrder(month, Number(day ?? end))];
  const [, year, second, third] = ISO.exec(text) ?? [];
  const [, first, other, short] = WRITTEN.exec(text) ?? [];
  const [one, two, ofYear] = year === undefined ? [first, other, short] : [third, second, year];
  if (one === undefined || two === undefined || ofYear === undefined) return [];
  const ofMonth = Number(one) === 1 ? [inOrder(Number(two), Number(ofYear))] : [];
  return [inOrder(Number(one), Number(two)), ...ofMonth];
}

/**
 * The sizes that a spreadsheet wrote as days, and what each is: the one size that is known of the two numbers. A day
 * that could be two sizes, or is none, is left out.
 */
export function sizesOfDays(written: readonly string[], known: readonly string[]): Map<string, string> {
  const bySpan = new Map<string, Set<string>>();
  for (const size of known) {
    const span = spanOf(size);
    if (span !== null) bySpan.set(span, new Set([...(bySpan.get(span) ?? []), size]));
  }
  return new Map(
    written.flatMap((cell): [string, string][] => {
      const found = new Set(spansOfDay(cell).flatMap((span) => [...(bySpan.get(span) ?? [])]));
      const [size, ...others] = found;
      return size !== undefined && others.length === 0 ? [[cell, size]] : [];
    }),
  );
}
