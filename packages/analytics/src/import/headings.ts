import { KINDS, type KindSpec } from './columns.ts';
import type { FileKind } from './types.ts';

/** `Prix TTC (€)` → `prix_ttc`: lower case, no accents, one `_` between words. `mainCategory` → `main_category`. */
export const normalizeHeading = (heading: string): string =>
  heading
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** Their heading → our column, for one kind. A column is taken by the first heading that means it best. */
export const recognizeColumns = (headings: readonly string[], spec: KindSpec): Map<string, string> => {
  const normal = headings.map(normalizeHeading);
  const found = new Map<string, string>();
  for (const column of spec.columns) {
    for (const word of [column.name, ...column.synonyms]) {
      const index = normal.indexOf(word);
      const heading = headings[index];
      if (heading === undefined || found.has(heading)) continue;
      found.set(heading, column.name);
      break;
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

const score = (spec: KindSpec, headings: readonly string[], fileName: string): number => {
  const columns = new Set(recognizeColumns(headings, spec).values());
  if (!hasRequired(spec, columns)) return 0;
  const signs = SIGNS[spec.kind] ?? [];
  const signCount = signs.filter((name) => columns.has(name)).length;
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
