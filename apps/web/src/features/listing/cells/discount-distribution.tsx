import { type DiscountBucket, MISSING, NARROW_SPACE } from '@palier/domain';
import type { ReactNode } from 'react';
import { bucketOf, shownDiscounts } from '../../../lib/distribution.ts';
import { countOf } from '../../../lib/french.ts';
import type { Figures, Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext } from './context.ts';
import styles from './discount-distribution.module.css';
import { percentText } from './discount-text.ts';

const SHADES = ['var(--d0)', 'var(--d20)', 'var(--d30)', 'var(--d40)', 'var(--d50)', 'var(--d60)'] as const;

type DistributionContext = Pick<CellContext, 'levels' | 'objective'>;

/** Deeper discounts are darker, whatever the number of levels. */
function levelShade(level: number, levels: readonly number[]): string {
  if (level <= 0) return SHADES[0];
  const highest = Math.max(...levels, 1);
  return SHADES[Math.max(1, Math.min(5, Math.round((level / highest) * 5)))] as string;
}

/** Products at each discount, with the objective's marks. */
function Distribution({
  buckets,
  context,
  height,
  label,
}: {
  buckets: readonly DiscountBucket[];
  context: DistributionContext;
  height: number;
  /** What it says to screen readers, when it is not how many products there are at each level. */
  label?: string;
}): ReactNode {
  const levelsShown = shownDiscounts(context.levels, context.levels, buckets);
  const counts = new Map(levelsShown.map((level) => [level, bucketOf(buckets, level).count]));
  const total = buckets.reduce((sum, bucket) => sum + bucket.discount_count, 0);
  const levels = levelsShown.filter(
    (level) => level !== 10 || (counts.get(10) ?? 0) > 0 || context.levels.length < 7,
  );
  const wantedQty = (level: number): number => ((context.objective?.[String(level)] ?? 0) * total) / 100;
  const highest = Math.max(1, ...levels.map((level) => Math.max(counts.get(level) ?? 0, wantedQty(level))));
  const bar = height - 12;
  const counted = levels.map((level) => `${level} % : ${counts.get(level) ?? 0}`).join(', ');
  return (
    <span
      className={styles.histogram}
      data-part="histogram"
      style={{ height }}
      role="img"
      aria-label={label ?? `Produits par démarque : ${counted}`}
    >
      {levels.map((level) => (
        <span
          key={level}
          title={`${level}${NARROW_SPACE}% : ${countOf(counts.get(level) ?? 0, 'produit', 'produits')}`}
        >
          <i
            style={{
              height: Math.max(1, Math.round(((counts.get(level) ?? 0) / highest) * bar)),
              background: levelShade(level, context.levels),
            }}
          />
          {context.objective ? (
            <u style={{ bottom: 12 + Math.round((wantedQty(level) / highest) * bar) }} />
          ) : null}
          {level}
        </span>
      ))}
    </span>
  );
}

/** A product's place under its group's bars: its own level alone is filled. */
function OwnPlace({
  line,
  context,
  height,
}: {
  line: Line;
  context: DistributionContext;
  height: number;
}): ReactNode {
  const pct = line.discount_pct ?? null;
  if (pct === null) return <span className={shared.value}>{MISSING}</span>;
  const buckets = [{ discount_pct: pct, discount_count: 1 }];
  return (
    <Distribution
      buckets={buckets as DiscountBucket[]}
      context={{ ...context, objective: null }}
      height={Math.min(height, 36)}
      label={`Place du produit\u202f: ${percentText(pct)}`}
    />
  );
}

export function DistributionCell({
  row,
  context,
  height,
}: {
  row: Figures;
  context: DistributionContext;
  height: number;
}): ReactNode {
  const buckets = (row as Group).discount_pct_distribution;
  if (buckets) return <Distribution buckets={buckets} context={context} height={height} />;
  return <OwnPlace line={row as Line} context={context} height={height} />;
}
