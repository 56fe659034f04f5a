import type { Project } from '@palier/contract';
import { queriedColumns } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { getChecks } from '../../lib/calls/get-checks.ts';
import { getProjectStats } from '../../lib/calls/get-project-stats.ts';
import { getProjectSummary } from '../../lib/calls/get-project-summary.ts';
import { french } from '../../lib/french.ts';
import { listingLink } from '../../lib/listing-link.ts';
import { paths } from '../../lib/paths.ts';
import { countLabels, labelsText } from '../../lib/prices/count-labels.ts';
import { useChangedPrices } from '../../lib/prices/use-changed-prices.ts';
import { useCosts } from '../../lib/session/use-costs.ts';
import { today } from '../../lib/today.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/marks.tsx';
import { checkList, withoutCostFilter } from './check-list.ts';
import styles from './validation.module.css';

/** How each state of the server's lines is drawn. */
const STATE_CLASS = {
  ok: styles.done,
  attention: styles.left,
  loss: styles.lost,
  blocked: styles.lost,
} as const;

/** Lines about the organisation's data, which are seen to where they are imported. */
const OF_DATA: readonly string[] = ['control_gaps', 'doubtful_data'];

interface ValidationChecksProps {
  project: Project;
  unsent: number;
  /** The user follows a check to its products. */
  onFollow?: () => void;
}

/** The worked phase's check list, the same wherever it is validated. */
export function ValidationChecks({ project, unsent, onFollow }: ValidationChecksProps) {
  const { pathname } = useLocation();
  const stats = useQuery(getProjectStats(project._id));
  const cost = useQuery({
    ...getProjectSummary(project._id, withoutCostFilter),
    enabled: useCosts(),
    retry: false,
  });
  const answer = useQuery(getChecks(project._id));
  const labels = useQuery({
    ...countLabels(project._id, project.working_phase ?? 0),
    enabled: project.working_phase !== null,
  });
  const changedPrices = useChangedPrices(project._id);
  if (stats.isPending) return <Skeleton height={112} />;
  const withoutCost = cost.data?.discount_count ?? null;
  const answered = (answer.data?.data ?? []).map((check) => ({
    ...check,
    text: french(check.detail === null ? check.text : `${check.text} : ${check.detail}`),
  }));
  const checks = checkList(project, { stats: stats.data ?? null, withoutCost, unsent, today: today() });
  return (
    <ul className={styles.checks}>
      {answer.isPending && (
        <li aria-busy="true">
          <Skeleton width="80%" height={16} />
        </li>
      )}
      {answer.isError && (
        <li className={styles.left}>
          <Icon name="warning" />
          <span>{french('Marge, coûts et répartition non contrôlés : réessayez')}</span>
        </li>
      )}
      {answered.map(({ key, state, text, filter }) => (
        <li key={key} className={STATE_CLASS[state]}>
          <Icon name={state === 'ok' ? 'check' : 'warning'} />
          <span>{text}</span>
          {filter && (
            <Link
              to={listingLink(project._id, { filter, columns: queriedColumns(filter) })}
              onClick={onFollow}
            >
              Ouvrir
            </Link>
          )}
          {key === 'departed' && (
            <Link to={paths.departures(project._id)} onClick={onFollow}>
              Ouvrir
            </Link>
          )}
          {OF_DATA.includes(key) && state !== 'ok' && (
            <Link to={paths.imports()} onClick={onFollow}>
              Ouvrir
            </Link>
          )}
        </li>
      ))}
      {checks.map(({ key, ok, text, filter }) => (
        <li key={key} className={ok ? styles.done : styles.left}>
          <Icon name={ok ? 'check' : 'warning'} />
          <span>{text}</span>
          {key === 'unsent' && pathname !== paths.listing(project._id) && (
            <Link to={listingLink(project._id)} onClick={onFollow}>
              Envoyer
            </Link>
          )}
          {!ok && filter && (
            <Link
              to={listingLink(project._id, key === 'review' ? { mode: 'review' } : { filter })}
              onClick={onFollow}
            >
              Ouvrir
            </Link>
          )}
        </li>
      ))}
      {labels.data && labels.data.changed_count > 0 && (
        <li className={styles.done}>
          <Icon name="info" />
          <span>{french(labelsText(labels.data))}</span>
          <Link to={paths.prices(project._id, { phase: project.working_phase ?? 0 })} onClick={onFollow}>
            Ouvrir
          </Link>
        </li>
      )}
      {changedPrices && (
        <li className={styles.left}>
          <Icon name="warning" />
          <span>{changedPrices.text}</span>
          <Link to={changedPrices.to} onClick={onFollow}>
            Ouvrir
          </Link>
        </li>
      )}
    </ul>
  );
}
