import type { FileKind } from '../types.ts';
import type { ColumnView, TableView } from './table.ts';

/** Of its values, for a column to be of movements whatever its heading. */
const MOSTLY = 0.8;

/** A list of articles whose only code is of variants, without their sizes: what has the code is the product. */
export function withProduct(kind: FileKind, found: Map<string, ColumnView>): Map<string, ColumnView> {
  const code = found.get('item_id');
  if (kind !== 'items' || !code || found.has('item_group_id') || found.has('size')) return found;
  found.delete('item_id');
  return found.set('item_group_id', code);
}

/** « Internal ID » numbers the rows of a system: the code that its users know stands under « Name ». */
export function withNamedCode(
  found: Map<string, ColumnView>,
  { columns }: TableView,
): Map<string, ColumnView> {
  const code = found.get('item_group_id');
  const isBare = code?.meaning.concepts.has('code') === true && code.meaning.concepts.size === 1;
  if (!code || !isBare || code.values.whole < MOSTLY || found.has('item_id')) return found;
  const named = columns.find(
    ({ position, meaning: { concepts }, values }) =>
      position !== code.position && concepts.size === 1 && concepts.has('name') && values.coded >= MOSTLY,
  );
  if (!named) return found;
  for (const column of ['title', 'name']) if (found.get(column) === named) found.delete(column);
  return found.set('item_group_id', named);
}

/** A ledger says which of its rows are sales, under any heading: `Postenart`, « Causale ». */
export function withMovements(
  kind: FileKind,
  found: Map<string, ColumnView>,
  { columns }: TableView,
): Map<string, ColumnView> {
  if (kind !== 'sales' || found.has('movement')) return found;
  const taken = new Set([...found.values()].map(({ position }) => position));
  const movement = columns.find(
    ({ position, values }) => !taken.has(position) && values.movements >= MOSTLY && values.distinct > 1,
  );
  return movement ? found.set('movement', movement) : found;
}
