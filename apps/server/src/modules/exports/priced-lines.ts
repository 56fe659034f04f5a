import type { ProjectFacts } from '@palier/analytics';
import {
  type Announcement,
  announceablePct,
  announcedPct,
  announcement,
  chainStart,
  discountsBefore,
  endingsAt,
  type Line,
  labelPrice,
  markedDownPrice,
  type PriceEnding,
  type PriceRow,
  type SignedLabel,
  type StandingDiscount,
} from '@palier/domain';
import { type LabelledPrice, levelsOf, type SignedDiscount, signedPriceOf } from '../discounts/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { NOT_VALIDATED, type PricePhase } from './price-phase.ts';
import { type Comparison, dearerOf, reasonOf } from './price-reasons.ts';

export type Priors = Awaited<ReturnType<ProjectFacts['priorPrices']>>;
export type Prior = Priors['priors'][number];

/** Fields of a line that its prices are made from. */
export const PRICED_FIELDS = [
  ...['item_group_id', 'title', 'brand', 'color', 'image_url', 'on_sale_date'],
  ...['price', 'item_id', 'variants', 'included', 'discount_pct', 'previous_discount_pcts'],
  'in_store_stock_qty',
];

/** The discount of a line in a phase, and of a validated one the prices that were signed with it. */
export type PricedDiscount = StandingDiscount | SignedDiscount;

/** What the prices of a phase are made from, besides its lines. */
export interface PricingContext {
  row: ProjectRow;
  phase: PricePhase;
  /** How the prices of the project end, as its snapshot has it. */
  price_endings: readonly PriceEnding[];
  /** The discount that a line's price stands at in the phase, and in the one before; null when it has none. */
  standing: (line: Line) => PricedDiscount | null;
  former: (line: Line) => PricedDiscount | null;
  priorPrices: (ids: readonly string[]) => Promise<Priors>;
}

/** With the discounts that the project offers, in points: prices of others are to the cent. */
interface OfferedPrices extends PricingContext {
  levels: readonly number[];
}

/** What a project's facts say of its prices. */
export function pricedBy(facts: ProjectFacts): Pick<PricingContext, 'price_endings' | 'priorPrices'> {
  return {
    price_endings: facts.manifest().price_endings ?? [],
    priorPrices: (ids) => facts.priorPrices(ids),
  };
}

/** A product in the price file of a phase. */
export interface PricedLine {
  line: Line;
  standing: StandingDiscount | null;
  /** In the order of its variants; one where they are not known. */
  rows: PriceRow[];
  /** What its variants at the price it is shown at prove; missing where no history is kept. */
  prior: Prior | undefined;
  /** Of each of its price histories, before each phase. */
  priors: readonly Prior[];
  /** The phase whose first day the prior price is of before. */
  chain: number;
  points: Priors['points'];
  selling_price: number | null;
  price: number | null;
  /** What its label would bear at another discount. */
  priceOf: (discountPct: number) => number | null;
  /** Of the phase before; the selling price before the first. */
  former_price: number | null;
  /** How far its label, or that of a variant, goes above the one of the phase before; null: no further. */
  rise: number | null;
  /** How far a signed one goes above the selling price that came since; null: no further. */
  above_selling: number | null;
  announced: Announcement | null;
  status: string;
  reason: string | null;
}

/**
 * What a label bears of a selling price in a phase, the one place where a file makes a price: as it was signed; of a
 * phase that is worked, by the rules of the day.
 */
function labelled(
  { item_id, price }: { item_id: string | null; price: number | null },
  found: PricedDiscount,
  { price_endings, levels }: Pick<OfferedPrices, 'price_endings' | 'levels'>,
  former: PricedDiscount | null,
): LabelledPrice {
  const isSigned = 'variants' in found;
  const signed = isSigned ? signedPriceOf(found, item_id) : null;
  // Signed before prices were kept: no price had an ending then.
  const endings = isSigned ? [] : endingsAt(price_endings, levels, found.discount_pct);
  const label = isSigned ? null : signedLabelOf(former, item_id);
  return signed ?? { list_price: price, price: priceAt(price, found.discount_pct, endings, label) };
}

