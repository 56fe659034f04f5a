import { meaningOf } from '../recognition/meaning.ts';
import type { RowRewriter, WrittenRow } from '../shapes/row-rewriter.ts';
import { Cells } from './cells.ts';

/** The columns that are added: the options of a variant under the names that the product gives them. */
export const OPTION_SIZE = 'Taille';
export const OPTION_COLOR = 'Couleur';

/** What is of the variant or of the picture, not of the product: never filled from the row above. */
const OF_THE_ROW =
  /^(variant|option\d (value|linked)|image|cost per item|sku|barcode|price|compare|inventory|weight|charge tax|tax code|requires|fulfillment|continue selling|product image|status$|included)/i;

const OPTIONS = [1, 2, 3] as const;
/** What Shopify writes where a product has no options. */
const NO_OPTION = 'Default Title';

/**
 * The products of a Shopify shop: variants leave blank what their product says on its first row. A size and a colour
 * are options whose names say so; rows that add but a picture are no articles.
 */
export class ShopifyProducts implements RowRewriter {
  readonly headings: readonly string[];
  readonly #cells: Cells;
  #product: readonly string[] = [];
  #handle = '';

  constructor(headings: readonly string[]) {
    this.#cells = new Cells(headings);
    this.headings = [...headings, OPTION_SIZE, OPTION_COLOR];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    const handle = this.#cells.text(row, 'Handle', 'URL handle');
    if (handle !== this.#handle || this.#cells.text(row, 'Title') !== '') {
      this.#handle = handle;
      this.#product = row;
    } else if (this.#isPicture(row)) return [];
    const filled = this.headings
      .slice(0, -2)
      .map((heading, position) =>
        (row[position] ?? '').trim() === '' && !OF_THE_ROW.test(heading)
          ? (this.#product[position] ?? '')
          : (row[position] ?? ''),
      );
    return [{ line, row: [...filled, this.#option(filled, 'size'), this.#option(filled, 'color')] }];
  }

  #isPicture(row: readonly string[]): boolean {
    const said = [
      ['Variant SKU', 'SKU'],
      ['Variant Price', 'Price'],
      ['Option1 Value'],
      ['Variant Inventory Qty', 'Inventory quantity'],
    ];
    return said.every((names) => this.#cells.text(row, ...names) === '');
  }

  #option(row: readonly string[], concept: 'size' | 'color'): string {
    for (const number of OPTIONS) {
      const value = this.#cells.text(row, `Option${number} Value`);
      const name = this.#cells.text(row, `Option${number} Name`);
      if (value !== '' && value !== NO_OPTION && meaningOf(name).concepts.has(concept)) return value;
    }
    return '';
  }
}
