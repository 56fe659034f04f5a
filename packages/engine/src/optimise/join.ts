import { basePriceAt, isOffered, priceAt } from './level-prices.ts';
import type { Constraint, MarkdownProblem } from './types.ts';

/** Several projects' problems as one, so that rules may bind them together. */
export interface JoinedProblem {
  problem: MarkdownProblem;
  /** Each project's own plan out of the whole one, in its own levels and phases. */
  plansOf(plan: Uint8Array): Uint8Array[];
  /** The whole plan that the projects' own make. */
  joinPlans(plans: readonly Uint8Array[]): Uint8Array;
}

/**
 * Joins the problems of projects, which may have other levels and phases left: each keeps its own rules, and `shared`
 * bind them together (their levels are positions in the joined `levels`, see `joinedLevels`). A level that a project
 * does not have is not offered to its items.
 */
export function joinProblems(
  problems: readonly MarkdownProblem[],
  shared: readonly Constraint[],
): JoinedProblem {
  const levels = joinedLevels(problems);
  const places = problems.map((own) => Uint8Array.from(own.levels, (level) => levels.indexOf(level)));
  const phase_count = Math.max(1, ...problems.map((own) => own.phase_count));
  const item_count = problems.reduce((sum, own) => sum + own.item_count, 0);
  const all = { levels, places, phase_count };
  const differ =
    problems.some((own) => own.level_price || own.level_base_price) ||
    places.some((place) => place.length !== levels.length);
  const prices = (at: typeof priceAt) =>
    differ
      ? concatenate(problems.map((own, project) => levelPrices(own, places[project], levels.length, at)))
      : null;
  const problem: MarkdownProblem = {
    item_count,
    phase_count,
    levels,
    phase_mean: joinMeans(problems, all),
    dispersion: concatenate(problems.map((own) => own.dispersion)),
    stock: concatenate(problems.map((own) => own.stock)),
    price: concatenate(problems.map((own) => own.price)),
    base_price: concatenate(problems.map((own) => own.base_price)),
    level_price: prices(priceAt),
    level_base_price: prices(basePriceAt),
    open_levels: joinOpenLevels(problems, all),
    cost: concatenate(problems.map((own) => own.cost)),
    residual_value: concatenate(problems.map((own) => own.residual_value)),
    goal: Uint8Array.from(problems.flatMap((own) => Array.from(own.goal))),
    min_level: movedLevels(problems, places, 'min_level'),
    max_level: movedLevels(problems, places, 'max_level'),
    previous_level: movedLevels(problems, places, 'previous_level'),
    fixed_level: Int16Array.from(
      problems.flatMap((own, project) =>
        Array.from(own.fixed_level, (level) => (level < 0 ? -1 : (places[project]?.[level] ?? -1))),
      ),
    ),
    group: joinGroups(problems),
    project: Int32Array.from(problems.flatMap((own, project) => Array.from(own.stock, () => project))),
    project_phases: problems.map((own) => own.phase_count),
    season_sold: concatenate(problems.map((own) => own.season_sold ?? new Float64Array(own.item_count))),
    season_available: concatenate(problems.map(seasonOf)),
    never_below_cost: Uint8Array.from(
      problems.flatMap((own) => Array.from(own.never_below_cost ?? new Uint8Array(own.item_count))),
    ),
    constraints: [...shared, ...problems.flatMap((own, project) => ownRules(own, project, places[project]))],
  };
  return {
    problem,
    plansOf: (plan) => splitPlan(problems, all, plan),
    joinPlans: (plans) => joinPlans(problems, all, plans),
  };
}

/** Every level of some projects, ascending. */
export function joinedLevels(problems: readonly Pick<MarkdownProblem, 'levels'>[]): Float64Array {
  return Float64Array.from(new Set(problems.flatMap((own) => Array.from(own.levels)))).sort();
}

interface Places {
  levels: Float64Array;
  places: readonly Uint8Array[];
  phase_count: number;
}

function joinMeans(
  problems: readonly MarkdownProblem[],
  { levels, places, phase_count }: Places,
): Float32Array {
  const width = phase_count * levels.length;
  const items = problems.reduce((sum, own) => sum + own.item_count, 0);
  const means = new Float32Array(items * width);
  let from = 0;
  problems.forEach((own, project) => {
    const place = places[project] ?? new Uint8Array(0);
    const count = own.levels.length;
    for (let item = 0; item < own.item_count; item++)
      for (let phase = 0; phase < own.phase_count; phase++)
        for (let level = 0; level < count; level++)
          means[(from + item) * width + phase * levels.length + (place[level] ?? 0)] =
            own.phase_mean[(item * own.phase_count + phase) * count + level] ?? 0;
    from += own.item_count;
  });
  return means;
}

