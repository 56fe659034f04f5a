import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import type { WarehouseManifest } from '../warehouse/types.ts';
import type { ConvertedAmounts, SnapshotProject } from './types.ts';

/** Before any date of ours. */
const ALWAYS = "DATE '1900-01-01'";

/** Currencies as a project meets them. */
interface Context {
  /** Of the rates: what one unit is worth in it. */
  own: string;
  /** Of amounts that say none; null: none is set, and they are taken as the project's. */
  unsaid: string | null;
  catalog: string;
  accounting: string;
}

/**
 * Table `factor (currency, date, catalog, accounting)`: what one unit of a currency is worth in the project's, from a
 * day on; a currency without a rate has no row. The last rate holds until the next.
 */
async function makeFactors(session: Session, { own, catalog, accounting }: Context): Promise<void> {
  await session.run(`CREATE OR REPLACE TEMP TABLE worth AS
    SELECT currency, date, rate FROM "w_rate" WHERE currency <> ${quoteText(own)} AND rate > 0
    UNION ALL SELECT ${quoteText(own)}, ${ALWAYS}, 1`);
  const into = (target: string, name: string): string =>
    `ASOF LEFT JOIN (SELECT date, rate FROM worth WHERE currency = ${quoteText(target)}) ${name} ON d.date >= ${name}.date`;
  const factor = (target: string, name: string): string =>
    `CASE WHEN c.currency = ${quoteText(target)} THEN 1 ELSE w.rate / ${name}.rate END`;
  const known = [catalog, accounting].map((code) => `SELECT ${quoteText(code)}`).join(' UNION ');
  await session.run(`CREATE OR REPLACE TEMP TABLE factor AS
    SELECT c.currency, d.date, ${factor(catalog, 'tc')} AS catalog, ${factor(accounting, 'ta')} AS accounting
    FROM (SELECT currency FROM worth UNION ${known}) c CROSS JOIN (SELECT DISTINCT date FROM worth UNION SELECT ${ALWAYS}) d
    ASOF LEFT JOIN worth w ON w.currency = c.currency AND d.date >= w.date
    ${into(catalog, 'tc')} ${into(accounting, 'ta')}`);
}

/** SQL of the currency of a row that may say none. */
const codeOf = (column: string, unsaid: string): string => `coalesce(${column}, ${quoteText(unsaid)})`;

async function convertSales(session: Session, { unsaid, catalog }: Context): Promise<void> {
  const code = codeOf('s.currency', unsaid ?? catalog);
  await session.run(`CREATE OR REPLACE VIEW "w_sale" AS
    SELECT s.* REPLACE (s.amount * f.catalog AS amount, s.list_price * f.catalog AS list_price), ${code} <> ${quoteText(catalog)} AS is_foreign
    FROM "w_sale_any" s ASOF LEFT JOIN factor f ON f.currency = ${code} AND s.date >= f.date`);
}

/** Prices and costs at the rates of the data date: catalogue prices in one currency, base prices and costs in the other. */
async function convertPrices(session: Session, dataDate: string, context: Context): Promise<void> {
  await session.run(`CREATE OR REPLACE TEMP TABLE present_factor AS
    SELECT currency, arg_max(catalog, date) AS catalog, arg_max(accounting, date) AS accounting
    FROM factor WHERE date <= DATE ${quoteText(dataDate)} GROUP BY currency`);
  const { unsaid, catalog, accounting } = context;
  // Where no currency is set, a row without one has each amount in the project's own for it.
  const by = (column: string, into: 'catalog' | 'accounting', usual: string): string =>
    `(SELECT f.${into} FROM present_factor f WHERE f.currency = ${codeOf(column, unsaid ?? usual)})`;
  for (const table of ['price', 'item', 'item_group']) {
    const name = `"w_${table}"`;
    const cost =
      table === 'price' ? '' : `, t.cost * ${by('t.cost_currency', 'accounting', accounting)} AS cost`;
    await session.run(`ALTER VIEW ${name} RENAME TO "w_${table}_any"`);
    await session.run(`CREATE VIEW ${name} AS SELECT t.* REPLACE (t.price * ${by('t.currency', 'catalog', catalog)} AS price,
      t.base_price * ${by('t.currency', 'accounting', accounting)} AS base_price${cost}) FROM "w_${table}_any" t`);
  }
}

