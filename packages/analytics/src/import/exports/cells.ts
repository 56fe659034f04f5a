import { normalizeHeading } from '../headings.ts';

/** Reads the cells of an export by their headings, however these are written. */
export class Cells {
  readonly #positions: ReadonlyMap<string, number>;

  constructor(headings: readonly string[]) {
    this.#positions = new Map(
      headings.map((heading, position) => [normalizeHeading(heading), position] as const).reverse(),
    );
  }

  /** Where a heading stands; the first of several names that the export has. */
  position(...names: readonly string[]): number | undefined {
    for (const name of names) {
      const found = this.#positions.get(normalizeHeading(name));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  text(row: readonly string[], ...names: readonly string[]): string {
    const position = this.position(...names);
    return position === undefined ? '' : (row[position] ?? '').trim();
  }

  /** A number with a decimal point, as web shops write them; null when there is none. */
  number(row: readonly string[], ...names: readonly string[]): number | null {
    const text = this.text(row, ...names);
    const value = Number(text);
    return text === '' || !Number.isFinite(value) ? null : value;
  }
}

/**
 * Shares an amount of whole cents among parts, in proportion to their weights: the last part with a weight takes what
 * rounding leaves, so that the shares add up to the cent.
 */
export function sharedCents(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => (total === 0 ? 0 : Math.round((cents * weight) / total)));
  const last = weights.findLastIndex((weight) => weight !== 0);
  const left = cents - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, index) => (index === last ? share + left : share));
}
