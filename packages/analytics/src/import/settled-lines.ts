/**
 * Constants of a feed by which doubts about its lines stay settled, for the next files of its headings too. The heading
 * that tells kinds of lines apart, and the kinds that count, a line each; an empty line: those that say none.
 */
export const LINE_KIND_HEADING = 'line_kind_heading';
export const LINE_KIND = 'line_kind';
/** The same, of the stock that a file of products brings along. */
export const STOCK_LINE_KIND_HEADING = 'stock_line_kind_heading';
export const STOCK_LINE_KIND = 'stock_line_kind';
/** The heading that tells what came back, and the value that says so. */
export const RETURNED_HEADING = 'returned_heading';
export const RETURNED_VALUE = 'returned_value';
/** What the sign before a file's decimals does in its counts: `parts` thousands, or comes before `decimals` too. */
export const COUNTS_PARTED = 'counts_parted';
/** What lines are whose pieces and amount have opposite signs: both came back, both were sold, or no piece was. */
export const OPPOSITE_SIGNS = 'opposite_signs';
export const OPPOSITE_READINGS = ['returned', 'sold', 'money'] as const;
export type OppositeReading = (typeof OPPOSITE_READINGS)[number];
/** The headings of amounts in cents, a line each. */
export const IN_CENTS = 'in_cents';
/** What comes before the decimals of a file whose cells leave it open: `comma` or `point`. */
export const DECIMAL_SIGN = 'decimal_sign';
/** How lines that several files of a delivery say are counted: `add`, or `last`, those of the last file. */
export const REPEATED = 'repeated';
/** Whether codes that are spelled otherwise than the articles' are theirs: `known`, or `others`. */
export const CODE_SPELLING = 'code_spelling';
/** Whether places that are spelled otherwise than those known are the same: `known`, or `others`. */
export const PLACE_SPELLING = 'place_spelling';
/** Whether sizes that a spreadsheet wrote as days are those known: `known`, or `others`. */
export const SIZE_SPELLING = 'size_spelling';
/** What becomes of kept sales that a file of whole days no longer says: `replace`, or `keep`. */
export const WITHDRAWN_SALES = 'withdrawn_sales';
/** What becomes of the stock of places that a file of nearly all places no longer says: `replace`, or `keep`. */
export const LEFT_STOCK = 'left_stock';
/** What becomes of the articles that a stock no longer says, most of those of its places: `replace`, or `keep`. */
export const LEFT_PRODUCTS = 'left_products';
/** Whether stock without places is that of the places beside it: `replace` (these count), or `keep` (both do). */
export const STOCK_LEVELS = 'stock_levels';
/** Whether a file says all that is still to come: `all`, or `more`. */
export const OPEN_ORDERS = 'open_orders';
/** What prices under the list prices there are: `reduced`. */
export const LOWERED_PRICES = 'lowered_prices';
/** Whether the columns of a file that have no other meaning are a place each: `each_place`. */
export const BY_PLACE = 'by_place';
export const EACH_PLACE = 'each_place';