/** The day from which a rate stands; NULL where none is needed. */
const rateDay = (which: 'min' | 'max'): string =>
  `nullif(${which}(f.date) FILTER (f.catalog IS NOT NULL), ${ALWAYS})::VARCHAR`;

/** What was converted, by currency, with the rates used; what could not be has none. */
function readConverted(
  session: Session,
  dataDate: string,
  { unsaid, catalog, accounting }: Context,
): Promise<ConvertedAmounts[]> {
  const code = codeOf('s.currency', unsaid ?? catalog);
  const sales = `SELECT ${code} AS currency, count(*) FILTER (f.catalog IS NOT NULL)::DOUBLE AS converted_count,
      count(*) FILTER (f.catalog IS NULL)::DOUBLE AS unknown_count, count(DISTINCT s.location_code)::DOUBLE AS place_count,
      coalesce(round(sum(s.amount) FILTER (f.catalog IS NOT NULL), 2), 0)::DOUBLE AS amount, min(f.catalog) AS lowest_rate,
      max(f.catalog) AS highest_rate, ${rateDay('min')} AS first_rate_date, ${rateDay('max')} AS last_rate_date
    FROM "w_sale_any" s ASOF LEFT JOIN factor f ON f.currency = ${code} AND s.date >= f.date
    WHERE s.amount IS NOT NULL AND s.date <= DATE ${quoteText(dataDate)} AND ${code} <> ${quoteText(catalog)} GROUP BY 1`;
  const cost = codeOf('t.cost_currency', unsaid ?? accounting);
  const costs = `SELECT ${cost} AS currency, count(DISTINCT t.item_group_id)::DOUBLE AS cost_count, any_value(f.accounting) AS cost_rate
    FROM (SELECT item_group_id, cost, cost_currency FROM "w_item_any" UNION ALL SELECT item_group_id, cost, cost_currency FROM "w_item_group_any") t
    LEFT JOIN present_factor f ON f.currency = ${cost}
    WHERE t.cost IS NOT NULL AND ${cost} <> ${quoteText(accounting)} GROUP BY 1`;
  const none = (column: string): string => `coalesce(${column}, 0) AS ${column}`;
  return session.rows<ConvertedAmounts>(`
    SELECT currency, ${['converted_count', 'unknown_count', 'place_count', 'amount', 'cost_count'].map(none).join(', ')},
      lowest_rate, highest_rate, first_rate_date, last_rate_date, cost_rate
    FROM (${sales}) FULL JOIN (${costs}) USING (currency) ORDER BY 1`);
}

/**
 * Makes the warehouse's views speak the project's currencies: an amount of another is converted by the rate of its
 * day, or unknown where there is none.
 *
 * @returns what was converted; empty where all is in the project's currencies.
 */
export async function useProjectCurrencies(
  session: Session,
  project: SnapshotProject,
  manifest: WarehouseManifest | null,
): Promise<ConvertedAmounts[]> {
  const { catalog_currency: catalog, accounting_currency: accounting, data_date } = project;
  const unsaid = manifest?.settings.currency ?? null;
  const met = [...(manifest?.currencies ?? []), ...(unsaid === null ? [] : [unsaid])];
  if (met.every((code) => code === catalog && code === accounting)) {
    await useUnsaid(session, manifest, catalog);
    return [];
  }
  const context: Context = { own: manifest?.currency ?? catalog, unsaid, catalog, accounting };
  await makeFactors(session, context);
  await convertSales(session, context);
  await convertPrices(session, data_date, context);
  return readConverted(session, data_date, context);
}

/** Nothing is foreign to a project whose currency is the only one that is said, whatever the totals are shown in. */
async function useUnsaid(
  session: Session,
  manifest: WarehouseManifest | null,
  catalog: string,
): Promise<void> {
  if ((manifest?.currencies ?? []).length === 0 || manifest?.currency === catalog) return;
  await session.run(`CREATE OR REPLACE VIEW "w_sale" AS SELECT *, false AS is_foreign FROM "w_sale_any"`);
}
