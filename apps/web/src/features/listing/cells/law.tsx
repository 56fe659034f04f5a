import {
  formatShortDate,
  MISSING,
  NARROW_SPACE,
  PRIOR_PRICE_STATE_LABELS,
  readField,
  readNumber,
} from '@palier/domain';
import type { ReactNode } from 'react';
import type { Figures } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext, GroupCellProps, LineCellProps } from './context.ts';
import { realRateText } from './discount-text.ts';
import { alignedPercent, priceText } from './figures.tsx';

/** How sure a prior price is, in a word under it. */
const STATE_NOTES: Readonly<Record<string, string>> = {
  till: 'à confirmer',
  recent: 'moins de 30 jours',
};

/** The price that the label bears, and the rate that it stands at where it is not the one decided. */
export function LabelPriceCell({ line, context }: LineCellProps): ReactNode {
  const rate = realRateText(line);
  return (
    <>
      <span className={shared.value}>
        {priceText(readNumber(line, 'label_price'), context.catalog_currency)}
      </span>
      {rate ? <span className={shared.note}>{rate}</span> : null}
    </>
  );
}

/** What the label goes above the one signed in the phase before, which stands under it. */
export function PriceRiseCell({ row, context }: { row: Figures; context: CellContext }): ReactNode {
  const rise = readNumber(row, 'price_rise');
  const signed = readNumber(row, 'signed_price');
  if (rise === null) return <span className={shared.value}>{MISSING}</span>;
  const currency = context.catalog_currency;
  return (
    <>
      <span className={shared.value}>{`+${priceText(rise, currency)}`}</span>
      {signed === null ? null : <span className={shared.note}>{`signé ${priceText(signed, currency)}`}</span>}
    </>
  );
}

/** The prior price, with the day that had it where it is not the selling price, or why it is in doubt. */
export function PriorPriceCell({ line, context }: LineCellProps): ReactNode {
  const prior = readNumber(line, 'prior_price');
  const state = String(readField(line, 'prior_price_state') ?? '');
  const day = readField(line, 'prior_price_date');
  const title = (PRIOR_PRICE_STATE_LABELS as Readonly<Record<string, string>>)[state];
  if (prior === null)
    return (
      <span className={shared.note} title={title}>
        inconnu
      </span>
    );
  const price = Array.isArray(line.price) ? line.price[0] : line.price;
  const lower = typeof price === 'number' && prior < price - 0.004;
  const on = lower && typeof day === 'string' ? formatShortDate(day) : 'prix de vente';
  return (
    <>
      <span className={shared.value}>{priceText(prior, context.catalog_currency)}</span>
      <span className={shared.note} title={title}>
        {STATE_NOTES[state] ?? on}
      </span>
    </>
  );
}

/** The lowest and the highest price of a group. */
export function PriceFieldRange({ group, column, context }: GroupCellProps): ReactNode {
  const range = readField(group, column.fields[0] ?? '');
  const [low, high] = Array.isArray(range) ? range : [];
  if (typeof low !== 'number' || typeof high !== 'number')
    return <span className={shared.note}>{MISSING}</span>;
  const text = low === high ? [low] : [low, high];
  return (
    <span className={shared.note}>
      {text.map((value) => priceText(value, context.catalog_currency)).join(' – ')}
    </span>
  );
}

/** « −12 % » of the prior price, or why nothing may be announced. */
export function AnnouncedCell({ line }: LineCellProps): ReactNode {
  const kind = readField(line, 'announcement');
  const announced = readNumber(line, 'announced_pct');
  if (kind === 'unknown') return <span className={shared.note}>inconnu</span>;
  if (kind === 'none') return <span className={shared.note}>sans annonce</span>;
  if (announced === null) return <span className={shared.value}>{MISSING}</span>;
  return (
    <span className={shared.value} title={kind === 'less' ? 'Moins que la démarque décidée' : undefined}>
      {`−${announced}${NARROW_SPACE}%`}
    </span>
  );
}

export function MeanAnnounced({ group }: GroupCellProps): ReactNode {
  return <span className={shared.value}>{alignedPercent(readNumber(group, 'announced_pct'))}</span>;
}