/** What is open in the phases of each project, as bits of the joined levels; null where no project closes any. */
function joinOpenLevels(
  problems: readonly MarkdownProblem[],
  { places, phase_count }: Places,
): Uint32Array | null {
  if (problems.every((own) => !own.open_levels)) return null;
  const items = problems.reduce((sum, own) => sum + own.item_count, 0);
  const joined = new Uint32Array(items * phase_count * phase_count).fill(2 ** 32 - 1);
  let from = 0;
  problems.forEach((own, project) => {
    const phases = own.phase_count;
    const place = places[project] ?? new Uint8Array(0);
    own.open_levels?.forEach((bits, at) => {
      const [item, first, phase] = [
        Math.floor(at / phases ** 2),
        Math.floor(at / phases) % phases,
        at % phases,
      ];
      joined[((from + item) * phase_count + first) * phase_count + phase] = place.reduce(
        (moved, joinedLevel, level) => moved + ((bits >>> level) & 1) * 2 ** joinedLevel,
        0,
      );
    });
    from += own.item_count;
  });
  return joined;
}

/** Prices of a project's items at the joined levels; NaN where it does not have one. */
function levelPrices(
  own: MarkdownProblem,
  place: Uint8Array | undefined,
  width: number,
  at: typeof priceAt,
): Float64Array {
  const prices = new Float64Array(own.item_count * width).fill(Number.NaN);
  for (let item = 0; item < own.item_count; item++)
    for (let level = 0; level < own.levels.length; level++)
      if (isOffered(own, item, level)) prices[item * width + (place?.[level] ?? 0)] = at(own, item, level);
  return prices;
}

function movedLevels(
  problems: readonly MarkdownProblem[],
  places: readonly Uint8Array[],
  name: 'min_level' | 'max_level' | 'previous_level',
): Uint8Array {
  return Uint8Array.from(
    problems.flatMap((own, project) => Array.from(own[name], (level) => places[project]?.[level] ?? 0)),
  );
}

/** Groups are each project's own: their numbers are moved apart. */
function joinGroups(problems: readonly MarkdownProblem[]): Int32Array | null {
  if (problems.every((own) => own.group === null)) return null;
  let first = 0;
  return Int32Array.from(
    problems.flatMap((own) => {
      const group = own.group ?? new Int32Array(own.item_count).fill(-1);
      const moved = Array.from(group, (number) => (number < 0 ? -1 : first + number));
      first += 1 + group.reduce((most, number) => Math.max(most, number), -1);
      return moved;
    }),
  );
}

const seasonOf = (own: MarkdownProblem): Float64Array =>
  own.season_available ?? own.stock.map((units, item) => units + (own.season_sold?.[item] ?? 0));

function ownRules(own: MarkdownProblem, project: number, place: Uint8Array | undefined): Constraint[] {
  const phases = (by: number | readonly number[] | undefined) =>
    by === undefined ? {} : { by_phase: typeof by === 'number' ? by : (by[0] ?? 0) };
  return own.constraints.map((rule): Constraint => {
    if (rule.kind === 'count_quota' || rule.kind === 'stock_quota')
      return { ...rule, project, level: place?.[rule.level] ?? 0 };
    if (rule.kind === 'min_profit' || rule.kind === 'min_merit') return { ...rule, project };
    return { ...rule, project, ...phases(rule.by_phase) };
  });
}

function splitPlan(
  problems: readonly MarkdownProblem[],
  { places, phase_count }: Places,
  plan: Uint8Array,
): Uint8Array[] {
  let from = 0;
  return problems.map((own, project) => {
    const back = new Map(Array.from(places[project] ?? [], (joined, level) => [joined, level]));
    const phases = own.phase_count;
    const split = new Uint8Array(own.item_count * phases);
    for (let item = 0; item < own.item_count; item++)
      for (let phase = 0; phase < phases; phase++)
        split[item * phases + phase] = back.get(plan[(from + item) * phase_count + phase] ?? 0) ?? 0;
    from += own.item_count;
    return split;
  });
}

function joinPlans(
  problems: readonly MarkdownProblem[],
  { places, phase_count }: Places,
  plans: readonly Uint8Array[],
): Uint8Array {
  const joined = new Uint8Array(problems.reduce((sum, own) => sum + own.item_count, 0) * phase_count);
  let from = 0;
  problems.forEach((own, project) => {
    for (let item = 0; item < own.item_count; item++)
      for (let phase = 0; phase < phase_count; phase++) {
        const at = item * own.phase_count + Math.min(phase, own.phase_count - 1);
        const level = plans[project]?.[at] ?? 0;
        joined[(from + item) * phase_count + phase] = places[project]?.[level] ?? 0;
      }
    from += own.item_count;
  });
  return joined;
}

function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
