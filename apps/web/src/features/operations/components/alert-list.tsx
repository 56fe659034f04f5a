import type { Project } from '@palier/contract';
import { Link } from 'react-router';
import { countOf } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { operationOf, placedLabel } from '../../../lib/project-groups.ts';
import { today as todayOf } from '../../../lib/today.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { projectAlerts } from '../model/alerts.ts';
import styles from './alert-list.module.css';

const shown = 5;

/** What asks for attention over all the projects, the most blocking first. */
export function AlertList({ projects }: { projects: readonly Project[] }) {
  const today = todayOf();
  const alerts = projects
    .flatMap((project) => projectAlerts(project, today).map((alert) => ({ alert, project })))
    .sort((a, b) => Number(b.alert.severity === 'blocking') - Number(a.alert.severity === 'blocking'));
  const alike = Map.groupBy(
    alerts.map(({ project }) => project),
    placedLabel,
  );
  /** Whether a project of another operation has the same place. */
  const isAmbiguous = (project: Project): boolean =>
    new Set(alike.get(placedLabel(project))?.map(operationOf)).size > 1;
  return (
    <Card title="Alertes" note={countOf(alerts.length, 'alerte', 'alertes')} className={styles.list}>
      {alerts.length === 0 ? (
        <p className={styles.calm}>
          <Icon name="check" /> Rien à signaler sur vos projets.
        </p>
      ) : (
        <ul>
          {alerts.slice(0, shown).map(({ alert, project }) => (
            <li key={`${project._id}-${alert.key}`}>
              <Icon name="warning" />
              <Link to={paths.collection({ type: 'project', id: project._id })} title={operationOf(project)}>
                <b>{placedLabel(project)}</b>
                {isAmbiguous(project) && <span className="small muted">{` ${operationOf(project)}`}</span>}{' '}
                {alert.text}
              </Link>
              {alert.note && <span className="muted">{alert.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
