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

/** The lines of a rule that say something: empty ones are none. */
function namedRows({ field, rows }: TypedRule): { value: string; share: string }[] {
  if (field === '') return [];
  return rows
    .map(({ value, share }) => ({ value: value.trim(), share: share.trim() }))
    .filter(({ value, share }) => value !== '' || share !== '');
}

/** Why what is typed is not a rule, in a sentence; null when it is one. */
export function residualRuleFault(typed: TypedRule): string | null {
  const seen = new Set<string>();
  for (const { value, share } of namedRows(typed)) {
    if (value === '') return 'Nommez chaque valeur à laquelle vous donnez une part.';
    if (shareTyped(share) === null) return `Donnez la part que garde « ${value} », de 0 à 100 %.`;
    const name = value.toLocaleLowerCase('fr-FR');
    if (seen.has(name)) return `« ${value} » est donnée deux fois : gardez une seule ligne.`;
    seen.add(name);
  }
  if (shareTyped(typed.other) !== null) return null;
  return typed.field === ''
    ? 'Donnez la part que garde un invendu, de 0 à 100 %.'
    : 'Donnez la part que gardent tous les autres, de 0 à 100 %.';
}

/** The rule that was typed; null while some of it cannot be read. */
export function ruleTyped(typed: TypedRule): ResidualValue | null {
  if (residualRuleFault(typed) !== null) return null;
  const values = namedRows(typed).map(({ value, share }): [string, number] => [
    value,
    shareTyped(share) ?? 0,
  ]);
  return {
    field: typed.field === '' ? null : typed.field,
    values: Object.fromEntries(values),
    other: shareTyped(typed.other) ?? 0,
  };
}

/** The fields whose values may decide, the one in force always with them. */
export function residualFields(current: string): { value: string; label: string }[] {
  const offered = FIELDS.filter(
    ({ id, technical }) => !technical && residualValueFault({ field: id, values: {}, other: 0 }) === null,
  ).map(({ id, label }) => ({ value: id, label }));
  const own = current !== '' && !offered.some(({ value }) => value === current);
  return [...offered, ...(own ? [{ value: current, label: current.replace('attributes.', '') }] : [])];
}
