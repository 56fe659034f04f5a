import { exact, type KindSpec, QUANTITY, text } from './column-spec.ts';

const PACKS_ARE = ['lot', 'pack', 'kit', 'bundle', 'coffret', 'set', 'ensemble', 'compose', 'multipack'];
const PARTS_ARE = [
  ...['composant', 'composante', 'component', 'componente', 'komponente', 'constituant', 'element', 'enfant'],
  'child',
];
const CODES = [
  'code',
  'reference',
  'ref',
  'sku',
  'ean',
  'gencod',
  'article',
  'produit',
  'item',
  'product',
  'id',
];

/** `code_lot`, `bundle_sku`, `article_du_lot`: what a thing is, alone or with what its code is called. */
const named = (things: readonly string[]): string[] => [
  ...things,
  ...things.flatMap((thing) => CODES.flatMap((each) => [`${each}_${thing}`, `${thing}_${each}`])),
];

/** What a pack is made of: a pack sold is its articles sold. */
export const PACKS: KindSpec = {
  kind: 'packs',
  required: [['pack_code'], ['component_code']],
  file_words: ['lots', 'packs', 'coffrets', 'bundle', 'kits', 'composition_lot', 'nomenclature', 'multipack'],
  columns: [
    text('pack_code', ...named(PACKS_ARE), 'article_parent', 'parent_sku', 'code_parent'),
    text('component_code', ...named(PARTS_ARE), 'article_du_lot', 'sku_unitaire', 'child_sku'),
    {
      ...exact('quantity', ...QUANTITY, 'qte_par_lot', 'quantite_par_lot', 'pieces_par_lot', 'coefficient'),
      minimum: 0,
    },
  ],
};
