import type { PlanComparison, Project } from '@palier/contract';
import type { Horizon } from '@palier/domain';
import type { ReactNode } from 'react';
import type { Currencies } from '../model/comparison.ts';
import type { Compared } from '../model/results.ts';
import styles from './comparison.module.css';
import { ComparisonTable } from './comparison-table.tsx';
import { DistributionCard } from './distribution-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PlanChart } from './plan-chart.tsx';
import { ProjectsCard } from './projects-card.tsx';

export interface ComparisonProps {
  comparison: PlanComparison;
  compared: readonly Compared[];
  projects: readonly Project[];
  horizon: Horizon;
  currencies: Currencies;
  /** The run that is to be sent: the projects' table is of it. */
  base: Compared | undefined;
  /** What stands under the figures: the products that differ. */
  children?: ReactNode;
}

/** What each result would give on the same lines and days, beside what it is read against. */
export function Comparison({ base, children, ...props }: ComparisonProps) {
  const { comparison, compared, projects, horizon, currencies } = props;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <ComparisonTable {...props} />
        {children}
      </div>
      <div className={styles.column}>
        <PlanChart
          comparison={comparison}
          compared={compared}
          projectIds={projects.map((project) => project._id)}
          currency={currencies.accounting}
        />
        <DistributionCard comparison={comparison} compared={compared} />
        {base && projects.length > 1 && (
          <ProjectsCard {...{ comparison, projects, horizon, currencies, base }} />
        )}
        <LimitsCard compared={compared} projects={projects} currency={currencies.accounting} />
      </div>
    </div>
  );
}
