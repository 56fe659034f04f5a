import { foldText } from '@palier/domain';
import { anySays, type Sign } from './sign.ts';

/** Words of a file's name, or of two of its places, by which goods only moved. */
const MOVED =
  /\b(transferts?|transfers?|umlagerung(en)?|overboeking(en)?|verplaatsing(en)?|trasferiment[oi]|traspasos?|intersites?)\b/;
const LEFT = /\b(depart|origine|expediteur|source|from|cedant|emetteur|von|van|da|desde|abgebende?r?)\b/;
/** A file's name by which they were bought. */
const BOUGHT = /\b(fournisseurs?|suppliers?|achats?|purchases?|lieferanten|proveedores|fornitori)\b/;

/** Goods that go back to who sold them. */
const SENT_BACK =
  /\b(retours?|returns?|resi|retouren|devoluciones) (aux? |des? |to |an |a )?(fournisseurs?|editeurs?|distributeurs?|suppliers?|vendors?|lieferanten|proveedores|fornitori)\b/;
/** What only advertising counts. */
const ADVERTISED = /\b(impressions?|clicks?|clics?|ctr|cpc|acos|roas)\b/;

const wordsIn = (text: string): string => foldText(text).replace(/[^a-z]+/g, ' ');

/** What is neither sold nor there: between the shops, or from a supplier. */
export const ELSEWHERE: Sign[] = [
  {
    label: 'un transfert entre deux lieux',
    reason: 'goods that go from a place to another are neither sold, nor ordered, nor a stock',
    weights: { sales: -12, orders: -12, stock: -12, forecasts: -12, items: -8, prices: -8, places: -8 },
    seen: ({ name, columns }) => {
      const places = columns.filter(
        ({ meaning: { concepts } }) => concepts.has('place') || concepts.has('warehouse'),
      );
      const leaves = places.length > 1 && places.some(({ heading }) => LEFT.test(wordsIn(heading)));
      return leaves || MOVED.test(wordsIn(name));
    },
  },
  {
    label: 'un retour à un fournisseur',
    reason: 'goods that go back to who sold them were neither bought nor brought back by customers',
    weights: { sales: -12, orders: -12, stock: -12, forecasts: -12 },
    seen: ({ name }) => SENT_BACK.test(wordsIn(name)),
  },
  {
    label: 'une campagne de publicité',
    reason: 'a report of impressions and clicks attributes sales, which others count',
    weights: { sales: -12, stock: -12, orders: -12, items: -8, prices: -8, forecasts: -8, control: -8 },
    seen: ({ columns }) => columns.filter(({ heading }) => ADVERTISED.test(wordsIn(heading))).length > 1,
  },
  {
    label: 'un achat à un fournisseur',
    reason: 'an invoice with a supplier and a cost, without a customer or a shop, was paid by the retailer',
    weights: { sales: -12, stock: -3 },
    seen: (table) =>
      anySays('receipt')(table) &&
      anySays('supplier')(table) &&
      !anySays('customer', 'till', 'place', 'payment')(table) &&
      (anySays('cost')(table) || BOUGHT.test(wordsIn(table.name))),
  },
];
