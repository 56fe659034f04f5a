import { countOf, formatQuantity } from '@palier/domain';
import { reducedListOf } from '../../warehouse/reduced-list.ts';
import type { RowRewriter, WrittenRow } from '../shapes/row-rewriter.ts';
import { Cells } from './cells.ts';

/** The columns that are added: a material's product, and the variant that it is. */
export const SAP_PRODUCT = 'Article générique';
export const SAP_VARIANT = 'Variante';
/** The generic article's own name, its variants' saying their size too. */
export const SAP_TITLE = 'Désignation du produit';
/** The pieces of a movement, below zero where they came back. */
export const SAP_SOLD = 'Quantité vendue';
export const SAP_PRICE_LIST = 'Tarif';

/** Article categories of MARA-ATTYP: one that only describes its variants, and one of these. */
const GENERIC = '01';
const VARIANT = '02';

/**
 * Materials of MARA: of a generic article come its variants, which it names and which alone are written; a material of
 * any other category is its own product.
 */
export class SapArticles implements RowRewriter {
  readonly headings: readonly string[];
  readonly #cells: Cells;
  readonly #titles = new Map<string, string>();

  constructor(headings: readonly string[]) {
    this.#cells = new Cells(headings);
    this.headings = [...headings, SAP_PRODUCT, SAP_VARIANT, SAP_TITLE];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    const code = this.#cells.text(row, 'MATNR');
    const title = this.#cells.text(row, 'MAKTX');
    const category = this.#cells.text(row, 'ATTYP').padStart(2, '0');
    if (category === GENERIC) {
      this.#titles.set(code, title);
      return [];
    }
    const product = (category === VARIANT && this.#cells.text(row, 'SATNR')) || code;
    return [{ line, row: [...row, product, code, this.#titles.get(product) || title] }];
  }
}

/** Movement types of MSEG-BWART that customers make, and whether the pieces leave (1) or come back (-1). */
const CUSTOMERS: ReadonlyMap<string, 1 | -1> = new Map([
  ...(['251', '601'] as const).map((type) => [type, 1] as const),
  // What takes these back, then customers' returns, then what takes a return back.
  ...(['252', '602', '451', '453', '651', '653'] as const).map((type) => [type, -1] as const),
  ...(['452', '454', '652', '654'] as const).map((type) => [type, 1] as const),
]);

/** Amounts of MSEG that no customer paid: stocks are worth them. */
const WORTH = new Set(['DMBTR', 'BUALT', 'DMBUM', 'SALK3']);

interface Moved {
  lines: number;
  units: number;
}

/** Material documents: what customers took is sold, what they brought back comes off; all else is left out. */
export class SapMovements implements RowRewriter {
  readonly headings: readonly string[];
  readonly #cells: Cells;
  readonly #kept: readonly number[];
  readonly #sold = new Map<string, Moved>();
  readonly #left = new Map<string, Moved>();

  constructor(headings: readonly string[]) {
    this.#cells = new Cells(headings);
    this.#kept = headings.flatMap((heading, at) => (WORTH.has(heading.toUpperCase()) ? [] : [at]));
    this.headings = [...this.#kept.map((at) => headings[at] ?? ''), SAP_SOLD];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    const type = this.#cells.text(row, 'BWART');
    const direction = CUSTOMERS.get(type);
    const quantity = this.#cells.text(row, 'MENGE').replace(/^-|-$/, '');
    count(direction === undefined ? this.#left : this.#sold, type, quantity);
    if (direction === undefined) return [];
    const cells = this.#kept.map((at) => row[at] ?? '');
    return [{ line, row: [...cells, direction < 0 ? `-${quantity}` : quantity] }];
  }

  notes(): string[] {
    return [
      ...(this.#sold.size > 0 ? [`Vendu, par code mouvement : ${saidOf(this.#sold)}.`] : []),
      ...(this.#left.size > 0
        ? [`Codes mouvement qui ne sont pas des ventes, laissés de côté : ${saidOf(this.#left)}.`]
        : []),
    ];
  }
}

/** Condition types of A304 with KONP: what a product sells for, and what a promotion makes of it. */
const PRICES = new Set(['VKP0', 'PR00', 'PPR0']);
const PROMOTIONS = new Set(['VKA0']);

/**
 * Sales prices by sales organisation and channel, each a price list, with that of its reduced prices beside it for its
 * promotions: no discount is counted from these. Deleted and other conditions are left out.
 */
export class SapPrices implements RowRewriter {
  readonly headings: readonly string[];
  readonly #cells: Cells;
  readonly #left = new Map<string, Moved>();

  constructor(headings: readonly string[]) {
    this.#cells = new Cells(headings);
    this.headings = [...headings, SAP_PRICE_LIST];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    const type = this.#cells.text(row, 'KSCHL');
    const isDeleted = this.#cells.text(row, 'LOEVM_KO', 'LOEVM') !== '';
    const pieces = Number(this.#cells.text(row, 'KPEIN') || '1');
    const isPriced = (PRICES.has(type) || PROMOTIONS.has(type)) && pieces === 1 && !isDeleted;
    if (!isPriced) {
      count(this.#left, isDeleted ? `${type} supprimée` : pieces === 1 ? type : `${type} par ${pieces}`, '0');
      return [];
    }
    const list = [this.#cells.text(row, 'VKORG'), this.#cells.text(row, 'VTWEG')].filter(Boolean).join(' ');
    return [{ line, row: [...row, PROMOTIONS.has(type) ? reducedListOf(list) : list] }];
  }

  notes(): string[] {
    const left = [...this.#left].map(
      ([type, { lines }]) => `${type || 'sans type'} (${countOf(lines, 'ligne')})`,
    );
    return left.length > 0
      ? [`Conditions qui ne sont pas des prix de vente à la pièce, laissées de côté : ${left.join(', ')}.`]
      : [];
  }
}

function count(moved: Map<string, Moved>, type: string, quantity: string): void {
  const known = moved.get(type) ?? { lines: 0, units: 0 };
  moved.set(type, known);
  known.lines += 1;
  known.units += piecesOf(quantity);
}

/** A quantity as SAP writes it: `4.000`, `4,000`, `1.234,000`, where the last separator is the decimal one. */
function piecesOf(text: string): number {
  const [, whole = text, decimals = ''] = /^(.*)[.,](\d+)$/.exec(text.trim()) ?? [];
  return Number(`${whole.replace(/[.,\s]/g, '')}.${decimals || '0'}`) || 0;
}

const saidOf = (moved: ReadonlyMap<string, Moved>): string =>
  [...moved]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(
      ([type, { lines, units }]) =>
        `${type || 'sans code'} (${countOf(lines, 'ligne')}, ${formatQuantity(units)} pièces)`,
    )
    .join(', ');
