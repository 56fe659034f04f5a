import { FIELDS, type ResidualValue, residualValueFault } from '@palier/domain';
import { shareTyped, typedShare } from '../typed-share.ts';

/** A rule as it is typed: shares in percents. */
export interface TypedRule {
  /** '': one share for all. */
  field: string;
  rows: readonly { value: string; share: string }[];
  other: string;
}

/** A stored rule has its values in no order of its own: they are listed by name. */
export function typedRule({ field, values, other }: ResidualValue): TypedRule {
  const rows = Object.entries(values)
    .sort(([left], [right]) => left.localeCompare(right, 'fr'))
    .map(([value, share]) => ({ value, share: typedShare(share) }));
  return { field: field ?? '', rows, other: typedShare(other) };
}

/** The rule that was typed; null while some of it cannot be read. Empty lines are none. */
export function ruleTyped({ field, rows, other }: TypedRule): ResidualValue | null {
  const rest = shareTyped(other);
  const filled =
    field === '' ? [] : rows.filter(({ value, share }) => value.trim() !== '' || share.trim() !== '');
  const named = filled.map(({ value, share }): [string, number | null] => [value.trim(), shareTyped(share)]);
  const isTwice = new Set(named.map(([value]) => value.toLocaleLowerCase('fr-FR'))).size < named.length;
  if (rest === null || isTwice) return null;
  const values: Record<string, number> = {};
  for (const [value, share] of named) {
    if (value === '' || share === null) return null;
    values[value] = share;
  }
  return { field: field === '' ? null : field, values, other: rest };
}

/** The fields whose values may decide, the one in force always with them. */
export function residualFields(current: string): { value: string; label: string }[] {
  const offered = FIELDS.filter(
    ({ id, technical }) => !technical && residualValueFault({ field: id, values: {}, other: 0 }) === null,
  ).map(({ id, label }) => ({ value: id, label }));
  const own = current !== '' && !offered.some(({ value }) => value === current);
  return [...offered, ...(own ? [{ value: current, label: current.replace('attributes.', '') }] : [])];
}
