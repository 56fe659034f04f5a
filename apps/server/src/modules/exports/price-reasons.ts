import {
  type Announcement,
  formatMoney,
  type Line,
  phaseInSentence,
  phaseLabel,
  priceRise,
  type StandingDiscount,
} from '@palier/domain';
import type { ProjectRow } from '../projects/index.ts';
import type { PricePhase } from './price-phase.ts';

/** A label of a phase, of a product or of a variant, and what it is compared with; null: nothing. */
export interface Comparison {
  line: Line;
  found: StandingDiscount | null;
  said: Announcement | null;
  /** What the label bears. */
  made: number | null;
  /** What it bore in the phase before. */
  before: number | null;
  /** The selling price that came since it was signed. */
  selling: number | null;
}

const riseOf = ({ made, before }: Comparison): number | null => priceRise(made, before);
const aboveOf = ({ made, selling }: Comparison): number | null => priceRise(made, selling);

/** How far the labels of a product go above those before, and above what it sells at; null: no further. */
export function dearerOf(compared: readonly Comparison[]): {
  rise: number | null;
  above_selling: number | null;
} {
  const most = (of: (one: Comparison) => number | null): number | null => {
    const found = compared.flatMap((one) => of(one) ?? []);
    return found.length === 0 ? null : Math.max(...found);
  };
  return { rise: most(riseOf), above_selling: most(aboveOf) };
}

/** Why a line has no price, keeps an earlier one or may not be announced, and where its price is a dearer one. */
export function reasonOf(
  one: Comparison,
  { phase, row }: { phase: PricePhase; row: ProjectRow },
): string | null {
  if (!one.found) return whyWithout(one.line, phase);
  const money = (price: number | null): string => formatMoney(price, row.catalog_currency);
  const before = phaseInSentence(phaseLabel(row.phases[phase.index - 1], phase.index - 1));
  const parts = [
    aboveOf(one) !== null && `Plus cher que le prix de vente actuel\u202f: ${money(one.selling)}`,
    riseOf(one) !== null && `Plus cher que l’étiquette de ${before}\u202f: ${money(one.before)}`,
    one.found.carried && 'Prix reconduit\u202f: exclu, ou sans nouvelle démarque',
    one.said === 'none' && 'Sans annonce\u202f: pas sous le prix antérieur',
    one.said === 'unknown' && 'Sans annonce\u202f: prix antérieur inconnu',
  ];
  return parts.filter(Boolean).join('. ') || null;
}

function whyWithout(line: Line, { validated, goods_day }: PricePhase): string {
  if (validated) return 'Sans prix validé';
  if (line.included === true) return 'Aucune démarque choisie';
  const isYoung = goods_day !== null && (line.on_sale_date ?? '') > goods_day;
  return isYoung ? 'Exclu\u202f: en vente depuis moins d’un mois' : 'Exclu de la démarque';
}
