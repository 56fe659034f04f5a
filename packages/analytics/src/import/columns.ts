import type { ColumnSpec, KindSpec } from './column-spec.ts';
import { CONTROL } from './control-columns.ts';
import { EQUIVALENTS } from './equivalent-columns.ts';
import { FORECASTS } from './forecast-columns.ts';
import { ITEMS, PRICES } from './item-columns.ts';
import { ORDERS, SALES, STOCK } from './movement-columns.ts';
import { PACKS } from './pack-columns.ts';
import { PLACES, PROJECTS } from './place-columns.ts';
import { RATES } from './rate-columns.ts';
import type { FileKind } from './types.ts';

export type { ColumnSpec, KindSpec } from './column-spec.ts';

/** What a customer's files may be, with the headings that tell. */
export const KINDS: readonly KindSpec[] = [
  ...[ITEMS, SALES, STOCK, PRICES, ORDERS, FORECASTS],
  ...[PLACES, RATES, EQUIVALENTS, PACKS, CONTROL, PROJECTS],
];

export function kindSpec(kind: FileKind): KindSpec {
  const found = KINDS.find((spec) => spec.kind === kind);
  if (!found) throw new RangeError(`unknown kind: ${kind}`);
  return found;
}

export function columnSpec(kind: FileKind, name: string): ColumnSpec | undefined {
  return kindSpec(kind).columns.find((column) => column.name === name);
}
