import type { Source } from './source.ts';

/** Currencies that are written `$` where they are at home. */
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD'] as const;
type Dollar = (typeof DOLLARS)[number];

const CODES = new RegExp(`\\b(${DOLLARS.join('|')})\\b`, 'g');

/** The dollars that a file names: in the lines above its headings, in these, or as the currency of its rows. */
function namedIn({ head = [], heading_row, headings, sample }: Source): string[] {
  const titles = head.filter(({ line }) => line <= heading_row).flatMap(({ cells }) => cells);
  const codes = sample.flatMap((row) => row.filter((cell) => DOLLARS.some((code) => code === cell.trim())));
  return [...titles, ...headings, ...codes].flatMap((text) => text.match(CODES) ?? []);
}

/**
 * What `$` is in a delivery: the organisation's own dollar, else the one that its files name. undefined: nothing tells,
 * or they name several, and it is that of the United States, as anywhere else.
 */
export function ownDollar(sources: readonly Source[], usual: string | undefined): string | undefined {
  const isDollar = (code: string | undefined): code is Dollar => DOLLARS.some((dollar) => dollar === code);
  if (isDollar(usual)) return usual;
  const [named, ...others] = new Set(sources.flatMap(namedIn));
  return others.length === 0 ? named : undefined;
}
