import {
  countOf,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  plural,
  questionKey,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { sameColumnsSql } from '../database/sql.ts';
import { countedStock } from '../warehouse/counted.ts';
import { KEEP, REPLACE, type Settled, settleAsked } from './settled.ts';
import type { Staged } from './staged.ts';

const ARTICLE = ['date', 'inventory_code', 'item_group_id', 'item_id'];
const PRODUCT = ['date', 'inventory_code', 'item_group_id'];

interface Former {
  pieces: number;
  products: number;
  /** All that is counted of those products that day, by the delivery. */
  now: number;
}

/**
 * Table `former_size`: what is known of products that a delivery counts again, at the same place and day, under none of
 * the same sizes. Needs table `told_stock`.
 */
async function findFormer(session: Session): Promise<Former | null> {
  await session.run(`CREATE OR REPLACE TABLE told_again AS SELECT ${PRODUCT.join(', ')}, sum(pieces) AS pieces
    FROM (SELECT t.*, ${countedStock('t.quantity')} AS pieces,
      EXISTS (FROM known_stock k WHERE ${sameColumnsSql('k', 't', ARTICLE)}) AS again FROM told_stock t)
    GROUP BY ALL HAVING NOT bool_or(again)`);
  await session.run(`CREATE OR REPLACE TABLE former_size AS SELECT k.*, t.pieces AS now FROM known_stock k
    JOIN told_again t ON ${sameColumnsSql('t', 'k', PRODUCT)} WHERE k.quantity > 0`);
  const [row] = await session.rows<Former>(`SELECT coalesce(sum(quantity), 0)::DOUBLE AS pieces,
    count(DISTINCT item_group_id)::DOUBLE AS products,
    (SELECT coalesce(sum(t.pieces), 0) FROM told_again t SEMI JOIN former_size f ON ${sameColumnsSql('f', 't', PRODUCT)})::DOUBLE AS now
    FROM former_size`);
  return row && row.pieces > 0 ? row : null;
}

function ask(file: string, { pieces, products, now }: Former): ImportQuestion {
  const counted = (count: number): string => `${formatQuantity(count)} ${plural(count, 'pièce', 'pièces')}`;
  return {
    ...{ key: questionKey('stock_sizes', file), code: 'stock_sizes', file, column: null },
    text: `« ${file} » compte ${countOf(products, 'produit')} sous d’autres tailles que celles déjà comptées les mêmes jours aux mêmes lieux (${counted(pieces)}). Y sont-elles toujours\u202f?`,
    choices: [
      {
        value: REPLACE,
        label: 'Non\u202f: les tailles ont changé de nom',
        detail: `${counted(now)} de ces produits`,
      },
      {
        value: KEEP,
        label: 'Oui\u202f: les additionner',
        detail: `${counted(now + pieces)} de ces produits`,
      },
    ],
  };
}

/**
 * Asks of a stock sent again whose products have no size of those counted that day: renamed between two deliveries, each
 * piece would count twice. Needs view `known_stock` and table `told_stock`.
 */
export async function settleFormerSizes(
  session: Session,
  stocks: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<Settled | null> {
  const found = await findFormer(session);
  const file = stocks.at(-1)?.feed.source.name;
  if (found === null || file === undefined) return null;
  const { value, settled } = settleAsked(stocks, ask(file, found), {
    ...{ constant: null, answers },
    note: () => '',
  });
  if (value === REPLACE) {
    await session.run('ALTER VIEW known_stock RENAME TO known_stock_sizes');
    await session.run(`CREATE VIEW known_stock AS SELECT * FROM known_stock_sizes k
      WHERE NOT EXISTS (FROM former_size f WHERE ${sameColumnsSql('f', 'k', ARTICLE)})`);
  }
  return settled;
}
