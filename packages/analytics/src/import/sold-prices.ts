import { formatNumber, type ImportQuestion, questionKey } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { LEFT_ASIDE } from './left-aside.ts';
import type { Staged } from './staged.ts';

/** Rows that are compared of a file, and those that must have a list price for it to mean something. */
const COMPARED = 20_000;
const TELLING = 20;
/** What articles are sold at, as shares of their list price: beyond, one of the two is another thing. */
const HIGHEST = 1.3;
const LOWEST = 0.1;

/** What the sales of a file are paid beside the list price of their products; null where few have one. */
async function shareOfList(session: Session, { table }: Staged): Promise<number | null> {
  const [found] = await session.rows<{ share: number | null; count: number }>(`SELECT
      median(s.paid / g.price)::DOUBLE AS share, count(*)::INTEGER AS count
    FROM (SELECT item_group_id, item_id, currency, abs(coalesce(amount / quantity, unit_price, base_amount / quantity,
        base_unit_price)) AS paid FROM ${quoteIdentifier(table)} WHERE NOT refused AND quantity <> 0 LIMIT ${COMPARED}) s
    LEFT JOIN new_item i ON i.item_id = s.item_id
    JOIN new_item_group g ON g.item_group_id = coalesce(i.item_group_id, s.item_group_id)
    WHERE s.paid > 0 AND g.price > 0 AND coalesce(s.currency, g.currency, '') = coalesce(g.currency, s.currency, '')`);
  return found && found.count >= TELLING ? found.share : null;
}

/**
 * Asks of each file of sales whose articles are paid far more than their list price, or next to nothing: the amount is
 * of other lines, in cents or of another currency, or the codes are those of other articles. Views `new_*` are of the
 * version that was written.
 */
export async function askSoldPrices(session: Session, staged: readonly Staged[]): Promise<ImportQuestion[]> {
  const questions: ImportQuestion[] = [];
  for (const each of staged) {
    const share = each.feed.kind === 'sales' ? await shareOfList(session, each) : null;
    if (share === null || (share <= HIGHEST && share >= LOWEST)) continue;
    const { name } = each.feed.source;
    const times = formatNumber(share, share < 1 ? 3 : 1);
    questions.push({
      ...{ key: questionKey('sold_price', name), code: 'sold_price', file: name, column: null },
      text: `Une pièce y est payée ${times} fois son prix de liste, pour la moitié des lignes. Est-ce le bon montant ?`,
      choices: [
        { value: 'keep', label: 'Importer tel quel', detail: 'les montants sont ceux du fichier' },
        { value: LEFT_ASIDE, label: 'Ne pas l’importer', detail: 'pour corriger ses colonnes ou ses codes' },
      ],
    });
  }
  return questions;
}
