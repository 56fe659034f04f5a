import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { hasOrdinary } from '../warehouse/corrections.ts';
import { mergeEquivalents, renameCodes } from '../warehouse/equivalents.ts';
import { mergeForecasts } from '../warehouse/forecasts.ts';
import { fillGroupPrices, mergeItems } from '../warehouse/items.ts';
import { leaveOutKnown, mergeOrders, mergePlaces, mergeRates, mergeStock } from '../warehouse/others.ts';
import { mergePacks, resolvePacks } from '../warehouse/packs.ts';
import { findPending } from '../warehouse/pending.ts';
import type { Previous } from '../warehouse/previous.ts';
import { mergePrices } from '../warehouse/prices.ts';
import { resolveKeys } from '../warehouse/resolve.ts';
import { latestDaySql } from '../warehouse/totals.ts';
import type { WarehouseSettings } from '../warehouse/types.ts';
import { settleOrders } from './kept-orders.ts';
import { settleStocks } from './kept-stock.ts';
import { settleLoweredPrices } from './lowered/prices.ts';
import { noteOlderStock } from './older-stock.ts';
import { ownCurrency } from './own-currency.ts';
import { settleRaisedPrices } from './raised/prices.ts';
import type { Settled } from './settled.ts';
import type { Staged } from './staged.ts';
import type { FileKind, ImportRequest } from './types.ts';
import { settleUsualList } from './usual-list.ts';

export function ofKind(staged: readonly Staged[], kind: FileKind): Staged[] {
  return staged.filter(({ feed }) => feed.kind === kind);
}

/** The day of the import, on the clock. */
export function importDay(work: Pick<ImportRequest, 'today'>): string {
  return work.today ?? new Date().toISOString().slice(0, 10);
}

/** The staged tables of some kinds, without their refused rows. */
export function keptRows(staged: readonly Staged[], kinds: readonly FileKind[]): string[] {
  return staged
    .filter(({ feed }) => kinds.includes(feed.kind))
    .map(({ table }) => `(FROM ${quoteIdentifier(table)} WHERE NOT refused)`);
}

async function latestDay(
  session: Session,
  tables: readonly string[],
  horizon: string | null,
): Promise<string | null> {
  const [row] = await session.rows<{ day: string | null }>(latestDaySql(tables, horizon));
  return row?.day ?? null;
}

/** Settings that an import does not give stay as they were; a data date only as long as no later day comes. */
export async function mergeSettings(
  session: Session,
  staged: readonly Staged[],
  work: ImportRequest,
  previous: Previous,
  horizon: string | null,
): Promise<WarehouseSettings> {
  const { data_date, ...others } = previous.manifest?.settings ?? {};
  const latest = await latestDay(session, keptRows(staged, ['sales', 'stock']), horizon);
  const kept = data_date !== undefined && (latest === null || latest <= data_date) ? { data_date } : {};
  const { cost_share_of_price: before, ...earlier } = others;
  const { cost_share_of_price: said, ...given } = work.mapping?.settings ?? {};
  const share = said === undefined ? before : said;
  const spoken = given.currency ?? earlier.currency;
  const currency =
    spoken ?? (await ownCurrency(session, staged, work.mapping?.answers, previous.manifest)).currency;
  const own = currency === undefined ? {} : { currency };
  const answered = staged.find(({ feed }) => feed.fiscal_answered)?.feed.fiscal;
  return {
    ...earlier,
    ...kept,
    ...given,
    ...own,
    ...(answered && { fiscal_calendar: answered }),
    ...(typeof share === 'number' && { cost_share_of_price: share }),
  };
}

/** What a delivery meets. */
interface Merging {
  settings: WarehouseSettings;
  /** The last day that sales and stock are of. */
  horizon: string | null;
  previous: Previous;
}

/**
 * Makes every table of the new version but the sales, from the staged files and the previous version (views `prev_*`).
 *
 * @returns the retailer's own columns of products, in order, the list that markdowns are counted from, and what is asked of
 * prices, stocks and orders.
 */
export async function mergeAll(
  session: Session,
  staged: readonly Staged[],
  work: ImportRequest,
  { settings, horizon, previous }: Merging,
): Promise<{ attributes: string[]; usual_list: string; settled: Settled[] }> {
  const full = (kind: FileKind): boolean => work.mode === 'full' && hasOrdinary(ofKind(staged, kind));
  await session.run('CREATE TABLE correction AS FROM prev_correction');
  const recoded = ofKind(staged, 'equivalents');
  const renames = await mergeEquivalents(session, recoded, importDay(work), full('equivalents'));
  if (renames) await renameCodes(session, staged);
  const attributes = await mergeItems(session, ofKind(staged, 'items'), settings, full('items'));
  await resolveKeys(session, staged);
  await findPending(
    session,
    renames || staged.some(({ feed }) => feed.kind === 'items' || feed.kind === 'prices'),
    renames,
  );
  await mergePlaces(session, ofKind(staged, 'places'), full('places'));
  await mergeRates(session, ofKind(staged, 'rates'), full('rates'));
  const vat = settings.vat_rate ?? 0.2;
  const priced = ofKind(staged, 'prices');
  const { answers } = work.mapping ?? {};
  const lowered = await settleLoweredPrices(session, priced, {
    ...{ answers, vat, full: full('prices') },
    paid: settings.paid_price_list_id,
  });
  const raised = await settleRaisedPrices(session, priced, {
    answers,
    vat,
    paid: settings.paid_price_list_id,
  });
  await mergePrices(session, raised.taken, vat, full('prices'));
  const usual = await settleUsualList(session, raised.taken, {
    before: previous.manifest?.usual_price_list,
    ...{ paid: settings.paid_price_list_id, answers },
  });
  const today =
    settings.data_date ?? (await latestDay(session, [...keptRows(staged, ['sales']), 'prev_sale'], horizon));
  await fillGroupPrices(session, settings, usual.list, today ?? importDay(work));
  const asking = { today: today ?? importDay(work), answers };
  if (full('stock')) await leaveOutKnown(session, 'stock', 'true');
  const stocks = await settleStocks(session, ofKind(staged, 'stock'), asking);
  await mergeStock(session, stocks.counted, asking.today, full('stock'));
  const older = await noteOlderStock(session, stocks.counted, { today: asking.today, horizon });
  const orders = full('orders') ? null : await settleOrders(session, ofKind(staged, 'orders'), asking);
  await mergeOrders(session, ofKind(staged, 'orders'), full('orders'));
  await mergeForecasts(session, ofKind(staged, 'forecasts'), full('forecasts'));
  await mergePacks(session, ofKind(staged, 'packs'), full('packs'));
  await resolvePacks(session);
  const asked = [...lowered, ...raised.settled, ...usual.settled, ...stocks.settled, older];
  return { attributes, usual_list: usual.list, settled: [...asked, ...(orders ? [orders] : [])] };
}
