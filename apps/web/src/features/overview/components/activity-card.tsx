import type { Activity, Project } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { activityTime } from '../../../lib/activity-time.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { listActivity } from '../../../lib/calls/list-activity.ts';
import { useUndoActivities } from '../../../lib/calls/undo-activities.ts';
import { countOf } from '../../../lib/french.ts';
import { listingLink } from '../../../lib/listing-link.ts';
import { paths } from '../../../lib/paths.ts';
import { useActRefusal } from '../../../lib/session/use-refusal.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { undoReason } from '../../../lib/undo-reason.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Avatar, Skeleton } from '../../../ui/marks.tsx';
import styles from './activity-card.module.css';

const shown = 12;

/** The latest things done in the project, each undoable while it can be. */
export function ActivityCard({ project }: { project: Project }) {
  const refusal = useActRefusal('undo', project);
  const { data, isPending, isError, error, refetch } = useQuery(listActivity(project._id, shown));
  return (
    <Card title="Activité">
      <ul className={styles.list}>
        {isPending && (
          <li>
            <Skeleton width={20} height={20} />
            <Skeleton width="80%" />
          </li>
        )}
        {isError && (
          <li>
            <span className="negative spacer">{errorMessage(error)}</span>
            <Button small onClick={() => void refetch()}>
              Réessayer
            </Button>
          </li>
        )}
        {data?.length === 0 && <li className="muted">Rien n’a encore été fait dans ce projet.</li>}
        {data?.map((activity) => (
          <ActivityLine
            key={activity.activity_id}
            activity={activity}
            projectId={project._id}
            refusal={refusal}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Where the lines of an entry are: those that left the project are not in its listing. */
function linesLink(projectId: string, { kind, activity_id }: Activity): string {
  return kind === 'departed' ? paths.departures(projectId) : listingLink(projectId, { activity_id });
}

interface ActivityLineProps {
  activity: Activity;
  projectId: string;
  /** Why nothing is undone by the user; null when she may. */
  refusal: string | null;
}

function ActivityLine({ activity, projectId, refusal }: ActivityLineProps) {
  const { user } = useSession();
  const undo = useUndoActivities(projectId);
  const reason = undoReason(activity, refusal);
  const date = new Date(activity.date);
  const mine = activity.user_id === user?.sub;
  return (
    <li className={activity.undone_by ? styles.undone : undefined}>
      <Avatar name={activity.user_name} small />
      <span className={styles.text}>
        <b className="strong">{mine ? 'Vous' : activity.user_name}</b> ·{' '}
        {activity.description ?? 'Projet modifié'}
        {activity.discount_count > 0 && (
          <Link className="link" to={linesLink(projectId, activity)}>
            {activity.discount_count > 1
              ? `Voir les ${countOf(activity.discount_count, 'produit', 'produits')}`
              : 'Voir le produit'}
          </Link>
        )}
        {activity.undone_by && <span className="muted"> (annulé)</span>}
      </span>
      <time dateTime={activity.date}>{activityTime(date, new Date())}</time>
      {activity.undone_by === null && (
        <IconButton
          icon="undo"
          small
          tone="quiet"
          label={activity.kind === 'undo' ? 'Rétablir ce qui était annulé' : 'Annuler cette action'}
          title={reason ?? undefined}
          disabled={undo.isPending || reason !== null}
          onClick={() => undo.mutate([activity.activity_id])}
        />
      )}
    </li>
  );
}
