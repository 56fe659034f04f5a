import { isDiscountChanged } from '@palier/domain';
import { type RawBuilder, sql } from 'kysely';
import type { DecisionChanges, DiscountRow } from './decision-changes.ts';

/** Who writes lines, when, and the project's version. */
export interface Stamp {
  version: number;
  at: Date;
  user_id: string;
}

/** What says the discount of a line. */
export const DISCOUNT_COLUMNS = [
  'included',
  'discount_pct_user',
  'discount_pct_auto',
  'discount_pct_min',
  'discount_pct_max',
  'previous_discount_pcts',
] as const;
/** The same, and the comment on it. */
const STAMPED = [
  ...DISCOUNT_COLUMNS,
  'discount_pct_update_description',
] as const satisfies readonly (keyof DecisionChanges)[];
type StampedColumn = (typeof STAMPED)[number];

/**
 * Whether changes are by whom the line is « modifiée »: they change its discount, or comment on it. A review, a goal or
 * bounds that leave the discount as it is are written by somebody who changed none.
 */
export function isStamped(line: DiscountRow, changes: DecisionChanges): boolean {
  const after = { ...line, ...changes };
  const { discount_pct_update_description: comment } = after;
  const former = line.discount_pct_update_description ?? '';
  return isDiscountChanged(line, after) || (comment !== null && comment !== former);
}

/** What every update of lines `d` sets beside their decision; `isStamped` in SQL. */
export function stampSql(
  { version, at, user_id }: Stamp,
  columns: readonly string[],
  /** The value that a column takes. */
  after: (column: StampedColumn) => string,
): RawBuilder<unknown> {
  const written = STAMPED.filter((column) => columns.includes(column));
  if (written.length === 0) return sql`version = ${version}`;
  const taken = (column: StampedColumn) => (written.includes(column) ? after(column) : before(column));
  const discounts = (of: typeof before) => sql.raw(`${effective(of)}, ${worked(of)}`);
  const comment = sql.raw(taken('discount_pct_update_description'));
  const changed = sql`((${discounts(before)}) is distinct from (${discounts(taken)})
    or coalesce(${comment} <> coalesce(d.discount_pct_update_description, ''), false))`;
  return sql`version = ${version},
    discount_pct_update_date = case when ${changed} then ${at}::timestamptz else d.discount_pct_update_date end,
    discount_pct_update_user = case when ${changed} then ${user_id}::text else d.discount_pct_update_user end`;
}

const before = (column: StampedColumn): string => `d.${column}`;

/** `effectiveDiscount`: `greatest` and `least` leave out what is null. */
function effective(of: typeof before): string {
  const auto = of('discount_pct_auto');
  const shielded = `least(greatest(${auto}, ${of('discount_pct_min')}), ${of('discount_pct_max')})`;
  return `coalesce(${of('discount_pct_user')}, case when ${auto} is not null then ${shielded} end)`;
}

/** `workedDiscount`. */
function worked(of: typeof before): string {
  const previous = of('previous_discount_pcts');
  return `coalesce(case when ${of('included')} then ${effective(of)} end, (${previous})[cardinality(${previous})], 0)`;
}
