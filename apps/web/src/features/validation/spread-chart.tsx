import type { Project } from '@palier/contract';
import { discountLevels, formatPercent, isObjectiveSet } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { getProjectStats } from '../../lib/calls/get-project-stats.ts';
import { basisOf, type DistributionLine, distributionLines, shownDiscounts } from '../../lib/distribution.ts';
import { french } from '../../lib/french.ts';
import { depthColor } from '../../ui/colors.ts';
import styles from './spread-chart.module.css';

/** What the shares are of: that of the objective, which they are read against. */
const OF = { discount_count: 'produits', sum_stock_qty: 'stock' } as const;
const WHOLE = { produits: 'des produits', stock: 'du stock' } as const;
type Of = (typeof OF)[keyof typeof OF];

const shareOf = ({ countShare, stockShare }: DistributionLine, of: Of): number | null =>
  of === 'stock' ? stockShare : countShare;

/** How the products, or the stock, spread over the discounts that are signed, against the objective where there is one. */
export function SpreadChart({ project }: { project: Project }) {
  const buckets = useQuery(getProjectStats(project._id)).data?.discount_pct;
  if (!buckets || buckets.length === 0) return null;
  const { objective } = project;
  const target = isObjectiveSet(objective) ? (objective?.discount_pct_distribution ?? null) : null;
  const of = OF[target ? basisOf(objective) : 'discount_count'];
  const levels = shownDiscounts(discountLevels(project), project.discount_pct_range, buckets);
  const lines = distributionLines(buckets, levels, target, {});
  const most = Math.max(1, ...lines.flatMap((line) => [shareOf(line, of) ?? 0, line.target ?? 0]));
  return (
    <section aria-label={`Répartition ${WHOLE[of]}`}>
      <h3>{french(`Répartition, % ${WHOLE[of]}`)}</h3>
      <div
        className={styles.bars}
        role="img"
        aria-label={french(lines.map((line) => inWords(line, of)).join(' ; '))}
      >
        {lines.map((line, index) => (
          <span key={line.discount} className={styles.level}>
            <b>{formatPercent(shareOf(line, of), 0).replace(/\s?%$/, '')}</b>
            <span className={styles.column}>
              <i
                style={{
                  height: `${(100 * (shareOf(line, of) ?? 0)) / most}%`,
                  background: depthColor(index, lines.length),
                }}
              />
              {line.target !== null && <u style={{ bottom: `${(100 * line.target) / most}%` }} />}
            </span>
            <span className="small muted">{formatPercent(line.discount, 0)}</span>
          </span>
        ))}
      </div>
      <p className="tiny muted">{target ? `barre : ${of} · trait orange : objectif` : `barre : ${of}`}</p>
    </section>
  );
}

function inWords(line: DistributionLine, of: Of): string {
  const { discount, target } = line;
  const wanted = target === null ? '' : `, objectif ${formatPercent(target, 0)}`;
  return `${formatPercent(discount, 0)} : ${formatPercent(shareOf(line, of), 0)} ${WHOLE[of]}${wanted}`;
}
