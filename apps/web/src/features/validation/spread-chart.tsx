import type { Project } from '@palier/contract';
import { discountLevels, formatPercent, isObjectiveSet } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { getProjectStats } from '../../lib/calls/get-project-stats.ts';
import { type DistributionLine, distributionLines, shownDiscounts } from '../../lib/distribution.ts';
import { french } from '../../lib/french.ts';
import { depthColor } from '../../ui/colors.ts';
import styles from './spread-chart.module.css';

/** How the products spread over the discounts that are signed, against the objective where there is one. */
export function SpreadChart({ project }: { project: Project }) {
  const buckets = useQuery(getProjectStats(project._id)).data?.discount_pct;
  if (!buckets || buckets.length === 0) return null;
  const target = isObjectiveSet(project.objective)
    ? (project.objective?.discount_pct_distribution ?? null)
    : null;
  const levels = shownDiscounts(discountLevels(project), project.discount_pct_range, buckets);
  const lines = distributionLines(buckets, levels, target, {});
  const most = Math.max(1, ...lines.flatMap((line) => [line.countShare, line.target ?? 0]));
  return (
    <section aria-label="Répartition des produits">
      <h3>Répartition, % des produits</h3>
      <div className={styles.bars} role="img" aria-label={french(lines.map(inWords).join(' ; '))}>
        {lines.map(({ discount, countShare, target: wanted }, index) => (
          <span key={discount} className={styles.level}>
            <b>{formatPercent(countShare, 0).replace(/\s?%$/, '')}</b>
            <span className={styles.column}>
              <i
                style={{
                  height: `${(100 * countShare) / most}%`,
                  background: depthColor(index, lines.length),
                }}
              />
              {wanted !== null && <u style={{ bottom: `${(100 * wanted) / most}%` }} />}
            </span>
            <span className="small muted">{formatPercent(discount, 0)}</span>
          </span>
        ))}
      </div>
      <p className="tiny muted">
        {target ? 'barre : produits · trait orange : objectif' : 'barre : produits'}
      </p>
    </section>
  );
}

function inWords({ discount, countShare, target }: DistributionLine): string {
  const wanted = target === null ? '' : `, objectif ${formatPercent(target, 0)}`;
  return `${formatPercent(discount, 0)} : ${formatPercent(countShare, 0)} des produits${wanted}`;
}
