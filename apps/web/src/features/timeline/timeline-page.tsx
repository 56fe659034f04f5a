import type { Project } from '@palier/contract';
import { formatDate, formatShortDate } from '@palier/domain';
import { Link } from 'react-router';
import { listingLink } from '../../lib/listing-link.ts';
import { paths } from '../../lib/paths.ts';
import { groupProjects, projectLabel } from '../../lib/project-groups.ts';
import { today as todayOf } from '../../lib/today.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Axis, axisOf, type PhaseBar, phaseBars, placeOf, presentDay, weekMarks } from './model.ts';
import styles from './timeline-page.module.css';

const stateWords = {
  past: 'passée',
  ongoing: 'en cours',
  worked: 'travaillée',
  upcoming: 'à venir',
} as const;

/** The operation's projects and phases on a time axis. */
export function TimelinePage({ operation, projects }: { operation: string; projects: readonly Project[] }) {
  const today = todayOf();
  const axis = axisOf(projects);
  return (
    <Page>
      <title>{`Calendrier de ${operation} · Palier`}</title>
      <div className={styles.head}>
        <h1>Calendrier</h1>
        <span className="muted">{operation}</span>
        <span className="spacer" />
        <span className={`${styles.legend} small muted`}>
          {(['past', 'ongoing', 'worked', 'upcoming'] as const).map((state) => (
            <span key={state}>
              <i className={`${styles.swatch} ${styles[state] ?? ''}`} />
              {stateWords[state]}
            </span>
          ))}
        </span>
      </div>
      {axis ? (
        <Card label="Phases des projets" className={styles.timeline}>
          <AxisLine axis={axis} present={presentDay(projects, today)} />
          {groupProjects(projects).map((group, _, groups) => (
            <section key={group.id ?? 'none'} aria-label={group.label}>
              {groups.length > 1 && (
                <h2 className={styles.group}>{group.id === null ? 'Sans groupe' : group.label}</h2>
              )}
              {group.projects.map((project) => (
                <ProjectLine
                  key={project._id}
                  axis={axis}
                  project={project}
                  today={today}
                  present={presentDay(projects, today)}
                />
              ))}
            </section>
          ))}
        </Card>
      ) : (
        <EmptyState icon="calendar" title="Aucune phase">
          Les projets de cette opération n’ont pas encore de dates.
        </EmptyState>
      )}
    </Page>
  );
}

/** The worked phase opens where it is decided; the others, their figures in the project's overview. */
function phaseLink(project: Project, { state, index }: PhaseBar): string {
  return state === 'worked'
    ? listingLink(project._id, { mode: 'discount' })
    : paths.phase({ type: 'project', id: project._id }, index);
}

function AxisLine({ axis, present }: { axis: Axis; present: string }) {
  const place = placeOf(axis, present);
  return (
    <div className={`${styles.line} ${styles.axis}`}>
      <span className="muted small">Semaine du</span>
      <div className={styles.track}>
        {weekMarks(axis)
          .filter(({ place: left }) => Math.abs(left - place) > 4)
          .map(({ day, place: left }) => (
            <span key={day} className={styles.week} style={{ left: `${left}%` }}>
              {formatShortDate(day)}
            </span>
          ))}
        {place >= 0 && place <= 100 && (
          <span className={styles.todayLabel} style={{ left: `${place}%` }}>
            {formatShortDate(present)}
          </span>
        )}
      </div>
    </div>
  );
}

function ProjectLine({
  axis,
  project,
  today,
  present,
}: {
  axis: Axis;
  project: Project;
  today: string;
  present: string;
}) {
  const place = placeOf(axis, present);
  return (
    <div className={styles.line}>
      <Link className="strong" to={paths.collection({ type: 'project', id: project._id })}>
        {projectLabel(project)}
      </Link>
      <ol className={styles.track} aria-label={`Phases de ${projectLabel(project)}`}>
        {phaseBars(axis, project, today).map((bar) => (
          <li
            key={bar.key}
            className={`${styles.phase} ${styles[bar.state] ?? ''}`}
            style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
          >
            <Link
              to={phaseLink(project, bar)}
              title={`${bar.label}, ${stateWords[bar.state]}, ${bar.dates} : ${bar.state === 'worked' ? 'décider ses démarques' : 'voir ses chiffres'}`}
            >
              <b>{bar.label}</b>
              <span>{bar.dates}</span>
              <span className="visually-hidden">{stateWords[bar.state]}</span>
            </Link>
          </li>
        ))}
        {place >= 0 && place <= 100 && (
          <li aria-hidden="true" className={styles.today} style={{ left: `${place}%` }} />
        )}
      </ol>
      <span className="visually-hidden">Fin le {formatDate(project.end_date)}</span>
    </div>
  );
}
