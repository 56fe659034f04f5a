import { currencySymbol } from '@palier/domain';

/** An amount as it was typed, ready to be read, and whether its currency was said. */
export interface BareAmount {
  bare: string;
  hasCurrency: boolean;
}

/** « 1 200,50 £ » → « 1200.50 »: without spaces, nor the sign or the code of this currency. */
export function bareAmount(text: string, currency: string): BareAmount {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  const said = [currencySymbol(currency), currency].find((one) => plain.toUpperCase().endsWith(one));
  return { bare: said ? plain.slice(0, -said.length) : plain, hasCurrency: said !== undefined };
}
