import type { FileKind } from '../types.ts';
import type { ColumnView, TableView } from './table.ts';

const says = (
  { meaning: { concepts } }: ColumnView,
  concept: 'price' | 'partial' | 'discount' | 'former',
): boolean => concepts.has(concept);

/**
 * Two prices of one product side by side: what it was (« Prix barré », « Was », `compare_at_price`) is the list price,
 * what it is sold at is a reduced one; of a line sold, the reduced one was paid.
 */
export function withListPrice(
  kind: FileKind,
  found: Map<string, ColumnView>,
  { columns }: TableView,
): Map<string, ColumnView> {
  const free = columns.filter((view) => ![...found.values()].includes(view) && says(view, 'price'));
  if (kind === 'sales') {
    const paid = free.find((view) => says(view, 'discount') && view.values.numbers > 0.5);
    return paid && found.has('unit_price') ? found.set('unit_price', paid) : found;
  }
  const asked = found.get('price');
  if (kind !== 'prices' && kind !== 'items') return found;
  const former = free.find((view) => says(view, 'former'));
  if (!asked && former && found.has('reduced_price')) return found.set('price', former);
  if (!asked || says(asked, 'partial')) return found;
  const before = free.find((view) => says(view, 'partial'));
  return before
    ? found.set('price', before).set('reduced_price', found.get('reduced_price') ?? asked)
    : found;
}
