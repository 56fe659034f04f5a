import { MISSING, NARROW_SPACE, previousDiscount } from '@palier/domain';
import type { Line } from '../rows/row.ts';

export function percentText(pct: number | null | undefined): string {
  return pct === null || pct === undefined ? MISSING : `${pct}${NARROW_SPACE}%`;
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
