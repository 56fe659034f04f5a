import {
  type ColumnDefinition,
  currencyDigits,
  fieldCurrency,
  findField,
  formatCoefficient,
  formatCompactMoney,
  formatDate,
  formatDelta,
  formatFieldValue,
  formatMoney,
  formatQuantity,
  formatter,
  HORIZON_FAMILY,
  HORIZONS,
  type Horizon,
  isShown,
  MISSING,
  markedDownPrice,
  NARROW_SPACE,
  readField,
  readNumber,
  sharePct,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf } from '../../../lib/french.ts';
import { Scale } from '../../../ui/scale.tsx';
import { effectOf } from '../edit/effect.ts';
import { referenceMarks } from '../edit/use-references.ts';
import { standingRate } from '../rows/price.ts';
import type { EffectMeasure, Figures, Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext, GroupCellProps, LineCellProps } from './context.ts';
import styles from './figures.module.css';

interface EffectKey {
  horizon: Horizon;
  measure: EffectMeasure;
}

const EFFECT_FIELDS: Record<string, EffectKey> = {
  discount_budget: { horizon: 'phase', measure: 'discount_budget' },
  ...Object.fromEntries(
    HORIZONS.flatMap((horizon) =>
      (['sales_qty', 'sales', 'profit', 'profit_after_leftovers', 'stock', 'discount_budget'] as const).map(
        (measure) => [`${HORIZON_FAMILY[horizon]}.${measure}`, { horizon, measure }],
      ),
    ),
  ),
};

/** A decimal always, none from a thousand: figures of a column stand comma under comma. */
export function alignFigure(value: number | null | undefined, digits = 1): string {
  const decimals = Math.abs(value ?? 0) >= 999.95 ? 0 : digits;
  return formatter(`,.${decimals}f`)(value);
}

/** « 30,0 % »: a rate in points, its decimal always said. */
export function alignedPercent(points: number | null | undefined, digits = 1): string {
  return isShown(points) ? `${alignFigure(points, digits)}${NARROW_SPACE}%` : MISSING;
}

/** The measure of the session's effect that a column shows, if it shows one. */
function effectKey(column: ColumnDefinition): EffectKey | null {
  return EFFECT_FIELDS[column.fields[0] ?? ''] ?? null;
}

/** The change that edits made to a column of a row; null when there is none to show. */
export function columnEffect(row: Figures, column: ColumnDefinition): number | null {
  const key = effectKey(column);
  const change = key ? (effectOf(row)?.[key.horizon][key.measure] ?? null) : null;
  return change === null || Math.abs(change) < 0.5 ? null : change;
}

function currencyOf(column: ColumnDefinition, context: CellContext): string {
  const field = findField(column.fields[0] ?? '');
  return field ? fieldCurrency(field, context) : context.catalog_currency;
}

/** The measures that stand on a scale in group rows; units follow the turnover closely. */
const SCALED = new Set<string>(['sales', 'profit', 'profit_after_leftovers', 'stock', 'discount_budget']);

/** A group's figure on the scale of its references: doing nothing, last year, the maximum, before and now. */
export function GroupScale({ group, column, context }: Omit<GroupCellProps, 'groupId'>): ReactNode {
  const key = effectKey(column);
  const value = readNumber(group, column.fields[0] ?? '');
  if (!key || !SCALED.has(key.measure) || value === null || group.keys.length === 0) return null;
  const marks = referenceMarks(context.references(group.keys), key.horizon, key.measure);
  if (marks.length === 0) return null;
  const currency = column.group_view === 'money' ? currencyOf(column, context) : null;
  const text = (figure: number): string =>
    currency ? formatCompactMoney(figure, currency) : formatQuantity(figure);
  const before =
    columnEffect(group, column) === null
      ? undefined
      : (group.before?.[key.horizon][key.measure] ?? undefined);
  const label = [
    `${column.label} ${text(value)}`,
    ...marks.map((mark) => `${mark.label} ${text(mark.value)}`),
    ...(before === undefined ? [] : [`avant ${text(before)}`]),
  ].join(' · ');
  return (
    <Scale
      value={value}
      marks={marks}
      label={label}
      width={72}
      {...(before === undefined ? {} : { before })}
    />
  );
}

/** The number of a column, for a product or a group; units are in the header, a group's money is in k€. */
export function figureText(
  row: Figures,
  column: ColumnDefinition,
  context: CellContext,
  group: boolean,
): string {
  const value = readNumber(row, column.fields[0] ?? '');
  const view = group ? column.group_view : column.product_view;
  if (!isShown(value)) return MISSING;
  if (view === 'money')
    return group ? formatCompactMoney(value, currencyOf(column, context)) : formatQuantity(value);
  if (view === 'percent' || view === 'availability') return alignedPercent(value);
  if (view === 'coefficient') return formatCoefficient(value);
  // A group's average of hundreds a week is read without its decimal, a product's few with it.
  const whole = view === 'quantity' || (group && Math.abs(value) >= 100);
  return whole ? formatQuantity(value) : alignFigure(value);
}

/** A number drawn for a product: units are in the header; a group's money is in k€ with the full value in the tooltip. */
export function Figure({
  row,
  column,
  context,
  group,
}: {
  row: Figures;
  column: ColumnDefinition;
  context: CellContext;
  group: boolean;
}): ReactNode {
  const value = readNumber(row, column.fields[0] ?? '');
  const change = columnEffect(row, column);
  const view = group ? column.group_view : column.product_view;
  const money = view === 'money';
  const currency = money ? currencyOf(column, context) : '';
  const text = figureText(row, column, context, group);
  const changeText =
    change === null
      ? null
      : money && group
        ? formatCompactMoney(change, currency, true)
        : formatDelta(change);
  return (
    <>
      <span
        className={shared.value}
        title={money && isShown(value) ? formatMoney(value, currency) : undefined}
      >
        {text}
      </span>
      {changeText ? <span className={`${shared.note} ${styles.change}`}>{changeText}</span> : null}
      {group ? <GroupScale group={row as Group} column={column} context={context} /> : null}
    </>
  );
}

