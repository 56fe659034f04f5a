import { AMOUNTS } from './currency.ts';
import type { Feed } from './feed.ts';
import { shapeOf } from './shape.ts';
import type { Source } from './source.ts';
import type { ImportMapping, RememberedMappings, UsedMapping } from './types.ts';

/** What was said of files, now and before. */
interface Said {
  mapping?: ImportMapping | undefined;
  remembered?: RememberedMappings | undefined;
}

/**
 * What tells the files of one country from those of another that one software wrote with the same headings: their
 * headings and their name, its figures aside (`ventes_CH_2026S26.csv`, `ventes_CH_2026S27.csv`).
 */
function currencyShape({ headings, name }: Source): string {
  return `currency ${shapeOf(headings)} ${name.toLowerCase().replace(/[\d\s]+/g, '')}`;
}

/** The currency said of a file's amounts that say none: in this delivery, else in the last of its like. */
export function fileCurrency(source: Source, { mapping, remembered }: Said): string | null {
  const said = mapping?.currencies?.[source.name];
  if (said !== undefined) return said;
  const [last] = remembered?.get(currencyShape(source)) ?? [];
  return last?.constants?.currency === undefined ? null : String(last.constants.currency);
}

/** What was said of a file's currency, null too, for the next of its like. */
export function currencyUsed(source: Source, { kind }: Feed, { mapping }: Said): UsedMapping[] {
  const said = mapping?.currencies?.[source.name];
  if (said === undefined) return [];
  const file = {
    match: source.name,
    kind,
    columns: {},
    ...(said !== null && { constants: { currency: said } }),
  };
  return [{ shape: currencyShape(source), files: [file] }];
}

/** A feed whose amounts are in the file's currency, where nothing closer to them says another. */
export function inFileCurrency(feed: Feed, currency: string | null): Feed {
  if (currency === null || !(feed.kind in AMOUNTS)) return feed;
  return { ...feed, file_currency: currency };
}
