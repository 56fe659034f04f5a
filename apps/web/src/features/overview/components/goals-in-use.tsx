import type { Project, ProjectStats } from '@palier/contract';
import {
  formatAlignedPercent,
  formatCompactMoney,
  formatQuantity,
  goalSummary,
  isOptimizationGoal,
  ONLY_CUSTOM_LABEL,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getProjectGoals } from '../../../lib/calls/get-project-goals.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { PartsBar } from '../../../ui/marks.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import styles from './goals-in-use.module.css';

/** Colour of a goal by its place; lines without a goal are grey. */
function tintOf(row: Row, index: number): string {
  return row.key === 'unset' ? 'var(--grey-300)' : (tints[Math.min(index, tints.length - 1)] ?? tints[0]);
}

const tints = ['var(--navy-900)', 'var(--navy-500)', 'var(--navy-300)', 'var(--navy-100)'] as const;

interface Row {
  key: string;
  label: string;
  count: number;
  /** If every product had this goal. */
  rate: number | null;
  profit: number | null;
}

/** Which goals the lines have, how many each, and what each would give. */
export function GoalsInUse({ project, stats }: { project: Project; stats: ProjectStats }) {
  const { data, isError, error } = useQuery(getProjectGoals(project._id));
  const named = (data?.goals ?? []).map(({ goal, label }) => ({ _id: goal, name: label }));
  const summary = goalSummary(stats, [...named, ...project.scenarios]);
  const rows: Row[] = (data?.goals ?? []).map((goal) => ({
    key: goal.goal,
    label: goal.label,
    count: goal.discount_count,
    rate: goal.forecast?.sales_discount_pct ?? null,
    profit: goal.forecast?.profit_after_leftovers ?? null,
  }));
  if (stats.unset_optimization_goal_count > 0)
    rows.push({
      key: 'unset',
      label: 'Sans objectif',
      count: stats.unset_optimization_goal_count,
      rate: null,
      profit: null,
    });
  const used = rows.filter((row) => row.count > 0 || isOptimizationGoal(row.key));
  return (
    <div className={styles.goals}>
      <div className="side-by-side">
        <h3>Objectifs d’optimisation</h3>
        <span className="muted small">
          {summary.state === 'only_custom' ? ONLY_CUSTOM_LABEL : summary.label}
        </span>
        <span className="spacer" />
        <LinkButton small to={paths.optimization({ type: 'project', id: project._id })}>
          Optimiser
        </LinkButton>
      </div>
      {isError && <p className="muted small">{errorMessage(error)}</p>}
      {data && used.length === 0 && <p className="muted">Aucun objectif n’est encore donné aux produits.</p>}
      {used.length > 0 && (
        <>
          <PartsBar
            height={12}
            label={used.map((row) => `${row.label} ${formatQuantity(row.count)}`).join(', ')}
            parts={used.map((row, index) => ({
              key: row.key,
              value: row.count,
              label: row.label,
              color: tintOf(row, index),
            }))}
          />
          <GoalTable rows={used} currency={project.accounting_currency} />
        </>
      )}
    </div>
  );
}

function GoalTable({ rows, currency }: { rows: readonly Row[]; currency: string }) {
  return (
    <Table className={styles.table}>
      <TableHead
        titles={[
          'Objectif',
          { figure: 'Produits' },
          { figure: 'Taux moyen si tous' },
          { figure: 'Marge après invendus si tous' },
        ]}
      />
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key}>
            <td>
              <i style={{ background: tintOf(row, index) }} />
              {row.label}
            </td>
            <td className="figure">{formatQuantity(row.count)}</td>
            <td className="figure">{formatAlignedPercent(row.rate)}</td>
            <td className="figure">{formatCompactMoney(row.profit, currency)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
