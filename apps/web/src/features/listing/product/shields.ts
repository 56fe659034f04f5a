import { previousDiscount } from '@palier/domain';
import { lineAtLevels } from '../edit/effect.ts';
import type { Line } from '../rows/row.ts';

/** What keeps a discount from going lower or higher, and what it takes from the best margin. */
export interface ShieldCost {
  kind: 'previous' | 'floor' | 'ceiling';
  /** The bound, in points. */
  pct: number;
  /** « Marge après invendus » lost to it, in accounting currency; 0 when it takes nothing, null when nobody knows. */
  cost: number | null;
}

/** The levels at which the line's « marge après invendus » is known: none without a forecast, or a cost that the reader sees. */
export function levelsOfMerit(line: Line): ReturnType<typeof lineAtLevels> {
  return lineAtLevels(line).filter(({ profit_after_leftovers: merit }) => Number.isFinite(merit));
}

type Bound = Omit<ShieldCost, 'cost'>;

function boundsOf(line: Line): Bound[] {
  const { discount_pct_min: floor, discount_pct_max: ceiling } = line;
  const previous = previousDiscount(line);
  return [
    ...(previous ? [{ kind: 'previous' as const, pct: previous }] : []),
    ...(floor ? [{ kind: 'floor' as const, pct: floor }] : []),
    ...(ceiling !== null && ceiling !== undefined ? [{ kind: 'ceiling' as const, pct: ceiling }] : []),
  ];
}

function keeps({ kind, pct }: Bound, level: number): boolean {
  return kind === 'ceiling' ? level <= pct : level >= pct;
}

/**
 * The bounds of a line with what each costs: the best « marge après invendus » without it, less the best with
 * it, all others kept. Two bounds at the same discount cost nothing each: lifting one would not help.
 *
 * @returns [] when the line has no bound; unknown costs where its margins are.
 */
export function shieldCosts(line: Line): ShieldCost[] {
  const bounds = boundsOf(line);
  const levels = levelsOfMerit(line);
  const best = (kept: readonly Bound[]): number =>
    Math.max(
      ...levels
        .filter(({ level }) => kept.every((bound) => keeps(bound, level)))
        .map(({ profit_after_leftovers: merit }) => merit),
    );
  const now = best(bounds);
  return bounds.map((bound) => {
    const cost = best(bounds.filter((other) => other !== bound)) - now;
    return { ...bound, cost: levels.length === 0 ? null : Number.isFinite(cost) ? cost : 0 };
  });
}