/** The stock of a row, and for a group its share of the listing. */
export function StockFigure({ group, column, context }: GroupCellProps): ReactNode {
  const stock = readNumber(group, column.fields[0] ?? '');
  return (
    <>
      <span className={shared.value}>{formatQuantity(stock)}</span>
      <span className={shared.note}>{alignedPercent(sharePct(stock ?? 0, context.total_stock))}</span>
    </>
  );
}

export function ShareFigure({ row, context }: { row: Figures; context: CellContext }): ReactNode {
  return (
    <span className={shared.value}>
      {alignedPercent(sharePct(row.stock_qty ?? 0, context.total_stock), 2)}
    </span>
  );
}

/** Prices are in the header's currency: the figure alone is shown, cents always (« 23,00 » beside « 58,49 »). */
export function priceText(value: number | null | undefined, catalog_currency: string): string {
  const digits = currencyDigits(catalog_currency);
  return formatter(`,.${digits}f`)(value);
}

function pricesOf(line: Line): number[] {
  return (Array.isArray(line.price) ? line.price : [line.price]).filter(isShown);
}

/** The price of a product, or its lowest and its highest. */
export function pricesText(line: Line, { catalog_currency }: CellContext): string {
  const prices = pricesOf(line);
  if (prices.length === 0) return MISSING;
  const low = priceText(Math.min(...prices), catalog_currency);
  const high = priceText(Math.max(...prices), catalog_currency);
  return low === high ? low : `${low} – ${high}`;
}

export function PriceCell({ line, context }: LineCellProps): ReactNode {
  const prices = pricesOf(line);
  const discounted = markedDownPrice(Math.min(...prices), standingRate(line, line.discount_pct ?? 0));
  return (
    <>
      <span className={shared.value}>{pricesText(line, context)}</span>
      {line.discount_pct && prices.length > 0 ? (
        <span className={`${shared.note} ${styles.strong}`} title="Prix démarqué">
          {priceText(discounted, context.catalog_currency)}
        </span>
      ) : null}
    </>
  );
}

export function PriceRangeCell({ group, context }: GroupCellProps): ReactNode {
  const { min_price: low, max_price: high } = group;
  if (!isShown(low) || !isShown(high)) return <span className={shared.note}>{MISSING}</span>;
  if (low === high) return <span className={shared.note}>{priceText(low, context.catalog_currency)}</span>;
  return (
    <span className={shared.note}>
      {`${priceText(low, context.catalog_currency)} –`}
      <br />
      {priceText(high, context.catalog_currency)}
    </span>
  );
}

const WEEK = 7 * 24 * 3600 * 1000;

function weeksOnSale(date: string, context: CellContext): string | null {
  if (!context.data_date) return null;
  const weeks = Math.floor((Date.parse(context.data_date) - Date.parse(date)) / WEEK);
  if (!Number.isFinite(weeks) || weeks < 0) return null;
  return countOf(weeks, 'semaine', 'semaines');
}

/** The day of a date's column, without what stands under it. */
export function dateText(line: Line, column: ColumnDefinition): string {
  const date = readField(line, column.fields[0] ?? '');
  return typeof date === 'string' ? formatDate(date) : MISSING;
}

export function DateCell({ line, column, context }: LineCellProps): ReactNode {
  const date = readField(line, column.fields[0] ?? '');
  return (
    <>
      <span className={shared.value}>{dateText(line, column)}</span>
      {typeof date === 'string' ? <span className={shared.note}>{weeksOnSale(date, context)}</span> : null}
    </>
  );
}

/** A range comes as [first, last], as { min, max } or as one date. */
function bounds(value: unknown): [string, string] | null {
  if (typeof value === 'string') return [value, value];
  if (Array.isArray(value) && typeof value[0] === 'string') return [value[0], String(value.at(-1))];
  if (typeof value !== 'object' || value === null) return null;
  const { min, max } = value as { min?: unknown; max?: unknown };
  return typeof min === 'string' && typeof max === 'string' ? [min, max] : null;
}

export function DateRangeCell({ group, column }: GroupCellProps): ReactNode {
  const range = bounds(readField(group, column.fields[0] ?? ''));
  if (!range) return <span className={shared.note}>{MISSING}</span>;
  const [first, last] = range;
  if (first === last) return <span className={shared.note}>{formatDate(first)}</span>;
  return (
    <span className={shared.note}>
      {`${formatDate(first)} –`}
      <br />
      {formatDate(last)}
    </span>
  );
}

/** What was done against what was forecast. */
export function CompletionCell({ row, column }: { row: Figures; column: ColumnDefinition }): ReactNode {
  const share = readNumber(row, column.fields[0] ?? '');
  const done = readNumber(row, column.fields[1] ?? '');
  const width = Math.max(0, Math.min(100, share ?? 0));
  return (
    <>
      <span className={shared.value}>{alignedPercent(share, 0)}</span>
      <span className={styles.meter} aria-hidden="true">
        <i style={{ width: `${width}%` }} />
      </span>
      <span className={shared.note}>{formatQuantity(done)}</span>
    </>
  );
}

/** A field featured under the product's name. */
export function featuredText(row: Figures, fieldId: string, context: CellContext): string {
  const field = findField(fieldId);
  const value = readField(row, fieldId);
  return field ? formatFieldValue(value, field, context) : typeof value === 'string' ? value : MISSING;
}
