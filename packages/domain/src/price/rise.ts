/**
 * « Hausse de prix »: by how much the label of a product goes above the one signed in the phase before, to the cent; null
 * where it does not. A product that the phase before gave no price (left out, undecided, not there yet) is compared with
 * nothing: its shops had its selling price, which nobody signed. One signed without a discount is compared with its
 * selling price of then, as its label bears it.
 * @param price what its label would bear
 * @param signed what it bears since the signature; null: not signed, or not kept
 */
export function priceRise(price: number | null, signed: number | null): number | null {
  if (price === null || signed === null) return null;
  const cents = Math.round(100 * price) - Math.round(100 * signed);
  return cents > 0 ? cents / 100 : null;
}
