import { isOffered, phasesByProject, projectOf } from './level-prices.ts';
import type { Constraint, MarkdownProblem } from './types.ts';

/** Levels are bits of a number. */
const MOST_LEVELS = 32;

/** @throws RangeError when lengths do not fit, or a number makes no sense: it names the item, or the rule. */
export function checkProblem(problem: MarkdownProblem): void {
  checkShapes(problem);
  checkLevels(problem.levels);
  for (let item = 0; item < problem.item_count; item++) checkItem(problem, item);
  problem.constraints.forEach((rule, position) => {
    checkRule(problem, rule, position);
  });
}

const PER_ITEM = [
  'dispersion',
  'stock',
  'price',
  'base_price',
  'cost',
  'residual_value',
  'goal',
  'min_level',
  'max_level',
  'previous_level',
  'fixed_level',
] as const;
const PER_ITEM_IF_GIVEN = [
  'group',
  'season_sold',
  'season_available',
  'never_below_cost',
  'project',
] as const;

function checkShapes(problem: MarkdownProblem): void {
  const { item_count: items, phase_count: phases, levels } = problem;
  if (phases < 1 || levels.length < 1) fault('at least one phase and one level are needed');
  if (problem.phase_mean.length !== items * phases * levels.length)
    fault('phase_mean must hold items × phases × levels means');
  for (const name of PER_ITEM)
    if (problem[name].length !== items) fault(`${name} must hold one number per item`);
  for (const name of PER_ITEM_IF_GIVEN) {
    const given = problem[name];
    if (given && given.length !== items) fault(`${name} must hold one number per item`);
  }
  for (const name of ['level_price', 'level_base_price'] as const) {
    const given = problem[name];
    if (given && given.length !== items * levels.length) fault(`${name} must hold items × levels prices`);
  }
  if (problem.open_levels && problem.open_levels.length !== items * phases * phases)
    fault('open_levels must hold items × phases × phases sets of levels');
  if (problem.project_phases?.some((left) => left < 1 || left > phases))
    fault('project_phases must be between 1 and phase_count');
}

function checkLevels(levels: Float64Array): void {
  if (levels.length > MOST_LEVELS) fault(`more than ${MOST_LEVELS} levels`);
  levels.forEach((level, at) => {
    if (!(level >= 0 && level <= 1) || level <= (levels[at - 1] ?? -1))
      fault(`levels must rise from 0 to 1, level ${at} is ${level}`);
  });
}

/** Amounts that must be numbers; those that cannot be below 0. */
const AMOUNTS = ['price', 'base_price', 'cost', 'stock', 'residual_value'] as const;

function checkItem(problem: MarkdownProblem, item: number): void {
  for (const name of AMOUNTS) {
    const value = problem[name][item] ?? Number.NaN;
    if (!Number.isFinite(value) || value < 0) fault(`${name} of item ${item} is ${value}`);
  }
  for (const name of ['season_sold', 'season_available'] as const) {
    const value = problem[name]?.[item] ?? 0;
    if (!Number.isFinite(value)) fault(`${name} of item ${item} is ${value}`);
  }
  const shape = problem.dispersion[item] ?? Number.NaN;
  if (!(shape > 0)) fault(`dispersion of item ${item} is ${shape}`);
  const project = projectOf(problem, item);
  if (phasesByProject(problem)[project] === undefined)
    fault(`item ${item} is of project ${project}, unknown`);
  checkMeans(problem, item);
  checkLevelPrices(problem, item);
  checkFixed(problem, item);
}

function checkMeans({ phase_mean, phase_count, levels }: MarkdownProblem, item: number): void {
  const width = phase_count * levels.length;
  for (let at = item * width; at < (item + 1) * width; at++) {
    const mean = phase_mean[at] ?? Number.NaN;
    if (!(mean >= 0 && mean < Number.POSITIVE_INFINITY)) fault(`a mean of item ${item} is ${mean}`);
  }
}

function checkLevelPrices({ level_price, level_base_price, levels }: MarkdownProblem, item: number): void {
  for (const prices of [level_price, level_base_price]) {
    if (!prices) continue;
    for (let level = 0; level < levels.length; level++) {
      const price = prices[item * levels.length + level] ?? Number.NaN;
      if (price < 0 || price === Number.POSITIVE_INFINITY)
        fault(`price of item ${item} at level ${level} is ${price}`);
    }
  }
}

function checkFixed(problem: MarkdownProblem, item: number): void {
  const fixed = problem.fixed_level[item] ?? -1;
  if (fixed < 0) return;
  const least = Math.max(problem.min_level[item] ?? 0, problem.previous_level[item] ?? 0);
  const most = problem.max_level[item] ?? 0;
  if (fixed < least || fixed > most)
    fault(`fixed level ${fixed} of item ${item} is outside its levels, ${least} to ${most}`);
  if (!isOffered(problem, item, fixed)) fault(`fixed level ${fixed} of item ${item} is not offered`);
}

function checkRule(problem: MarkdownProblem, rule: Constraint, position: number): void {
  const amounts =
    rule.kind === 'budget'
      ? [rule.max_amount]
      : rule.kind === 'min_profit' || rule.kind === 'min_merit'
        ? [rule.min_amount]
        : rule.kind === 'sell_through'
          ? [rule.min_share]
          : [rule.min_share, rule.max_share];
  const wrong = amounts.find((amount) => !Number.isFinite(amount));
  if (wrong !== undefined) fault(`a bound of rule ${position} (${rule.kind}) is ${wrong}`);
  if (rule.project !== undefined && phasesByProject(problem)[rule.project] === undefined)
    fault(`rule ${position} (${rule.kind}) is about project ${rule.project}, unknown`);
  if ('level' in rule && problem.levels[rule.level] === undefined)
    fault(`rule ${position} (${rule.kind}) is about level ${rule.level}, unknown`);
}

function fault(what: string): never {
  throw new RangeError(`optimise: ${what}`);
}
