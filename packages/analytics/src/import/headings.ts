import { foldText } from '@palier/domain';
import type { KindSpec } from './columns.ts';

/** What a bracket may say that changes the column: « Montant (HT) » is no « Montant (TTC) ». */
const TELLING_BRACKET =
  /^\s*(h\.?\s?t|t\.?\s?t\.?\s?c|(hors|ex|excl|incl?)\b.*|.*\b(ht|ttc|vat|tva|tax|taxes|mwst|iva))\.?\s*$/i;

function withoutUnits(heading: string): string {
  return heading.replace(/\(([^)]*)\)|\[([^\]]*)\]/g, (_, round?: string, square?: string) => {
    const inside = round ?? square ?? '';
    return TELLING_BRACKET.test(inside) ? ` ${inside.replaceAll('.', '')} ` : ' ';
  });
}

/** `Prix TTC (€)` → `prix_ttc`: lower case, no accents, one `_` between words. `mainCategory` → `main_category`. */
export function normalizeHeading(heading: string): string {
  return foldText(withoutUnits(heading).replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2'))
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** Words that say nothing by themselves: « Date d’effet » is date_effet, « N° d’article » is article. */
const LINKS = new Set(['d', 'de', 'du', 'des', 'l', 'la', 'le', 'les', 'n', 'no', 'num', 'numero']);

/** A normalised heading without its links and plurals: `date_d_effet` → `date_effet`. */
export function essence(normal: string): string {
  const words = normal.split('_').filter((word) => !LINKS.has(word));
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)).join('_');
}

/** Columns that a kind needs and that no heading gives: « item_group_id ou item_id ». */
export function missingColumns(spec: KindSpec, columns: Iterable<string>): string[] {
  const have = new Set(columns);
  return spec.required
    .filter((choice) => !choice.some((name) => have.has(name)))
    .map((choice) => choice.join(' ou '));
}
