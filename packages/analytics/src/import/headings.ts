import { foldText } from '@palier/domain';
import { KINDS, type KindSpec } from './columns.ts';
import type { FileKind } from './types.ts';

/** `Prix TTC (€)` → `prix_ttc`: lower case, no accents, one `_` between words. `mainCategory` → `main_category`. */
export const normalizeHeading = (heading: string): string =>
  foldText(heading.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ').replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2'))
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** Words that say nothing by themselves: « Date d’effet » is date_effet, « N° d’article » is article. */
const LINKS = new Set(['d', 'de', 'du', 'des', 'l', 'la', 'le', 'les', 'n', 'no', 'num', 'numero']);

/** A normalised heading without its links and plurals. */
const essence = (normal: string): string => {
  const words = normal.split('_').filter((word) => !LINKS.has(word));
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)).join('_');
};

/**
 * Their heading → our column, for one kind. A column is taken by the first heading that means it best: word for word
 * before any other way of writing it.
 */
export const recognizeColumns = (headings: readonly string[], spec: KindSpec): Map<string, string> => {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const written of [(word: string) => word, essence]) {
    const normal = headings.map((heading) => written(normalizeHeading(heading)));
    for (const column of spec.columns.filter(({ name }) => !taken.has(name))) {
      const words = [column.name, ...column.synonyms].map(written);
      const word = words.find((each) => {
        const heading = headings[normal.indexOf(each)];
        return heading !== undefined && !found.has(heading);
      });
      if (word === undefined) continue;
      found.set(headings[normal.indexOf(word)] ?? '', column.name);
      taken.add(column.name);
    }
  }
  return found;
};

const hasRequired = (spec: KindSpec, columns: ReadonlySet<string>): boolean =>
  spec.required.every((choice) => choice.some((name) => columns.has(name)));

/** Columns that a kind needs and that no heading gives: « item_group_id ou item_id ». */
export const missingColumns = (spec: KindSpec, columns: Iterable<string>): string[] => {
  const have = new Set(columns);
  return spec.required
    .filter((choice) => !choice.some((name) => have.has(name)))
    .map((choice) => choice.join(' ou '));
};

/** What only one kind of file has. */
const SIGNS: Partial<Record<FileKind, readonly string[]>> = {
  items: [
    'name',
    'title',
    'brand',
    'section',
    'family',
    'cost',
    'color',
    'on_sale_date',
    'release_season',
    'supplier',
  ],
  prices: ['price_list_id', 'from_date'],
  orders: ['expected_date'],
  forecasts: ['to_date', 'discount_pct', 'elasticity'],
  stock: ['inventory_code'],
  sales: ['amount', 'location_code', 'unit_price', 'discount_pct'],
  places: ['kind', 'city', 'country'],
  projects: ['phase_1', 'phases'],
};

/** A heading that any kind of file may have is no sign of one. */
const COMMON_HEADINGS = new Set(['date', 'jour', 'day']);

const score = (spec: KindSpec, headings: readonly string[], fileName: string): number => {
  const recognized = recognizeColumns(headings, spec);
  const columns = new Set(recognized.values());
  if (!hasRequired(spec, columns)) return 0;
  const signs = SIGNS[spec.kind] ?? [];
  const signCount = [...recognized].filter(
    ([heading, name]) => signs.includes(name) && !COMMON_HEADINGS.has(normalizeHeading(heading)),
  ).length;
  const named = spec.file_words.some((word) => normalizeHeading(fileName).includes(word)) ? 3 : 0;
  const lone = spec.kind === 'items' && signCount === 0 && !columns.has('price') ? -2 : 0;
  const places =
    spec.kind === 'places' && headings.some((h) => /quantit|qte|stock|date|jour/.test(normalizeHeading(h)));
  return places ? 0 : 1 + signCount + named + lone + columns.size / headings.length;
};

/** The kinds that a file's headings speak for, the likeliest first; a wide item file also feeds the stock. */
export const guessKinds = (headings: readonly string[], fileName: string): FileKind[] => {
  const scored = KINDS.map((spec) => ({ kind: spec.kind, points: score(spec, headings, fileName) }))
    .filter(({ points }) => points > 0.5)
    .sort((left, right) => right.points - left.points);
  const best = scored[0];
  return best ? [best.kind] : [];
};
