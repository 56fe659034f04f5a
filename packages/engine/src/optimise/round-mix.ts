import { choiceAt, measureChoice, rowUse } from './dual.ts';
import type { MixedPlan } from './multipliers.ts';
import type { CoupledProblem } from './repair.ts';
import type { CouplingRow } from './rows.ts';

/** A rule of which the mix leaves more than this share of its scale binds nothing: its use may stray. */
const LOOSE = 1e-3;

/** A unit on which the plans of a mix disagree. */
interface OpenUnit {
  unit: number;
  /** Its candidates in the plans, once each. */
  candidates: number[];
  /** What each of them uses of the tight rows less what the mix does, in shares of their scales. */
  strays: Float64Array[];
  /** The largest of these. */
  size: number;
}

/**
 * Rounds the best mix of plans, which meets the rules but cuts a few units in parts, to a whole choice beside it. Units on
 * which its plans agree keep what they agree on. Each of the others, those that weigh most first, takes the candidate that
 * keeps the use of the rules nearest to the mix's: it makes up for what those before it strayed, and the last weigh
 * little. Plans of a mix are all best near the same prices, so that little value is lost.
 *
 * Returns a function of how far inside the tight rules to aim, in the smaller changes that its units make there.
 */
export function openRounding(
  coupled: CoupledProblem,
  mix: readonly MixedPlan[],
): (margin: number) => Int32Array {
  const plans = mix.map(({ multipliers }) => choiceAt(coupled, multipliers));
  const weights = mix.map(({ weight }) => weight);
  const tight = tightRows(coupled, plans, weights);
  const open = openUnits(coupled, plans, weights, tight);
  const changes = Float64Array.from(tight, (_, r) => smallChange(open, r));
  return (margin) => {
    const choice = plans[0]?.slice() ?? new Int32Array(coupled.units.unit_count);
    const strayed = changes.map((change) => margin * change);
    for (const { unit, candidates, strays } of open) {
      const nearest = nearestStray(strayed, strays);
      choice[unit] = candidates[nearest] ?? 0;
      strays[nearest]?.forEach((stray, r) => {
        strayed[r] = (strayed[r] ?? 0) + stray;
      });
    }
    return choice;
  };
}

/** Rows that the mix uses up, or nearly. */
function tightRows(coupled: CoupledProblem, plans: readonly Int32Array[], weights: readonly number[]) {
  const used = new Float64Array(coupled.rows.length);
  plans.forEach((plan, n) => {
    const { activity } = measureChoice(coupled.table, coupled.units, coupled.rows, plan);
    activity.forEach((amount, r) => {
      used[r] = (used[r] ?? 0) + (weights[n] ?? 0) * amount;
    });
  });
  return coupled.rows.filter((row, r) => (used[r] ?? 0) >= row.limit - LOOSE * row.scale);
}

function openUnits(
  coupled: CoupledProblem,
  plans: readonly Int32Array[],
  weights: readonly number[],
  tight: readonly CouplingRow[],
): OpenUnit[] {
  const open: OpenUnit[] = [];
  const { table, units } = coupled;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const first = plans[0]?.[unit];
    if (plans.every((plan) => plan[unit] === first)) continue;
    const candidates = [...new Set(plans.map((plan) => plan[unit] ?? 0))];
    const strays = candidates.map(() => new Float64Array(tight.length));
    let size = 0;
    tight.forEach((row, r) => {
      const uses = candidates.map((candidate) => rowUse(table, units, row, unit, candidate) / row.scale);
      const wanted = plans.reduce(
        (sum, plan, n) => sum + (weights[n] ?? 0) * (uses[candidates.indexOf(plan[unit] ?? 0)] ?? 0),
        0,
      );
      uses.forEach((used, k) => {
        const stray = used - wanted;
        (strays[k] ?? new Float64Array(0))[r] = stray;
        size = Math.max(size, Math.abs(stray));
      });
    });
    open.push({ unit, candidates, strays, size });
  }
  return open.sort((a, b) => b.size - a.size || a.unit - b.unit);
}

/** Of the changes that units make in a row, from the smallest, the one that counts as small. */
const SMALL = 0.1;

/** What a unit that weighs little changes in a row. */
function smallChange(open: readonly OpenUnit[], row: number): number {
  const changes = open
    .map(({ strays }) => {
      const own = strays.map((stray) => stray[row] ?? 0);
      return Math.max(...own) - Math.min(...own);
    })
    .filter((change) => change > 0)
    .sort((a, b) => a - b);
  return changes[Math.floor(SMALL * changes.length)] ?? 0;
}

/** The stray after which the rows are nearest to what the mix uses. */
function nearestStray(strayed: Float64Array, strays: readonly Float64Array[]): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  strays.forEach((stray, k) => {
    const distance = strayed.reduce((sum, amount, r) => sum + (amount + (stray[r] ?? 0)) ** 2, 0);
    if (distance < least) [nearest, least] = [k, distance];
  });
  return nearest;
}
