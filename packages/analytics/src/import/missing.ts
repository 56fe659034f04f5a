import { KINDS, type KindSpec, kindSpec } from './columns.ts';
import { missingColumns, normalizeHeading } from './headings.ts';
import { readColumns } from './recognition/columns.ts';
import { viewOf } from './recognition/table.ts';
import type { Source } from './source.ts';
import type { FileKind } from './types.ts';

/** Kinds as a sentence has them: « des ventes ». */
export const KIND_NAMES: Record<FileKind, string> = {
  items: 'des articles',
  sales: 'des ventes',
  stock: 'des stocks',
  prices: 'des prix',
  orders: 'des commandes',
  forecasts: 'des prévisions',
  places: 'des lieux',
  control: 'des totaux de contrôle',
  rates: 'des taux de change',
  equivalents: 'des équivalences de codes',
  packs: 'des lots',
  projects: 'des projets',
};

const COLUMN_NAMES: Readonly<Record<string, string>> = {
  item_group_id: 'le code du produit',
  item_id: 'le code de l’article',
  date: 'la date',
  week_number: 'le numéro de semaine',
  month_number: 'le mois et son année',
  expected_date: 'la date de livraison',
  from_date: 'le premier jour',
  quantity: 'la quantité',
  price: 'le prix',
  code: 'le code du lieu',
  name: 'le nom',
  revenue: 'le CA',
  stock: 'le stock',
  currency: 'la devise',
  rate: 'le taux',
  old_code: 'l’ancien code',
  new_code: 'le nouveau code',
  pack_code: 'le code du lot',
  component_code: 'le code de l’article du lot',
};

/** « pour des ventes, il manque la quantité ». */
export function missingSentence(spec: KindSpec, columns: Iterable<string>): string {
  return lackSentence(spec.kind, missingColumns(spec, columns));
}

/** As `missingSentence`, of the columns that a kind was found to lack. */
export function lackSentence(kind: FileKind, missing: readonly string[]): string {
  const choices = missing.map((choice) =>
    choice
      .split(' ou ')
      .flatMap((name) => COLUMN_NAMES[name] ?? [])
      .join(' ou '),
  );
  return `pour ${KIND_NAMES[kind]}, il manque ${choices.join(' et ')}`;
}

type NamedFile = Pick<Source, 'name' | 'headings' | 'sample'>;

interface NearKind {
  kind: FileKind;
  /** Our columns that the file has, and those that the kind needs beside: « item_group_id ou item_id ». */
  given: string[];
  columns: string[];
}

/** Kinds that a file comes near to, or that its name says, with the required columns that they lack; the nearest first. */
export function nearKinds({ name, headings, sample }: NamedFile): NearKind[] {
  const view = viewOf({ name, headings, rows: sample });
  return KINDS.map((spec) => {
    const given = [...readColumns(spec, view).keys()];
    const named = spec.file_words.some((word) => normalizeHeading(name).includes(word));
    return { kind: spec.kind, given, columns: missingColumns(spec, given), named };
  })
    .filter(({ given, columns, named }) => given.length >= 2 && (columns.length === 1 || named))
    .sort((left, right) => Number(right.named) - Number(left.named) || right.given.length - left.given.length)
    .map(({ kind, columns, given }) => ({ kind, columns, given }));
}

/** Why no kind is known for a file: what the kind that it comes nearest to lacks. */
export function unknownReason(file: NamedFile): string {
  const [near] = nearKinds(file);
  return near
    ? `colonnes non reconnues : ${missingSentence(kindSpec(near.kind), near.given)}`
    : 'colonnes non reconnues';
}
