import {
  countOf,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { hasOrdinary } from '../warehouse/corrections.ts';
import { expectedAfter } from '../warehouse/counted.ts';
import { leaveOutKnown, orderRowsSql } from '../warehouse/others.ts';
import { countRefused, type Settled, settleAsked } from './settled.ts';
import { OPEN_ORDERS } from './settled-lines.ts';
import type { Staged } from './staged.ts';

/** The answers: the file says all that is still to come, or what comes beside the rest. */
const ALL = 'all';
const MORE = 'more';

/** A list of other products says nothing of those that it lacks; this share of the products expected must be in it. */
const SAME_PRODUCTS = 0.2;

/** Expected rows that the delivery does not say, their pieces and those that it says. */
interface Unsaid {
  rows: number;
  pieces: number;
  said: number;
  share: number;
}

/** Table `unsaid_order`: what was expected after a day and is not said. */
async function findUnsaid(
  session: Session,
  orders: readonly Staged[],
  today: string,
): Promise<Unsaid | null> {
  const same = ['item_group_id', 'item_id', 'expected_date', 'inventory_code']
    .map((name) => `f.${name} IS NOT DISTINCT FROM p.${name}`)
    .join(' AND ');
  await session.run(`CREATE OR REPLACE TABLE said_order AS ${orderRowsSql(orders)}`);
  await session.run(`CREATE OR REPLACE TABLE unsaid_order AS
    SELECT p.* FROM known_order p WHERE p.quantity > 0 AND p.${expectedAfter(today)} AND NOT EXISTS (FROM said_order f WHERE ${same})`);
  const [row] =
    await session.rows<Unsaid>(`SELECT count(*)::DOUBLE AS rows, coalesce(sum(quantity), 0)::DOUBLE AS pieces,
      (SELECT coalesce(sum(quantity), 0) FROM said_order WHERE ${expectedAfter(today)})::DOUBLE AS said,
      (SELECT coalesce(avg((item_group_id IN (SELECT item_group_id FROM said_order))::INTEGER), 0)
        FROM (SELECT DISTINCT item_group_id FROM known_order WHERE quantity > 0 AND ${expectedAfter(today)}))::DOUBLE AS share
    FROM unsaid_order`);
  return row && row.rows > 0 && row.share >= SAME_PRODUCTS ? row : null;
}

function ask(file: string, { rows, pieces, said }: Unsaid): ImportQuestion {
  const lines = `${countOf(rows, 'ligne')} de commande déjà là (${formatQuantity(pieces)} pièces attendues)`;
  const detail = (count: number): string => `${formatQuantity(count)} pièces attendues`;
  return {
    ...{ key: questionKey('open_orders', file), code: 'open_orders', file, column: null },
    text: `« ${file} » ne dit plus ${lines}. Dit-il tout ce qui reste à livrer\u202f?`,
    choices: [
      { value: ALL, label: 'Oui\u202f: le reste est reçu, déplacé ou annulé', detail: detail(said) },
      { value: MORE, label: 'Non\u202f: elles sont toujours attendues', detail: detail(said + pieces) },
    ],
  };
}

/**
 * Asks whether what was expected and is not in a new list of orders still is: what came, or was put off, is in no such
 * list any more. Asked once for the files of the same headings. Needs view `known_order` and table `key_map`.
 */
export async function settleOrders(
  session: Session,
  orders: readonly Staged[],
  { today, answers }: { today: string; answers: ImportAnswers | undefined },
): Promise<Settled | null> {
  const [first] = orders;
  if (!first || !hasOrdinary(orders)) return null;
  const found = await findUnsaid(session, orders, today);
  if (found === null || found.rows <= (await countRefused(session, orders))) return null;
  const file = first.feed.source.name;
  const { value, settled } = settleAsked(orders, ask(file, found), {
    ...{ constant: OPEN_ORDERS, answers },
    note: (kept) =>
      `${file} : ${countOf(found.rows, 'ligne')} de commande (${formatQuantity(found.pieces)} pièces) n’y ${found.rows > 1 ? 'sont' : 'est'} plus, ${kept === ALL ? 'elles ne sont plus attendues' : 'toujours attendues'}.`,
  });
  if (value === ALL)
    await leaveOutKnown(
      session,
      'order',
      `EXISTS (FROM unsaid_order u WHERE u.item_group_id IS NOT DISTINCT FROM p.item_group_id AND u.item_id IS NOT DISTINCT FROM p.item_id
        AND u.expected_date IS NOT DISTINCT FROM p.expected_date AND u.inventory_code IS NOT DISTINCT FROM p.inventory_code)`,
    );
  return settled;
}
