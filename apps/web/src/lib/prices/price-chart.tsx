import type { PricedProduct } from '@palier/contract';
import {
  addDays,
  daysBetween,
  formatDateRange,
  formatMoney,
  formatNumber,
  formatShortDate,
  isShown,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { roundTicks } from '../round-ticks.ts';
import { lowestDays, type PriceStep, stepsThrough } from './price-days.ts';
import styles from './prices.module.css';

const WIDTH = 508;
const HEIGHT = 216;
const LEFT = 48;
const TOP = 24;
const FLOOR = HEIGHT - 28;

interface PriceChartProps {
  product: PricedProduct;
  currency: string;
  /** Of the phase that the price is of. */
  last_day: string;
}

/** The prices of the days before the first reduction, then of each phase, with the lowest and what it allows to announce. */
export function PriceChart({ product, currency, last_day }: PriceChartProps): ReactNode {
  const { counted_from, reduced_from, prior_price, announced_pct, phases } = product;
  const steps = stepsThrough(product);
  const prices = [
    ...steps.flatMap(({ price }) => price ?? []),
    ...(isShown(prior_price) ? [prior_price] : []),
  ];
  if (prices.length === 0) return null;
  const end = addDays(last_day, 1);
  const x = (day: string): number =>
    LEFT +
    (daysBetween(counted_from, day) / Math.max(1, daysBetween(counted_from, end))) * (WIDTH - LEFT - 4);
  const high = Math.max(...prices) * 1.06;
  const low = Math.min(...prices) * 0.88;
  const y = (price: number): number => TOP + ((high - price) / (high - low)) * (FLOOR - TOP);
  const current = phases.at(-1);
  const lowest = lowestDays(product);
  const marked = phases.filter(({ first_day }) => first_day >= reduced_from);
  const worked = x(current?.first_day ?? reduced_from);
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Prix de chaque jour du ${formatShortDate(counted_from)} au ${formatShortDate(last_day)}`}
      >
        <rect
          className={styles.before}
          x={LEFT}
          y={TOP - 6}
          width={x(reduced_from) - LEFT}
          height={FLOOR - TOP + 6}
        />
        <rect
          className={styles.worked}
          x={worked}
          y={TOP - 6}
          width={WIDTH - 4 - worked}
          height={FLOOR - TOP + 6}
        />
        <text className={styles.word} x={(LEFT + x(reduced_from)) / 2} y={11} textAnchor="middle">
          {`${daysBetween(counted_from, reduced_from)} jours avant`}
        </text>
        {roundTicks(low, high, 4).map((tick) => (
          <g key={tick}>
            <path className={styles.floor} d={`M${LEFT} ${y(tick)}H${WIDTH - 4}`} />
            <text className={styles.axis} x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {formatNumber(tick, 0)}
            </text>
          </g>
        ))}
        {marked.map(({ first_day, label }, index) => (
          <g key={first_day}>
            <path className={styles.mark} d={`M${x(first_day)} ${TOP - 6}V${FLOOR}`} />
            <text className={styles.word} x={x(first_day) + 3} y={11}>
              {/^Démarque \d+$/.test(label)
                ? `D${label.slice(9)}`
                : label.slice(0, marked.length > 2 ? 8 : 16)}
            </text>
            {(index === 0 || x(first_day) - x(marked[index - 1]?.first_day ?? '') > 52) && (
              <text
                className={styles.axis}
                x={Math.min(x(first_day), WIDTH - 24)}
                y={HEIGHT - 10}
                textAnchor="middle"
              >
                {formatShortDate(first_day)}
              </text>
            )}
          </g>
        ))}
        <text className={styles.axis} x={LEFT} y={HEIGHT - 10}>
          {formatShortDate(counted_from)}
        </text>
        {isShown(prior_price) && announced_pct !== null && (
          <path className={styles.reference} d={`M${x(reduced_from)} ${y(prior_price)}H${WIDTH - 4}`} />
        )}
        <path className={styles.step} d={stepPath(steps, end, x, y)} />
        {isShown(prior_price) && lowest && (
          <>
            <circle className={styles.lowest} cx={x(lowest.from)} cy={y(prior_price)} r={4} />
            <text
              className={styles.lowText}
              x={inside(x(lowest.from))}
              y={y(prior_price) + 18}
              textAnchor="middle"
            >
              {`plus bas\u202f: ${formatMoney(prior_price, currency)}`}
            </text>
            <text
              className={styles.axis}
              x={inside(x(lowest.from))}
              y={y(prior_price) + 32}
              textAnchor="middle"
            >
              {product.prior_price_source === 'till'
                ? `en caisse le ${formatShortDate(lowest.from)}`
                : formatDateRange(lowest.from, addDays(lowest.until, -1))}
            </text>
          </>
        )}
        {isShown(current?.price) && (
          <text
            className={styles.word}
            x={WIDTH - 6}
            y={Math.min(FLOOR - 4, y(current.price) + 16)}
            textAnchor="end"
          >
            {formatMoney(current.price, currency)}
          </text>
        )}
      </svg>
    </figure>
  );
}

/** Where a text in the middle of a point stays whole. */
const inside = (x: number): number => Math.min(WIDTH - 70, Math.max(LEFT + 60, x));

function stepPath(
  steps: readonly PriceStep[],
  end: string,
  x: (day: string) => number,
  y: (price: number) => number,
): string {
  let drawn = false;
  return steps
    .map(({ date, price }, index) => {
      if (price === null) {
        drawn = false;
        return '';
      }
      const move = drawn ? 'L' : 'M';
      drawn = true;
      return `${move}${x(date)} ${y(price)}H${x(steps[index + 1]?.date ?? end)}`;
    })
    .join('');
}
