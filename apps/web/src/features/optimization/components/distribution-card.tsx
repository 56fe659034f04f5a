import type { PlanComparison } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { discountName } from '../../../lib/discount-name.ts';
import { Card } from '../../../ui/card.tsx';
import { depthColor } from '../../../ui/colors.ts';
import { PartsBar } from '../../../ui/marks.tsx';
import type { Compared } from '../model/results.ts';
import styles from './comparison.module.css';
import { RunLetter } from './run-letter.tsx';

type Buckets = PlanComparison['current']['discount_distribution'];

/** Products at each discount: the plan in force, then each result, on the same lines. */
export function DistributionCard({
  comparison,
  compared,
}: {
  comparison: PlanComparison;
  compared: readonly Compared[];
}) {
  const plans = [
    {
      key: 'current',
      head: <span className={`${styles.mark} tiny muted`}>Act.</span>,
      buckets: comparison.current,
    },
    ...compared.map(({ run }, index) => ({
      key: run._id,
      head: <RunLetter letter={run.letter} />,
      buckets: comparison.runs[index]?.plan,
    })),
  ].map(({ buckets, ...plan }) => ({ ...plan, buckets: buckets?.discount_distribution ?? [] }));
  const used = plans.flatMap(({ buckets }) => buckets.filter(({ discount_count }) => discount_count > 0));
  const levels = [...new Set(used.map(({ discount_pct }) => discount_pct ?? 0))].sort((a, b) => a - b);
  const colorOf = (bucket: Buckets[number]) =>
    depthColor(levels.indexOf(bucket.discount_pct ?? 0), levels.length);
  const words = (bucket: Buckets[number]) =>
    `${discountName(bucket.discount_pct ?? 0)} · ${formatQuantity(bucket.discount_count)}`;
  return (
    <Card title="Répartition des démarques" tools={<span className="small muted">nombre de produits</span>}>
      <div className={styles.bars}>
        {plans.map(({ key, head, buckets }) => (
          <div className={styles.distribution} key={key}>
            {head}
            <PartsBar
              height={20}
              label={buckets.map(words).join(', ')}
              parts={buckets.map((bucket) => ({
                key: String(bucket.discount_pct),
                value: bucket.discount_count,
                label: words(bucket),
                color: colorOf(bucket),
              }))}
            />
          </div>
        ))}
        <p className={`${styles.legend} small muted`}>
          {levels.map((level, index) => (
            <span key={level}>
              <i style={{ background: depthColor(index, levels.length) }} />
              {discountName(level)}
            </span>
          ))}
        </p>
      </div>
    </Card>
  );
}