/** What the label of a variant bore in the phase before; null where none was kept. */
function signedLabelOf(former: PricedDiscount | null, item_id: string | null): SignedLabel | null {
  const signed = former && 'variants' in former ? signedPriceOf(former, item_id) : null;
  return former && signed && { ...signed, discount_pct: former.discount_pct };
}

function priceAt(
  price: number | null,
  discountPct: number,
  endings: readonly PriceEnding[],
  signed: SignedLabel | null,
): number | null {
  return price === null ? null : labelPrice(price, discountPct, endings, signed);
}

/** What a label may say of its discount; null of one that has none. */
export function saidOf(
  { list_price, price }: LabelledPrice,
  discountPct: number,
  prior: number | null,
): Announcement | null {
  const hasEnding = list_price !== null && price !== markedDownPrice(list_price, discountPct);
  const rate = hasEnding && price !== null ? 100 * (1 - price / list_price) : discountPct;
  return announcement(price, announceablePct(discountPct, rate), prior);
}

/** Lines with their prices in a phase, batch by batch. */
export async function* pricedLines(
  lines: AsyncIterable<Line[]>,
  context: PricingContext,
): AsyncGenerator<PricedLine[]> {
  const offered = { ...context, levels: levelsOf(context.row) };
  for await (const batch of lines) {
    const { priors, points } = await context.priorPrices(batch.map(({ _id }) => _id));
    const priorsOf = Map.groupBy(priors, ({ _id }) => _id);
    const pointsOf = Map.groupBy(points, ({ _id }) => _id);
    yield batch.map((line) =>
      pricedLine(line, offered, {
        priors: priorsOf.get(line._id) ?? [],
        points: pointsOf.get(line._id) ?? [],
      }),
    );
  }
}

function pricedLine(line: Line, context: OfferedPrices, { priors, points }: Priors): PricedLine {
  const { phase, row } = context;
  const found = context.standing(line);
  const pct = found?.discount_pct ?? null;
  const before = discountsOf(line, phase.index);
  const chain = chainStart(before, phase.index);
  const ofChain = priors.filter((one) => one.phase === chain);
  const { price_endings, levels } = context;
  const formerly = context.former(line);
  const usual = sellingPrice(line);
  const prior = usualPrior(line, ofChain, usual);
  const own: { item_id: string | null; price: number | null } = { item_id: null, price: usual };
  const label = found ? labelled(own, found, context, formerly) : { list_price: usual, price: null };
  const { list_price: selling_price, price } = label;
  const announced = pct === null ? null : saidOf(label, pct, prior?.price ?? null);
  const status = found ? statusOf(found, phase) : 'Sans prix';
  const why = (made: LabelledPrice, of: typeof own, said: Announcement | null): Comparison => {
    const before = formerly ? labelled(of, formerly, context, null).price : null;
    const selling = phase.validated ? of.price : null;
    return { line, found, said, made: made.price, before, selling };
  };
  const mine = why(label, own, announced);
  const reason = reasonOf(mine, context);
  const common = {
    ...{ item_group_id: line.item_group_id, title: line.title ?? null, brand: line.brand ?? null },
    ...{ price_list: priceListName(row), places: row.selection.sales_locations?.join(', ') ?? '' },
    place_name: null,
    ...{ discount_pct: pct, currency: row.catalog_currency, status, phase: phase.label },
    ...{ first_day: phase.first_day, last_day: phase.last_day },
  };
  const compared = [mine];
  const rows = variantsOf(line).map(({ item_id, size, price: selling }): PriceRow => {
    const own = ownOf(ofChain, item_id)[0];
    const made = found
      ? labelled({ item_id, price: selling }, found, context, formerly)
      : { list_price: selling, price: null };
    const said = pct === null ? null : saidOf(made, pct, own?.price ?? null);
    const its = why(made, { item_id, price: selling }, said);
    compared.push(its);
    return {
      ...common,
      ...{ item_id, size, selling_price: made.list_price, price: made.price },
      ...{ prior_price: own?.price ?? null, prior_price_date: own?.date ?? null },
      prior_price_state: own?.state ?? 'unknown',
      announced_pct: said === null || said === 'none' ? null : announcedPct(made.price, own?.price ?? null),
      reason: reasonOf(its, context),
    };
  });
  const last = before.at(-1) ?? 0;
  const former_price = formerly
    ? labelled(own, formerly, context, null).price
    : priceAt(usual, last, endingsAt(price_endings, levels, last), null);
  const signed = phase.validated ? null : signedLabelOf(formerly, null);
  return {
    ...{ line, standing: found, rows, prior, priors, chain, points, selling_price, price, former_price },
    ...{ announced, status, reason, ...dearerOf(compared) },
    // Of a signed phase, beside what was signed: of the same list price.
    priceOf: (discountPct) =>
      phase.validated && discountPct === pct
        ? price
        : priceAt(selling_price, discountPct, endingsAt(price_endings, levels, discountPct), signed),
  };
}

