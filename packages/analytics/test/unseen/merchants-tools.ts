import { add } from './retailers-tools.ts';

/** An EAN, ISBN or UPC, with its last digit, which checks the others. */
export function barcode(start: string): string {
  const digits = [...start].map(Number).reverse();
  const thrice = digits.filter((_, place) => place % 2 === 0);
  const sum = add(digits, (digit) => digit) + 2 * add(thrice, (digit) => digit);
  return `${start}${(10 - (sum % 10)) % 10}`;
}
