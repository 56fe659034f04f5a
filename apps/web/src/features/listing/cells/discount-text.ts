import { formatPercent, isShown, MISSING, NARROW_SPACE, previousDiscount } from '@palier/domain';
import { standingRate } from '../rows/price.ts';
import type { Line } from '../rows/row.ts';

export function percentText(pct: number | null | undefined): string {
  return pct === null || pct === undefined ? MISSING : `${pct}${NARROW_SPACE}%`;
}

/** « soit 30,9 % »: the rate that the price of a discount stands at, where the label's ending makes it another; else null. */
export function realRateText(line: Line, pct: number | null | undefined = line.discount_pct): string | null {
  if (!isShown(pct)) return null;
  const rate = standingRate(line, pct);
  return Math.abs(rate - pct) < 0.05 ? null : `soit ${formatPercent(rate)}`;
}

export function boundsText(line: Line): string {
  const { discount_pct_min: low, discount_pct_max: high } = line;
  if (low === null || low === undefined) {
    if (high !== null && high !== undefined) return `Plafond ${high}`;
    // A marked-down price does not go back up, whatever the rules say.
    const previous = previousDiscount(line);
    return previous ? `Au moins ${previous}` : 'Sans borne';
  }
  if (high === null || high === undefined) return `Plancher ${low}`;
  return low === high ? `Fixé à ${low}` : `Bornes ${low}–${high}`;
}

/** Who changed the discount last, when and why. */
export function updateText(line: Line): string {
  const { discount_pct_update_user: user, discount_pct_update_date: date } = line;
  const { discount_pct_update_description: comment } = line;
  const who = [user, date?.slice(0, 10).split('-').reverse().join('/')].filter(Boolean).join(', ');
  return comment ? `${who} : «\u202f${comment}\u202f»` : who;
}
