import { MISSING } from './missing.ts';
import { formatCompact, formatWith } from './number.ts';
import { formatPercent } from './percent.ts';

/** Like d3-format: [,][.precision]type, with type d (whole), f (fixed), % (a ratio) or s (compact). */
const SPECIFIER = /^(,)?(?:\.(\d{1,2}))?([df%s])$/;

/**
 * A French formatter for a short d3-like specification: ',d' « 1 234 », '.1f' « 12,5 », '.0%' « 12 % »
 * (from a ratio), 's' « 12,5 k ».
 *
 * @throws Error 'invalid format: …' for any other specification.
 */
export function formatter(specifier: string): (value: number | null | undefined) => string {
  const match = SPECIFIER.exec(specifier);
  if (!match) throw new Error(`invalid format: ${specifier}`);
  const [, comma, precision, type] = match;
  const digits = Number(precision ?? (type === 'f' ? 6 : 0));
  if (type === '%')
    return (value) => (typeof value === 'number' ? formatPercent(value * 100, digits) : MISSING);
  if (type === 's') return formatCompact;
  const fraction = type === 'd' ? 0 : digits;
  return (value) =>
    formatWith(value, {
      useGrouping: comma !== undefined,
      minimumFractionDigits: fraction,
      maximumFractionDigits: fraction,
    });
}
