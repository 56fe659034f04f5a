import type { ProjectFacts } from '@palier/analytics';
import type { PricePage } from '@palier/contract';
import { foldText, type Line, type PriceEnding, readNumber } from '@palier/domain';
import { type PricedLine, pricedBy } from '../priced-lines.ts';
import { type KeptPrices, PriceDifference } from './kept.ts';
import { type Pricing, pricedProject } from './pricing.ts';

/** What is remembered of a product's prices, to count and to list. */
interface BookLine {
  id: string;
  item_group_id: string;
  /** Folded, to be searched. */
  text: string;
  /** What its price may be announced as; excluded: it has no price in the phase. */
  announced: 'full' | 'less' | 'none' | 'unknown' | 'excluded' | null;
  reason: string | null;
  /** Between the rate decided and that of its price, in points; null where nothing is marked down. */
  distance_pct: number | null;
  /** Rows of it in the file. */
  price_count: number;
  /** Units in shops, where its price is not the one before the phase. */
  label_count: number | null;
  /** Whether a label of it goes above the one before, and above what it sells at since the signature. */
  risen: boolean;
  above_selling: boolean;
  /** Whether it says something else than the last file sent. */
  since: boolean;
}

/** The prices of a phase, counted. */
export interface PriceBook {
  lines: BookLine[];
  /** How prices end; none of a validated phase, whose prices are those signed. */
  endings: readonly PriceEnding[];
  /** Against the last file; null when none was sent. */
  since: { price_count: number; product_count: number } | null;
}

/** Units of a line in shops: each has a label. */
export function labelsOf(line: Line): number {
  return Math.round(readNumber(line, 'in_store_stock_qty') ?? 0);
}

/** Whether the price of a phase is another than the one before it. */
export function isChanged({ price, former_price }: PricedLine): boolean {
  return price !== null && cents(price) !== cents(former_price);
}

const cents = (price: number | null): number | null => (price === null ? null : Math.round(price * 100));

/** Reads every price of a phase, against those of the last file when there is one, and the places its rows were for. */
export async function makeBook(
  pricing: Pricing,
  facts: ProjectFacts,
  last: KeptPrices | null,
  codes: string | null,
): Promise<PriceBook> {
  const difference = last && new PriceDifference(last, pricing.phase, codes);
  const endings = pricing.phase.validated ? [] : pricedBy(facts).price_endings;
  const lines: BookLine[] = [];
  let price_count = 0;
  for await (const batch of pricedProject(pricing, facts)) {
    for (const one of batch) {
      const rows = one.rows.filter(({ discount_pct }) => discount_pct !== null);
      const news = difference ? rows.filter((row) => difference.isNew(row)).length : 0;
      price_count += news;
      lines.push({ ...bookLine(one, rows.length), since: news > 0 });
    }
  }
  if (!difference) return { lines, endings, since: null };
  const gone = difference.gone();
  const products = new Set(gone.map(({ item_group_id }) => item_group_id));
  for (const line of lines) if (line.since) products.add(line.item_group_id);
  return { lines, endings, since: { price_count: price_count + gone.length, product_count: products.size } };
}

function bookLine(one: PricedLine, price_count: number): Omit<BookLine, 'since'> {
  const { line, standing, announced, reason } = one;
  const { title, brand, item_id: codes } = line;
  return {
    ...{ id: line._id, item_group_id: line.item_group_id, reason: standing ? null : reason, price_count },
    text: foldText([line.item_group_id, title, brand, ...(codes ?? [])].filter(Boolean).join(' ')),
    announced: standing ? announced : 'excluded',
    distance_pct: distanceOf(one),
    label_count: isChanged(one) ? labelsOf(line) : null,
    ...{ risen: one.rise !== null, above_selling: one.above_selling !== null },
  };
}

/** How far a price is from the rate decided, in points; null where nothing is marked down. */
function distanceOf({ standing, price, selling_price }: PricedLine): number | null {
  const decided = standing?.discount_pct ?? 0;
  if (price === null || selling_price === null || selling_price <= 0 || decided <= 0) return null;
  return Math.abs(100 * (1 - price / selling_price) - decided);
}

/** A price at more points than that from the rate decided is worth a look. */
const FAR_POINTS = 1;

function endingsOf({ lines, endings }: PriceBook): Summary['endings'] {
  const distances = lines.flatMap(({ distance_pct }) => distance_pct ?? []);
  return {
    rules: [...endings],
    mean_distance_pct:
      distances.length > 0 ? sum(distances, (distance) => distance) / distances.length : null,
    far_count: distances.filter((distance) => distance > FAR_POINTS).length,
  };
}

type Summary = PricePage['summary'];

/** The counts of a phase's prices. */
export function summarise(book: PriceBook, places: Summary['places'], file_id: string | null): Summary {
  const { lines, since } = book;
  const priced = lines.filter(({ announced }) => announced !== 'excluded');
  const count = (kind: BookLine['announced']): number =>
    lines.filter(({ announced }) => announced === kind).length;
  const reasons = Map.groupBy(
    lines.filter(({ announced }) => announced === 'excluded'),
    ({ reason }) => reason ?? '',
  );
  return {
    product_count: priced.length,
    price_count: sum(priced, ({ price_count }) => price_count),
    excluded: [...reasons].map(([reason, of]) => ({ reason, product_count: of.length })),
    risen_count: lines.filter(({ risen }) => risen).length,
    above_selling_count: lines.filter(({ above_selling }) => above_selling).length,
    changed_count: lines.filter(({ label_count }) => label_count !== null).length,
    announced: { full: count('full'), less: count('less'), none: count('none'), unknown: count('unknown') },
    endings: endingsOf(book),
    label_count: sum(lines, ({ label_count }) => label_count ?? 0),
    places,
    since: since && file_id !== null ? { ...since, file_id } : null,
  };
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** What a page shows of a book. */
export type PriceShow =
  | 'all'
  | 'changes'
  | 'since'
  | 'risen'
  | 'above_selling'
  | NonNullable<BookLine['announced']>;

/** Lines of a book by what is shown and what is searched. */
export function shownLines({ lines }: PriceBook, show: PriceShow, search: string): BookLine[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return lines.filter((line) => isShown(line, show) && words.every((word) => line.text.includes(word)));
}

function isShown(line: BookLine, show: PriceShow): boolean {
  if (show === 'all') return line.announced !== 'excluded';
  if (show === 'changes') return line.label_count !== null;
  if (show === 'since' || show === 'risen' || show === 'above_selling') return line[show];
  return line.announced === show;
}
