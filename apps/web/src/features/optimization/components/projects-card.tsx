import type { PlanComparison, Project } from '@palier/contract';
import { formatCompactMoney, formatQuantity, type Horizon } from '@palier/domain';
import { countOf } from '../../../lib/french.ts';
import { placedLabel } from '../../../lib/project-groups.ts';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';
import { type Currencies, changeOf } from '../model/comparison.ts';
import type { Compared } from '../model/results.ts';
import tables from './comparison-table.module.css';
import styles from './projects-card.module.css';

export interface ProjectsCardProps {
  comparison: PlanComparison;
  projects: readonly Project[];
  horizon: Horizon;
  currencies: Currencies;
  base: Compared;
}

type Part = Pick<PlanComparison, 'discount_count' | 'current' | 'runs'>;

/** How a result shares what discounts cost among the projects, and what each gains from it. */
export function ProjectsCard({ comparison, projects, horizon, currencies, base }: ProjectsCardProps) {
  const names = new Map(projects.map((project) => [project._id, placedLabel(project)]));
  const place = comparison.runs.findIndex(({ _id }) => _id === base.run._id);
  const row = (key: string, name: string, part: Part, strong: boolean) => {
    const plan = part.runs[place]?.plan[horizon];
    const current = part.current[horizon];
    const gain = changeOf(current.profit_after_leftovers, plan?.profit_after_leftovers ?? null);
    return (
      <tr key={key} className={strong ? styles.total : undefined}>
        <th scope="row">{name}</th>
        <td className="figure">{formatQuantity(part.discount_count)}</td>
        <td className="figure muted">{formatCompactMoney(current.discount_budget, currencies.catalog)}</td>
        <td className="figure strong">
          {formatCompactMoney(plan?.discount_budget ?? null, currencies.catalog)}
        </td>
        <td className="figure">
          {formatCompactMoney(plan?.profit_after_leftovers ?? null, currencies.accounting)}
        </td>
        <td className="figure computed strong">{formatCompactMoney(gain, currencies.accounting, true)}</td>
      </tr>
    );
  };
  return (
    <Card title="Par projet" note={`${base.run.letter} · ${base.run.name}`}>
      <div className={tables.scroll}>
        <Table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Projet</th>
              <th scope="col" className="figure">
                Produits
              </th>
              <th scope="col" className="figure">
                Budget actuel
              </th>
              <th scope="col" className="figure">{`Budget ${base.run.letter}`}</th>
              <th scope="col" className="figure">
                Marge ap. inv.
              </th>
              <th scope="col" className="figure">
                / actuel
              </th>
            </tr>
          </thead>
          <tbody>
            {comparison.projects.map((part) =>
              row(part.project_id, names.get(part.project_id) ?? part.project_id, part, false),
            )}
            {row('all', countOf(projects.length, 'projet', 'projets'), comparison, true)}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}
