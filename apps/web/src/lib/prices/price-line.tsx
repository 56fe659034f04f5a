import type { PricedProduct } from '@palier/contract';
import { daysBetween, formatMoney, formatShortDate, isShown } from '@palier/domain';
import type { ReactNode } from 'react';
import { stepsBefore } from './price-days.ts';
import styles from './prices.module.css';

const WIDTH = 120;
const HEIGHT = 30;

interface PriceLineProps {
  product: Pick<
    PricedProduct,
    'counted_from' | 'reduced_from' | 'days' | 'prior_price' | 'prior_price_date' | 'selling_price'
  >;
  currency: string;
}

/** The price of each of the days before the first reduction, as a small line; the lowest is marked. */
export function PriceLine({ product, currency }: PriceLineProps): ReactNode {
  const { counted_from, reduced_from, prior_price, prior_price_date, selling_price } = product;
  const steps = stepsBefore(product);
  // The till may tell a price that no list does.
  const known = [
    ...steps.flatMap(({ price }) => price ?? []),
    ...(isShown(prior_price) ? [prior_price] : []),
  ];
  if (known.length === 0) return <span className="muted">inconnu</span>;
  const total = Math.max(1, daysBetween(counted_from, reduced_from));
  const high = Math.max(...known);
  const low = Math.min(...known);
  const x = (day: string): number => 4 + (daysBetween(counted_from, day) / total) * (WIDTH - 8);
  const y = (price: number): number => (high === low ? 10 : 6 + ((high - price) / (high - low)) * 14);
  const path = steps
    .flatMap(({ date, price }, index) =>
      price === null
        ? []
        : [`${index === 0 ? 'M' : 'L'}${x(date)} ${y(price)}H${x(steps[index + 1]?.date ?? reduced_from)}`],
    )
    .join('')
    .replace(/^L/, 'M');
  const lower = isShown(prior_price) && isShown(selling_price) && prior_price < selling_price - 0.004;
  const label = `Du ${formatShortDate(counted_from)} à la première réduction${lower ? `, le plus bas ${formatMoney(prior_price, currency)}` : ''}`;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path className={styles.floor} d={`M2 ${HEIGHT - 1.5}H${WIDTH - 2}`} />
      <path className={styles.step} d={path} />
      {isShown(prior_price) && prior_price_date !== null && (
        <circle
          className={lower ? styles.lowest : styles.usual}
          cx={x(prior_price_date < counted_from ? counted_from : prior_price_date)}
          cy={y(Math.min(high, Math.max(low, prior_price)))}
          r={3}
        />
      )}
    </svg>
  );
}
