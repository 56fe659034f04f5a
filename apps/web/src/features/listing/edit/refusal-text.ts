import { countOf } from '../../../lib/french.ts';
import { percentText } from '../cells/discount-text.ts';
import { lineTitle } from '../cells/product.tsx';
import type { UnreadCell } from './clipboard-cells.ts';
import type { Refusal } from './edit-session.ts';

/** Products named one by one; of the others there is the number. */
const NAMED = 4;

function asClause(sentence: string): string {
  return `${sentence.charAt(0).toLocaleLowerCase('fr-FR')}${sentence.slice(1).replace(/\.$/, '')}`;
}

/** What an edit or a pasted block did not change: how many products, which, what was asked, and why. */
export function refusalText(
  refusals: readonly Refusal[],
  unread: readonly UnreadCell[],
  unloaded = 0,
): string | null {
  const parts = [
    ...refusals.map(
      ({ line, pct, message }) => `${lineTitle(line)}, ${percentText(pct)}\u202f: ${asClause(message)}`,
    ),
    ...unread.map(
      ({ line, text, fault }) =>
        `${lineTitle(line)}\u202f: ${fault ? asClause(fault) : `«\u202f${text}\u202f» n’est pas une valeur de cette colonne`}`,
    ),
  ];
  const missed = unloaded > 0 ? unloadedText(unloaded) : null;
  if (parts.length === 0) return missed;
  const products = new Set([...refusals, ...unread].map(({ line }) => line._id)).size;
  const more = parts.length - NAMED;
  const rest = more > 0 ? `\u202f; et ${countOf(more, 'autre', 'autres')}` : '';
  const named = `${parts.slice(0, NAMED).join('\u202f; ')}${rest}.`;
  const refused = `${countOf(products, 'produit n’a pas changé', 'produits n’ont pas changé')}. ${named}`;
  return missed ? `${refused} ${missed}` : refused;
}

const unloadedText = (count: number): string =>
  `${countOf(count, 'ligne sélectionnée n’est pas chargée et n’a pas changé', 'lignes sélectionnées ne sont pas chargées et n’ont pas changé')}\u202f: attendez leurs produits, ou modifiez leur groupe.`;
