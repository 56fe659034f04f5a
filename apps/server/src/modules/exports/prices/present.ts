import type { PricedProduct, PriceFile } from '@palier/contract';
import { addDays, announcedPct, PRIOR_PRICE_DAYS, phaseLabel } from '@palier/domain';
import type { ProjectRow } from '../../projects/index.ts';
import type { PricePhase } from '../price-phase.ts';
import { discountsOf, type PricedLine, sellingPrice } from '../priced-lines.ts';
import { isChanged, labelsOf } from './book.ts';
import type { PriceFileRow } from './repository.ts';

export function presentFile(row: PriceFileRow): PriceFile {
  const { price_file_id, project_id: _, user_id: __, type: ___, created_at, proof, ...rest } = row;
  return {
    ...{ _id: price_file_id, ...rest, created_at: created_at.toISOString() },
    proof: proof && { ...presentPart(proof), page: proof.page ? presentPart(proof.page) : null },
  };
}

const presentPart = ({
  name,
  fingerprint,
  size_bytes,
}: Pick<PriceFile, 'name' | 'fingerprint' | 'size_bytes'>) => ({
  ...{ name, fingerprint, size_bytes },
});

/** A product of a price file as screens show it. */
export function presentProduct(
  one: PricedLine,
  { row, phase }: { row: ProjectRow; phase: PricePhase },
  pictureUrl: (image: string) => string | null,
): PricedProduct {
  const { line, standing, rows, prior, chain, selling_price, price } = one;
  const reduced_from = row.phases[chain]?.start_date ?? phase.first_day;
  const own = one.points.filter(({ item_id }) => item_id === (prior?.item_id ?? null));
  const before = prior?.price ?? null;
  const announced_pct = announcedPct(price, before);
  const { color, image_url, on_sale_date } = line;
  return {
    ...{ line_id: line._id, item_group_id: line.item_group_id },
    ...{ title: line.title ?? null, brand: line.brand ?? null, color: color ?? null },
    image_url: image_url ? pictureUrl(image_url) : null,
    on_sale_date: on_sale_date ?? null,
    ...{ selling_price, prior_price: before, prior_price_date: prior?.date ?? null },
    prior_price_state: prior?.state ?? 'unknown',
    ...{ prior_price_source: prior?.source ?? null, sales_count: prior?.sales_count ?? null },
    discount_pct: standing?.discount_pct ?? null,
    announced_pct: (standing?.discount_pct ?? 0) > 0 ? announced_pct : null,
    ...{ announcement: one.announced, price, former_price: one.former_price },
    ...{ rise: one.rise, above_selling: one.above_selling, selling_price_now: sellingPrice(line) },
    ...{ status: one.status, reason: one.reason },
    label_count: isChanged(one) ? labelsOf(line) : null,
    variants: rows.map(
      ({ item_id, size, selling_price: selling, prior_price, price: now, announced_pct: pct }) => ({
        ...{ item_id, size, selling_price: selling, prior_price, price: now, announced_pct: pct },
      }),
    ),
    ...{ reduced_from, counted_from: prior?.begins ?? addDays(reduced_from, -PRIOR_PRICE_DAYS) },
    days: changesOf(own.filter(({ date }) => date < reduced_from)),
    phases: phasesOf(one, row, phase),
    levels: row.discount_pct_range.map((discount_pct) => {
      const of = one.priceOf(discount_pct);
      return { discount_pct, price: of, announced_pct: announcedPct(of, before) };
    }),
  };
}

/** Points without those that say the same price again. */
function changesOf(points: readonly { date: string; price: number | null }[]): PricedProduct['days'] {
  return points
    .filter(({ price }, index) => index === 0 || price !== points[index - 1]?.price)
    .map(({ date, price }) => ({ date, price }));
}

function phasesOf(
  { line, standing, price, former_price, priceOf }: PricedLine,
  row: ProjectRow,
  phase: PricePhase,
): PricedProduct['phases'] {
  const reached = [...discountsOf(line, phase.index), standing?.discount_pct ?? 0];
  return reached.map((discount_pct, index) => ({
    label: phaseLabel(row.phases[index], index),
    first_day: row.phases[index]?.start_date ?? phase.first_day,
    discount_pct,
    // Of this phase and the one before, as they are in the file.
    price:
      index === phase.index
        ? (price ?? priceOf(0))
        : index === phase.index - 1
          ? former_price
          : priceOf(discount_pct),
  }));
}
