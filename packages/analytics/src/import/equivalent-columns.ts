import { date, type KindSpec, text } from './column-spec.ts';

const CODES = [
  ...[
    'code',
    'reference',
    'ref',
    'ean',
    'sku',
    'article',
    'code_article',
    'code_produit',
    'produit',
    'gencod',
  ],
  ...['item', 'product', 'product_code', 'item_code', 'style', 'modele', 'code_modele', 'upc', 'code_barre'],
];

/** `ancien_code`, `old_sku`: each word before, or after, what a code is called. */
const named = (...words: string[]): string[] =>
  words.flatMap((word) => CODES.flatMap((each) => [`${word}_${each}`, `${each}_${word}`]));

/** Articles that changed their code: what was said of the old one counts for the new one. */
export const EQUIVALENTS: KindSpec = {
  kind: 'equivalents',
  required: [['old_code'], ['new_code']],
  file_words: ['equivalen', 'correspondance', 'recodif', 'renommage', 'remplacement', 'recoding'],
  columns: [
    text(
      'old_code',
      ...named('ancien', 'ancienne', 'old', 'former', 'previous', 'origine', 'alt'),
      'remplace',
    ),
    text(
      'new_code',
      ...named('nouveau', 'nouvel', 'nouvelle', 'new', 'neu', 'remplacant'),
      ...['remplace_par', 'replaced_by', 'successeur', 'successor', 'replacement'],
    ),
    date(
      'date',
      'date_effet',
      'date_changement',
      'a_partir_du',
      'effective_date',
      'date_de_changement',
      'le',
    ),
  ],
};
