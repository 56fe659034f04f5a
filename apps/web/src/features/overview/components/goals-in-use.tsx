import type { Project, ProjectStats } from '@palier/contract';
import {
  formatAlignedPercent,
  formatCompactMoney,
  formatQuantity,
  type Group,
  goalLabel,
  goalSummary,
  HORIZON_FAMILY,
  type Horizon,
  ONLY_CUSTOM_LABEL,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { paths } from '../../../lib/paths.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { PartsBar } from '../../../ui/marks.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { listGoalsInUse } from '../api/list-goals-in-use.ts';
import styles from './goals-in-use.module.css';

/** Colour of a goal by its place; lines without a goal are grey. */
function tintOf(row: Row, index: number): string {
  return row.key === UNSET ? 'var(--grey-300)' : (tints[Math.min(index, tints.length - 1)] ?? tints[0]);
}

const tints = ['var(--navy-900)', 'var(--navy-500)', 'var(--navy-300)', 'var(--navy-100)'] as const;

/** The key of the products that have no goal. */
const UNSET = '';

interface Row {
  key: string;
  label: string;
  count: number;
  /** Of the products that have it, under the plan in force. */
  rate: number | null;
  merit: number | null;
}

function goalRow(group: Group, horizon: Horizon, scenarios: Project['scenarios']): Row {
  const goal = group.keys[0] ?? UNSET;
  return {
    key: goal,
    label: goal === UNSET ? 'Sans objectif' : goalLabel(goal, scenarios),
    count: group.discount_count,
    rate: group[HORIZON_FAMILY[horizon]]?.sales_discount_pct ?? null,
    merit: group.forecast?.profit_after_leftovers ?? null,
  };
}

/** Which goals the products have, and what the products of each give now: parts of the figures above. */
export function GoalsInUse({ project, stats }: { project: Project; stats: ProjectStats }) {
  const [horizon] = useHorizon();
  const { data, isError, error } = useQuery(listGoalsInUse(project._id));
  const summary = goalSummary(stats, project.scenarios);
  const rows = (data?.data ?? []).map((group) => goalRow(group, horizon, project.scenarios));
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
      {data && rows.every(({ key }) => key === UNSET) && (
        <p className="muted">Aucun objectif n’est encore donné aux produits.</p>
      )}
      {rows.some(({ key }) => key !== UNSET) && (
        <>
          <PartsBar
            height={12}
            label={rows.map((row) => `${row.label} ${formatQuantity(row.count)}`).join(', ')}
            parts={rows.map((row, index) => ({
              key: row.key,
              value: row.count,
              label: row.label,
              color: tintOf(row, index),
            }))}
          />
          <GoalTable
            rows={rows}
            days={[horizonText(project, horizon), horizonText(project, 'end')]}
            project={project}
          />
        </>
      )}
    </div>
  );
}

interface GoalTableProps {
  rows: readonly Row[];
  /** The days of the mean discount, then of the figure of merit. */
  days: readonly [string, string];
  project: Project;
}

function GoalTable({ rows, days, project }: GoalTableProps) {
  const costs = useCosts();
  return (
    <Table className={styles.table}>
      <TableHead
        titles={[
          'Objectif',
          { figure: 'Produits' },
          { figure: `Taux moyen, ${days[0]}` },
          ...(costs ? [{ figure: `Marge après invendus, ${days[1]}` }] : []),
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
            {costs && (
              <td className="figure">{formatCompactMoney(row.merit, project.accounting_currency)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
