import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { momentText } from '../../../lib/activity-time.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { notifyError } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { useActRefusal } from '../../../lib/session/use-refusal.ts';
import { undoReason } from '../../../lib/undo-reason.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/dialog.tsx';
import { Avatar, Skeleton } from '../../../ui/marks.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { undoActivity } from '../api/discounts.ts';
import { listActivities } from '../api/queries.ts';
import styles from '../shared.module.css';
import type { PanelProps } from './panel-types.ts';

/** Who did what, newest first: show the lines it touched, or undo it. */
export function ActivityDrawer({ project, handle, listing, onClose }: PanelProps): ReactNode {
  const queryClient = useQueryClient();
  const activities = useQuery(listActivities(project._id));
  const refusal = useActRefusal('undo', project);
  const undo = (id: string): void => {
    undoActivity(project._id, id)
      .then(() =>
        Promise.all([
          listing.refresh(),
          ...['activity', 'history', 'references'].map((name) =>
            queryClient.invalidateQueries({ queryKey: ['projects', project._id, name] }),
          ),
        ]),
      )
      .catch((error: unknown) => notifyError(errorMessage(error)));
  };
  return (
    <Drawer title="Activité" open onClose={onClose} width={440}>
      {activities.isError ? (
        <ErrorState title="L’activité n’a pas pu être chargée" onRetry={() => void activities.refetch()}>
          {errorMessage(activities.error)}
        </ErrorState>
      ) : null}
      {activities.isPending ? <Skeleton height={64} /> : null}
      {activities.data?.length === 0 ? <EmptyState icon="clock" title="Rien n’a encore été modifié" /> : null}
      <ul className={styles.activities}>
        {activities.data?.map((activity) => (
          <li
            key={activity.activity_id}
            aria-current={handle.state.activity_id === activity.activity_id ? 'true' : undefined}
          >
            <Avatar name={activity.user_name} small />
            <span className={styles.text}>
              <span>
                <b>{activity.user_name}</b> {activity.description}
              </span>
              <span className={styles.code} data-part="code">
                {`${momentText(activity.date)} · ${countOf(activity.discount_count, 'produit', 'produits')}`}
              </span>
              {activity.comment ? (
                <span className={`${styles.code} ${styles.wrap}`}>{`«\u202f${activity.comment}\u202f»`}</span>
              ) : null}
            </span>
            {activity.kind === 'departed' ? (
              <LinkButton small to={paths.departures(project._id)}>
                Voir
              </LinkButton>
            ) : (
              <Button
                small
                onClick={() => {
                  handle.change({ activity_id: activity.activity_id });
                  onClose();
                }}
              >
                Voir
              </Button>
            )}
            <Button
              small
              icon="undo"
              disabled={undoReason(activity, refusal) !== null}
              title={undoReason(activity, refusal) ?? undefined}
              onClick={() => undo(activity.activity_id)}
            >
              {activity.undone_by ? 'Annulée' : activity.kind === 'undo' ? 'Rétablir' : 'Annuler'}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
