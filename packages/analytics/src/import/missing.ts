import { KINDS, type KindSpec } from './columns.ts';
import { missingColumns, normalizeHeading, recognizeColumns } from './headings.ts';
import type { FileKind } from './types.ts';

const KIND_NAMES: Record<FileKind, string> = {
  items: 'des articles',
  sales: 'des ventes',
  stock: 'des stocks',
  prices: 'des prix',
  orders: 'des commandes',
  forecasts: 'des prévisions',
  places: 'des lieux',
  projects: 'des projets',
};

const COLUMN_NAMES: Readonly<Record<string, string>> = {
  item_group_id: 'le code du produit',
  item_id: 'le code de l’article',
  date: 'la date',
  week_number: 'le numéro de semaine',
  expected_date: 'la date de livraison',
  from_date: 'le premier jour',
  quantity: 'la quantité',
  price: 'le prix',
  code: 'le code du lieu',
  name: 'le nom',
};

/** « pour des ventes, il manque la quantité ». */
export const missingSentence = (spec: KindSpec, columns: Iterable<string>): string => {
  const choices = missingColumns(spec, columns).map((choice) =>
    choice
      .split(' ou ')
      .flatMap((name) => COLUMN_NAMES[name] ?? [])
      .join(' ou '),
  );
  return `pour ${KIND_NAMES[spec.kind]}, il manque ${choices.join(' et ')}`;
};

/** Why no kind is known for a file: what the kind that it comes nearest to, or that its name says, lacks. */
export const unknownReason = (headings: readonly string[], fileName: string): string => {
  const near = KINDS.map((spec) => {
    const columns = [...recognizeColumns(headings, spec).values()];
    const named = spec.file_words.some((word) => normalizeHeading(fileName).includes(word));
    return { spec, columns, lacking: missingColumns(spec, columns).length, named };
  })
    .filter(({ columns, lacking, named }) => columns.length >= 2 && (lacking === 1 || named))
    .sort(
      (left, right) => Number(right.named) - Number(left.named) || right.columns.length - left.columns.length,
    )[0];
  return near
    ? `colonnes non reconnues : ${missingSentence(near.spec, near.columns)}`
    : 'colonnes non reconnues';
};
