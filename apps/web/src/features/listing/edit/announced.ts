import {
  announceablePct,
  announcedPct,
  announcement,
  isShown,
  markedDownPrice,
  readNumber,
  workedDiscount,
} from '@palier/domain';
import { standingRate } from '../rows/price.ts';
import type { Line } from '../rows/row.ts';

/** The label of an edited line and what it may announce, known in the same frame: its prior price does not move with its discount. */
export function announcedOf(line: Line): Record<string, number | string | null> {
  const price = Array.isArray(line.price) ? line.price[0] : line.price;
  const prior = readNumber(line, 'prior_price');
  const worked = workedDiscount(line);
  const rate = standingRate(line, worked);
  const label = isShown(price) ? markedDownPrice(price, rate) : null;
  const promised = announceablePct(worked, rate);
  return {
    ...('label_price' in line && { label_price: label, real_discount_pct: rate }),
    ...('prior_price' in line && {
      announced_pct: announcedPct(label, prior),
      announcement: announcement(label, promised, prior),
    }),
  };
}
