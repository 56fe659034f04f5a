import type { ImportAnswers } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier, quoteText } from '../../database/sql.ts';
import { priceRowsSql } from '../../warehouse/prices.ts';
import { isReducedSql, reducedListSql } from '../../warehouse/reduced-list.ts';
import { tellsReduced } from '../recognition/list-price.ts';
import type { Settled } from '../settled.ts';
import type { Staged } from '../staged.ts';
import { LOWER, REDUCED, readLowered, settleLowered } from './ask.ts';

interface Asking {
  answers: ImportAnswers | undefined;
  /** Share of tax of prices that come without. */
  vat: number;
  /** What earlier deliveries left is forgotten. */
  full: boolean;
  /** The list of what is paid, where the organisation names one: its prices are known to be those of the sales too. */
  paid: string | undefined;
}

const loweredTable = ({ table }: Staged): string => quoteIdentifier(`${table}_lowered`);
/** What a price is of: one after the other, these prices are a history. */
const KEY = ['item_group_id', 'item_id', 'price_list_id'];
const sameKey = [...KEY, 'from_date'].map((name) => `k.${name} IS NOT DISTINCT FROM f.${name}`).join(' AND ');

/**
 * The prices of a file beside those before them in their list (table of `item_group_id, before, now, position, is_new`).
 * An article's own price counts for the usual list where no later price of the list comes back to it: prices that rose
 * over the years are below it too.
 */
function comparedSql(own: Staged, { vat, full, paid }: Asking): string {
  const history = KEY.map((name) => `h.${name}`).join(', ');
  const before = `max(price) OVER (PARTITION BY ${history}, currency ORDER BY from_date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  const after = `max(price) OVER (PARTITION BY ${history}, currency ORDER BY from_date ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)`;
  return `WITH fresh AS (SELECT * EXCLUDE (to_date) FROM (${priceRowsSql([own], vat)})),
    history AS (
      SELECT f.*, k.price IS NULL OR round(k.price, 2) <> round(f.price, 2) AS is_new, k.price AS replaced
      FROM fresh f LEFT JOIN known_price k ON ${full ? 'false' : sameKey}
      UNION ALL SELECT ${[...KEY, 'from_date', 'price', 'base_price', 'currency'].map((name) => `k.${name}`).join(', ')}, NULL, false, NULL
      FROM known_price k WHERE ${full ? 'false' : `NOT EXISTS (FROM fresh f WHERE ${sameKey})`}),
    beside AS (SELECT h.*, ${before} AS former, ${after} AS later FROM history h WHERE price > 0)
    SELECT item_group_id, b.price AS now, position, is_new, greatest(former, replaced, CASE WHEN price_list_id = ''
        AND coalesce(b.currency, g.currency, '') = coalesce(g.currency, b.currency, '') AND coalesce(later, 0) < ${LOWER} * g.price THEN g.price END) AS before
    FROM beside b LEFT JOIN item_group g USING (item_group_id)
    WHERE position IS NOT NULL AND NOT ${isReducedSql('price_list_id')}${paid === undefined ? '' : ` AND price_list_id <> ${quoteText(paid)}`}`;
}

/** Puts the lower prices of a file in the list of what products are sold at for a time. */
async function asReduced(session: Session, own: Staged): Promise<void> {
  const [name, former] = [quoteIdentifier(own.table), quoteIdentifier(`${own.table}_as_priced`)];
  await session.run(`ALTER VIEW ${name} RENAME TO ${former}`);
  await session.run(`CREATE VIEW ${name} AS SELECT t.* REPLACE (
      CASE WHEN l.position IS NULL THEN t.price_list_id ELSE ${reducedListSql(`coalesce(t.price_list_id, '')`)} END AS price_list_id)
    FROM ${former} t LEFT JOIN ${loweredTable(own)} l ON l.position = t.position`);
}

/**
 * Asks of each file of prices that has some lower than those before them in their list whether they are those of the
 * sales: markdowns would else be counted from prices that are marked down already. Needs tables `key_map` and
 * `item_group`, and view `known_price`.
 */
export async function settleLoweredPrices(
  session: Session,
  files: readonly Staged[],
  asking: Asking,
): Promise<Settled[]> {
  const all: Settled[] = [];
  for (const own of files) {
    if (tellsReduced(own.feed)) continue;
    const compared = `SELECT * FROM (${comparedSql(own, asking)}) WHERE before > 0`;
    const name = loweredTable(own);
    await session.run(
      `CREATE OR REPLACE TABLE ${name} AS SELECT * FROM (${compared}) WHERE is_new AND now < ${LOWER} * before`,
    );
    const found = await readLowered(session, name, compared);
    if (found === null) continue;
    const { value, settled } = settleLowered(own, found, asking.answers);
    if (value === REDUCED) await asReduced(session, own);
    all.push(settled);
  }
  return all;
}
