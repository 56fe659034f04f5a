/** Where the year of two figures stands: in `26-06-01`, or in `010626`. */
export type ShortYear = 'first' | 'last';

const SEPARATED = /^(\d{2})([-/.])(\d{2})\2(\d{2})(?:[ T]|$)/;
const SIX_FIGURES = /^(\d{2})()(0[1-9]|1[0-2])(\d{2})$/;
const MONTHS = 12;
const DAYS = 31;
/** Years that a retailer's dates are of: those behind, and the next. */
const YEARS_BACK = 10;

/** Whether all parts are years that a file may be of. */
const areYears = (parts: readonly number[], year: number): boolean =>
  parts.every((part) => part >= year - YEARS_BACK && part <= year + 1);

/** Of the values, for a column to be of dates so written: a total may stand below them. */
const MOSTLY = 0.8;

/** Parts of dates as they are written: what is first, in the middle and last. */
function partsOf(values: readonly string[], pattern: RegExp): [number[], number[], number[]] | null {
  const found = values.flatMap((value) => {
    const [, first, , middle, last] = pattern.exec(value) ?? [];
    return first === undefined ? [] : [[Number(first), Number(middle), Number(last)] as const];
  });
  if (found.length === 0 || found.length < MOSTLY * values.length) return null;
  return [found.map(([first]) => first), found.map(([, middle]) => middle), found.map(([, , last]) => last)];
}

/**
 * Where the years of a column of dates are, when their figures prove another place than the usual one: `26-06-01` and
 * `26-06-30` would be of 2001 and 2030, all of a 26th of June; `300626` would be of 2030.
 *
 * @param values the column's first values. @param year the year of today, of two figures.
 */
export function provenShortYear(
  values: readonly string[],
  year = new Date().getFullYear() % 100,
): ShortYear | null {
  const written = values.map((value) => value.trim()).filter((value) => value !== '');
  const isReal = (months: readonly number[], days: readonly number[]): boolean =>
    months.every((month) => month >= 1 && month <= MONTHS) && days.every((day) => day >= 1 && day <= DAYS);
  const parted = partsOf(written, SEPARATED);
  if (parted) {
    const [first, months, last] = parted;
    return areYears(first, year) && !areYears(last, year) && isReal(months, last) ? 'first' : null;
  }
  const six = partsOf(written, SIX_FIGURES);
  if (!six) return null;
  const [first, months, last] = six;
  const isDay = first.some((day) => day > MONTHS) && !areYears(first, year);
  return isDay && areYears(last, year) && isReal(months, first) ? 'last' : null;
}
