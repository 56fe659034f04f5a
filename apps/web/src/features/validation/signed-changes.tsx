import type { Project, SignedChanges } from '@palier/contract';
import { formatCompactMoney, formatMoney, formatPercent, formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { activityTime } from '../../lib/activity-time.ts';
import { errorMessage } from '../../lib/api/errors.ts';
import { countOf, french } from '../../lib/french.ts';
import { Skeleton } from '../../ui/marks.tsx';
import { Table, TableHead } from '../../ui/table.tsx';
import styles from './approval.module.css';
import { getSignedChanges } from './approval-api.ts';
import { whatSees } from './approval-text.ts';

/** What who signs sees change since the last signature, in three figures. */
export function ChangesSummary({ project, signer }: { project: Project; signer: string | null }) {
  const { data, isPending, isError, error } = useQuery(getSignedChanges(project._id));
  const who = signer === null ? 'Ce qui change' : `${whatSees(signer)} verra changer`;
  if (isError) return <p className="muted">{errorMessage(error)}</p>;
  if (isPending || !data) return <Skeleton width="80%" height={16} />;
  return (
    <section className={styles.changes} aria-label="Changements depuis la dernière signature">
      <h3>{french(`${who} ${sinceText(data)}`)}</h3>
      <dl>
        <dt>Prix qui changent</dt>
        <dd>{`${formatQuantity(data.changed_count)} sur ${formatQuantity(data.line_count)}`}</dd>
        <dt>{french('Produits à 50 % ou plus')}</dt>
        <dd>
          <span className="muted">{formatQuantity(data.deep_before)} → </span>
          {formatQuantity(data.deep_after)}
        </dd>
        {data.merit_after !== null && (
          <>
            <dt>
              Marge après invendus
              {(project.working_phase ?? 0) < project.phases.length - 1 && (
                <span className="tiny muted">démarques suivantes comme prévu</span>
              )}
            </dt>
            <dd>
              <span className="muted">{formatCompactMoney(data.merit_before, data.currency)} → </span>
              {formatCompactMoney(data.merit_after, data.currency)}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function sinceText({ since }: SignedChanges): string {
  if (since === null) return '(aucune signature avant : le plan entier)';
  return `depuis la signature de ${since.name}, ${activityTime(new Date(since.at), new Date())}`;
}

/** The lines that change, by euros: their discount before and after. */
export function ChangedLines({ project }: { project: Project }) {
  const { data } = useQuery(getSignedChanges(project._id));
  if (!data || data.data.length === 0) return null;
  const others = data.changed_count - data.data.length;
  return (
    <section className={styles.lines} aria-label="Prix qui changent">
      <h3>Prix qui changent, par effet sur la marge après invendus</h3>
      <div className={styles.scroll}>
        <Table>
          <TableHead
            titles={[
              'Produit',
              { figure: 'Stock' },
              { figure: 'Avant' },
              { figure: 'Après' },
              { figure: 'Effet' },
            ]}
          />
          <tbody>
            {data.data.map((line) => (
              <tr key={line.discount_id} data-code={line.item_group_id}>
                <th scope="row">
                  {line.title ?? line.item_group_id} <span className="muted small">{line.item_group_id}</span>
                </th>
                <td className="figure">{formatQuantity(line.stock_qty)}</td>
                <td className="figure muted">{formatPercent(line.before_pct)}</td>
                <td className="figure">
                  <b>{formatPercent(line.after_pct)}</b>
                </td>
                <td className="figure">
                  {line.merit_change !== null && line.merit_change > 0 ? '+' : ''}
                  {formatMoney(line.merit_change, data.currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {others > 0 && (
        <p className="small muted">{`et ${countOf(others, 'autre produit', 'autres produits')}, de moindre effet`}</p>
      )}
    </section>
  );
}
