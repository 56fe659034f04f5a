import {
  countOf,
  formatPercent,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { type Settled, settleAsked } from './settled.ts';
import { LOWERED_PRICES } from './settled-lines.ts';
import type { Staged } from './staged.ts';

/** The answers: the lower prices are what products are sold at, or their list prices from now on. */
const REDUCED = 'reduced';
const LIST = 'list';

/** A price is lower beyond this share of the list price there; less is a correction. */
const LOWER = 0.95;
/** Products with a lower price that are asked about, and their share of those that have one on both sides. */
const FEWEST = 5;
const LEAST_SHARE = 0.1;
const SHOWN = 3;

interface Lowered {
  products: number;
  compared: number;
  /** The median of the new price over the one there. */
  ratio: number;
  examples: string;
}

const loweredTable = ({ table }: Staged): string => quoteIdentifier(`${table}_lowered`);

/** Table `item_group_id, before, now`: products of a file whose list price would fall. */
async function findLowered(session: Session, own: Staged): Promise<Lowered | null> {
  const both = `SELECT t.item_group_id, any_value(g.price) AS before, max(t.price) AS now
    FROM ${quoteIdentifier(own.table)} t JOIN prev_item_group g USING (item_group_id)
    WHERE NOT t.refused AND t.price > 0 AND g.price > 0 AND coalesce(t.currency, g.currency, '') = coalesce(g.currency, t.currency, '')
    GROUP BY t.item_group_id`;
  const name = loweredTable(own);
  await session.run(
    `CREATE OR REPLACE TABLE ${name} AS SELECT * FROM (${both}) WHERE now < ${LOWER} * before`,
  );
  const [row] =
    await session.rows<Lowered>(`SELECT count(*)::DOUBLE AS products, (SELECT count(*) FROM (${both}))::DOUBLE AS compared,
      coalesce(median(now / before), 1)::DOUBLE AS ratio, coalesce((SELECT string_agg(item_group_id || ' : ' || replace(printf('%.2f', before), '.', ',') || ' → ' || replace(printf('%.2f', now), '.', ','), ', ')
        FROM (FROM ${name} ORDER BY item_group_id LIMIT ${SHOWN})), '') AS examples FROM ${name}`);
  return row && row.products >= FEWEST && row.products >= LEAST_SHARE * row.compared ? row : null;
}

function ask(file: string, { products, compared, ratio, examples }: Lowered): ImportQuestion {
  const count = countOf(products, 'produit');
  return {
    ...{ key: questionKey('lowered_prices', file), code: 'lowered_prices', file, column: null },
    text: `${formatQuantity(products)} prix de liste sur ${formatQuantity(compared)} baissent, de ${formatPercent((1 - ratio) * 100, 0)} pour la moitié d’entre eux (${examples}). Sont-ce des prix soldés\u202f?`,
    choices: [
      {
        value: REDUCED,
        label: 'Oui\u202f: garder les prix de liste',
        detail: `les démarques de ${count} se comptent comme avant`,
      },
      {
        value: LIST,
        label: 'Non\u202f: de nouveaux prix de liste',
        detail: `les démarques de ${count} se comptent à partir des nouveaux prix`,
      },
    ],
  };
}

/** Reads no price of the products whose list price stays: a file completes what is there column by column. */
async function keepListPrices(session: Session, own: Staged): Promise<void> {
  const [name, former] = [quoteIdentifier(own.table), quoteIdentifier(`${own.table}_as_priced`)];
  const kept = (column: string): string =>
    `CASE WHEN l.item_group_id IS NULL THEN t.${column} END AS ${column}`;
  await session.run(`ALTER VIEW ${name} RENAME TO ${former}`);
  await session.run(`CREATE VIEW ${name} AS SELECT t.* REPLACE (${kept('price')}, ${kept('base_price')})
    FROM ${former} t LEFT JOIN ${loweredTable(own)} l ON l.item_group_id = t.item_group_id`);
}

/** An answer that holds for this file alone: the next fall may be of the sales. */
function withoutListAnswer(settled: Settled): Settled {
  const files = settled.files.map((file): Staged => {
    const constants = new Map(file.feed.constants);
    if (constants.get(LOWERED_PRICES) === LIST) constants.delete(LOWERED_PRICES);
    return { ...file, feed: { ...file.feed, constants } };
  });
  return { ...settled, files };
}

/**
 * Asks of each file of articles whose prices are lower than the list prices there whether they are those of the sales:
 * markdowns would else be counted from prices that are marked down already. Needs views `prev_*`.
 *
 * @returns the files, and what was done unasked, as it was answered before.
 */
export async function settleLoweredPrices(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<{ staged: Staged[]; notes: string[] }> {
  const read: Staged[] = [];
  const notes: string[] = [];
  for (const own of staged) {
    const isPriced = own.feed.kind === 'items' && own.feed.positions.has('price');
    const found = isPriced ? await findLowered(session, own) : null;
    if (found === null) {
      read.push(own);
      continue;
    }
    const file = own.feed.source.name;
    const { value, settled } = settleAsked([own], ask(file, found), {
      ...{ constant: LOWERED_PRICES, answers },
      note: () =>
        `${file} : ${countOf(found.products, 'prix', 'prix')} plus bas que le prix de liste, lus comme des prix soldés.`,
    });
    if (value === REDUCED) await keepListPrices(session, own);
    read.push(...withoutListAnswer(settled).files);
    notes.push(...settled.notes);
  }
  return { staged: read, notes };
}
