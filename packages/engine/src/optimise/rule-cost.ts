import { searchMultipliers } from './multipliers.ts';
import type { Ceilings } from './outcome.ts';
import type { CoupledProblem } from './repair.ts';
import { sampleProblem } from './sample.ts';
import type { Constraint } from './types.ts';

/** Units on which costs are worked out: a share of the value is reported, not its last euro. */
const COST_UNITS = 3000;

/**
 * What the plan would be worth more without each rule, the others being kept: the difference of the two dual
 * bounds, within the gap of the truth. The shares of one distribution are one rule. Zero for rules that do not
 * bind. On large scopes it is worked out on a sample and scaled up.
 */
export function ruleCosts(
  constraints: readonly Constraint[],
  coupled: CoupledProblem,
  multipliers: Float64Array,
  ceilings: Ceilings,
): number[] {
  const stride = Math.max(1, Math.floor(coupled.units.unit_count / COST_UNITS));
  const sample = stride > 1 ? sampleProblem(coupled, stride) : coupled;
  const scale = coupled.units.unit_count / Math.max(1, sample.units.unit_count);
  const isBinding = (rule: number) =>
    coupled.rows.some((row, r) => row.constraint === rule && (multipliers[r] ?? 0) > 0);
  const boundWithout = (left: ReadonlySet<number>) => {
    const kept = [...sample.rows.keys()].filter((r) => !left.has(sample.rows[r]?.constraint ?? -1));
    const rows = kept.flatMap((r) => sample.rows[r] ?? []);
    const { bound } = searchMultipliers(
      { ...sample, rows },
      {
        max_iterations: 60,
        accuracy: 1e-5,
        ceiling: Float64Array.from(kept, (r) => ceilings[r] ?? Number.POSITIVE_INFINITY),
        starts: [Float64Array.from(kept, (r) => multipliers[r] ?? 0)],
        isCancelled: () => false,
        onIteration: () => undefined,
      },
    );
    return bound;
  };
  const groups = groupsOf(constraints);
  if (![...groups.keys()].some(isBinding)) return constraints.map(() => 0);
  const whole = boundWithout(new Set());
  const known = new Map<ReadonlySet<number>, number>();
  return constraints.map((_, rule) => {
    const group = groups[rule] ?? new Set([rule]);
    if (![...group].some(isBinding)) return 0;
    const cost = known.get(group) ?? Math.max(0, boundWithout(group) - whole) * scale;
    known.set(group, cost);
    return cost;
  });
}

/** Rules that stand or fall together, by position. */
function groupsOf(constraints: readonly Constraint[]): ReadonlySet<number>[] {
  const shares = new Map<string, Set<number>>();
  return constraints.map(({ kind, project }, rule) => {
    if (kind !== 'count_quota' && kind !== 'stock_quota') return new Set([rule]);
    const key = `${kind} ${project ?? ''}`;
    const group = shares.get(key) ?? new Set();
    shares.set(key, group.add(rule));
    return group;
  });
}
