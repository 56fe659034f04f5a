import { meaningOf } from '../recognition/meaning.ts';
import type { RowRewriter, WrittenRow } from '../shapes/row-rewriter.ts';
import { Cells } from './cells.ts';

/** The columns that are added: what a variation's product says, and its attributes under their names. */
export const WOO = {
  product: 'Code produit',
  title: 'Libellé du produit',
  section: 'Rayon',
  family: 'Famille',
  size: 'Taille',
  color: 'Couleur',
  image: 'Photo',
} as const;

/** Attributes that are looked at. */
const ATTRIBUTES = [1, 2, 3, 4, 5] as const;

/**
 * The products of a WooCommerce shop: a variable product has a row, written no more, and one for each of its
 * variations, which name it by its code or as `id:123`.
 */
export class WooProducts implements RowRewriter {
  readonly headings: readonly string[];
  readonly #cells: Cells;
  readonly #products = new Map<string, readonly string[]>();

  constructor(headings: readonly string[]) {
    this.#cells = new Cells(headings);
    this.headings = [...headings, ...Object.values(WOO)];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    const type = this.#cells.text(row, 'Type').toLowerCase();
    if (/variable|grouped|external/.test(type)) {
      this.#products.set(`id:${this.#cells.text(row, 'ID')}`, row);
      this.#products.set(this.#cells.text(row, 'SKU'), row);
      return [];
    }
    const named = this.#cells.text(row, 'Parent');
    const product = type.includes('variation') ? this.#products.get(named) : row;
    const code = product === undefined ? named : this.#codeOf(product, named);
    const path = this.#categories(product ?? row);
    const base = this.headings.slice(0, -Object.keys(WOO).length).map((_, position) => row[position] ?? '');
    const added = [
      ...[code, this.#cells.text(product ?? row, 'Name'), path[0] ?? '', path.at(-1) ?? ''],
      ...[this.#attribute(row, 'size'), this.#attribute(row, 'color')],
      this.#image(row) || this.#image(product ?? row),
    ];
    return [{ line, row: [...base, ...added] }];
  }

  #codeOf(product: readonly string[], named: string): string {
    return this.#cells.text(product, 'SKU') || named || `id:${this.#cells.text(product, 'ID')}`;
  }

  /** « Femme > Robes, Soldes » → Femme, Robes: the first path. */
  #categories(row: readonly string[]): string[] {
    const [first = ''] = this.#cells.text(row, 'Categories').split(',');
    return first.split('>').map((name) => name.trim());
  }

  /** The first of the pictures. */
  #image(row: readonly string[]): string {
    return this.#cells.text(row, 'Images').split(',')[0]?.trim() ?? '';
  }

  #attribute(row: readonly string[], concept: 'size' | 'color'): string {
    for (const number of ATTRIBUTES) {
      const value = this.#cells.text(row, `Attribute ${number} value(s)`);
      const name = this.#cells.text(row, `Attribute ${number} name`);
      // A product without variations lists all those that it exists in: none of them is its own.
      if (value !== '' && !value.includes(',') && meaningOf(name).concepts.has(concept)) return value;
    }
    return '';
  }
}
