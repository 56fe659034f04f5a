/** What of an answer tells costs, by the names that the API gives it: any of these words in a name. */
const TELLING = /(^|_)(cost|cogs|profit|margin|markup|rebate|merit|residual|loss)(_|$)/;
/** A plan's worth, and how far it is from the best one. */
const WORTH: ReadonlySet<string> = new Set(['objective_value', 'gap']);
/** Rules that somebody set, which tell no product's cost. */
const RULES: ReadonlySet<string> = new Set(['never_below_cost', 'below_known_cost', 'cost_share_of_price']);
/** Limits that somebody set, each under the name of what it watches: kept as they are. */
const LIMITS = 'thresholds';

/** Whether a member of an answer tells costs or margins. */
export function tellsCosts(name: string): boolean {
  const own = name.slice(name.lastIndexOf('.') + 1);
  return !RULES.has(own) && (WORTH.has(own) || TELLING.test(own));
}

/** An answer without anything that tells costs, whatever call gives it. */
export function withoutCosts<T>(value: T): T;
export function withoutCosts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withoutCosts(one));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      tellsCosts(name) ? [] : [[name, name === LIMITS ? member : withoutCosts(member)]],
    ),
  );
}