/** Of a variant: its own history where a list names it, else its product's. */
export function ownOf<T extends { item_id: string | null }>(rows: readonly T[], item_id: string | null): T[] {
  const own = rows.filter((row) => row.item_id === item_id);
  return own.length > 0 ? own : rows.filter((row) => row.item_id === null);
}

/**
 * The prior price of a product, as the listing has it: of the variants at the price that it is shown at, the lowest;
 * unknown when one of them is.
 */
function usualPrior(line: Line, priors: readonly Prior[], shown: number | null): Prior | undefined {
  const prices = new Map(line.variants?.map(({ item_id, price }) => [item_id, price]));
  const usual = priors.filter(
    ({ item_id }) => item_id === null || (shown !== null && prices.get(item_id) === shown),
  );
  const counted = usual.length > 0 ? usual : priors;
  const rank = ({ state, price }: Prior): number => (state === 'unknown' ? -1 : (price ?? Infinity));
  return [...counted].sort((a, b) => rank(a) - rank(b))[0];
}

/** The discounts of a line in the phases before one. */
export function discountsOf({ previous_discount_pcts }: Line, phase: number): number[] {
  const known = Array.isArray(previous_discount_pcts) ? previous_discount_pcts : [];
  return discountsBefore({ previous_discount_pcts: known }, phase);
}

/** The price that a product is shown at, before any discount. */
export function sellingPrice({ price }: Line): number | null {
  return (Array.isArray(price) ? price[0] : price) ?? null;
}

/** Each variant with its selling price; the product itself where they are not known. */
export function variantsOf(
  line: Line,
): { item_id: string | null; size: string | null; price: number | null }[] {
  const { variants, item_id: codes } = line;
  const usual = typeof line.price === 'number' ? line.price : null;
  if (variants?.length) return variants.map((variant) => ({ ...variant, price: variant.price ?? usual }));
  return (codes?.length ? codes : [null]).map((item_id) => ({ item_id, size: null, price: usual }));
}

/** How the project's price list is called. */
export function priceListName({ selection }: Pick<ProjectRow, 'selection'>): string {
  return selection.price_list_id ? `Tarif ${selection.price_list_id}` : 'Tarif usuel';
}

/** « Reconduite »: the product is left out of the phase, or undecided, and keeps the price that it was marked down to. */
export function statusOf({ carried }: StandingDiscount, { validated }: PricePhase): string {
  if (validated) return carried ? 'Reconduite' : 'Validée';
  return carried ? `Reconduite, ${NOT_VALIDATED}` : `N${NOT_VALIDATED.slice(1)}`;
}

/** The rows of priced lines. */
export async function* priceRows(lines: AsyncIterable<readonly PricedLine[]>): AsyncGenerator<PriceRow[]> {
  for await (const batch of lines) yield batch.flatMap(({ rows }) => rows);
}
