import type { FieldDefinition } from '../catalogue/field.ts';
import { findField } from '../catalogue/fields.ts';

/**
 * ρ, the residual value of a leftover as a share of its cost, by the values of a field: a permanent keeps its cost,
 * a seasonal product loses most of it at the season's end.
 */
export interface ResidualValue {
  /** Field whose values decide; null: every line has `other`. */
  field: string | null;
  /** Share, 0 to 1, by value of the field; case and spaces around do not count. */
  values: Readonly<Record<string, number>>;
  /** Share of the lines whose value is not named, or that have none. */
  other: number;
}

/** The default of an organisation: permanents keep their cost, all the rest a fifth of it. */
export const DEFAULT_RESIDUAL_VALUE: ResidualValue = {
  field: 'tags',
  values: { Permanent: 1 },
  other: 0.2,
};

/** Columns of the retailer's own files: only its projects know them. */
const OWN_FIELD = 'attributes.';

/** The rule that a project's lines follow: its own, else the organisation's, else the usual one. */
export function residualValueOf(
  project: ResidualValue | null,
  organization: ResidualValue | null | undefined,
): ResidualValue {
  return project ?? organization ?? DEFAULT_RESIDUAL_VALUE;
}

/** What is wrong with a rule, in French; null when nothing is. Shares are taken to be between 0 and 1. */
export function residualValueFault({ field, values }: ResidualValue): string | null {
  if (field === null)
    return Object.keys(values).length > 0 ? 'Des valeurs sont données sans dire de quel champ.' : null;
  if (field.startsWith(OWN_FIELD)) return null;
  const known = findField(field);
  if (known?.source === 'static' && hasNamedValues(known)) return null;
  return `Le champ « ${known?.label ?? field} » ne peut pas dire ce que garde un invendu.`;
}

/** Whether a field's values are texts that a rule can name: sizes and tags are, a list of figures is not. */
export function hasNamedValues({ type, filterable }: FieldDefinition): boolean {
  return type === 'string' || (type === 'list' && filterable);
}

const bare = (value: string): string => value.trim().toLocaleLowerCase('fr-FR');

/** Reads the share that a rule names for one value of its field; undefined when it does not name the value. */
export function namedShareReader({ values }: ResidualValue): (value: string) => number | undefined {
  const shares = new Map(Object.entries(values).map(([value, share]) => [bare(value), share]));
  return (value) => shares.get(bare(value));
}

/**
 * Reads the residual value of lines: the function answers ρ from a line's values of the field (none: `other`). Where
 * several of its values are named, as tags may be, the highest counts.
 */
export function residualValueReader(rule: ResidualValue): (values: readonly string[]) => number {
  const shareOf = namedShareReader(rule);
  return (values) => {
    const named = values.flatMap((value) => shareOf(value) ?? []);
    return named.length === 0 ? rule.other : Math.max(...named);
  };
}

/** What a line's unsold units lose of their cost at the project's end: (1 − ρ) × cost × units left. */
export function leftoverLoss(residualValue: number, cost: number, unitsLeft: number): number {
  return (1 - residualValue) * cost * unitsLeft;
}

/**
 * « Marge après invendus » of a line: its margin on units sold less what its unsold units lose. Lines add up. It
 * exists to the project's end alone: margin and units left are those of that day.
 */
export function profitAfterLeftovers(
  profit: number,
  residualValue: number,
  cost: number,
  unitsLeft: number,
): number {
  return profit - leftoverLoss(residualValue, cost, unitsLeft);
}

/** The mean ρ of lines, by the cost of their stock; null when no cost of stock is known. */
export function meanResidualValue(
  residualValue: ArrayLike<number>,
  cost: ArrayLike<number>,
  stock: ArrayLike<number>,
): number | null {
  let kept = 0;
  let whole = 0;
  for (let line = 0; line < residualValue.length; line++) {
    const value = (cost[line] ?? Number.NaN) * Math.max(0, stock[line] ?? Number.NaN);
    if (!Number.isFinite(value)) continue;
    whole += value;
    kept += (residualValue[line] ?? 1) * value;
  }
  return whole > 0 ? kept / whole : null;
}
