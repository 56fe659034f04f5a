import {
  announcedPct,
  announcement,
  isShown,
  markedDownPrice,
  readNumber,
  workedDiscount,
} from '@palier/domain';
import type { Line } from '../rows/row.ts';

/** What an edited line may be announced at, known in the same frame: its prior price does not move with its discount. */
export function announcedOf(line: Line): Record<string, number | string | null> {
  if (!('prior_price' in line)) return {};
  const price = Array.isArray(line.price) ? line.price[0] : line.price;
  const prior = readNumber(line, 'prior_price');
  const worked = workedDiscount(line);
  const label = isShown(price) ? markedDownPrice(price, worked) : null;
  return { announced_pct: announcedPct(label, prior), announcement: announcement(label, worked, prior) };
}
