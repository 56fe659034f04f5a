import type { Activity } from '@palier/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { momentText } from '../../../lib/activity-time.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldBox, FieldError } from '../../../ui/field.tsx';
import { Avatar } from '../../../ui/marks.tsx';
import { commentLine, deleteComment } from '../api/discounts.ts';
import { readLineHistory } from '../api/queries.ts';
import type { Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import styles from './comments.module.css';

/**
 * Comments that were begun and not published, by who writes and what of: the panel goes from product to product, and
 * closes at a key, without them being lost.
 */
const begun = new Map<string, string>();

interface CommentsProps {
  project: string;
  line: Line;
}

function Comment({ activity, onDelete }: { activity: Activity; onDelete?: () => void }): ReactNode {
  return (
    <li>
      <Avatar name={activity.user_name} small />
      <div className={`${shared.text} ${styles.text}`}>
        <span>
          <b>{activity.user_name}</b>{' '}
          <span className="muted small">
            {momentText(activity.date)}
            {activity.kind === 'comment' ? '' : ` · ${activity.description}`}
          </span>
        </span>
        <span>{activity.comment}</span>
      </div>
      {onDelete ? (
        <IconButton small tone="quiet" icon="trash" label="Retirer ce commentaire" onClick={onDelete} />
      ) : null}
    </li>
  );
}

/** What the team says of a product, with the reasons given for its discounts; everyone in the organisation reads it. */
export function Comments({ project, line }: CommentsProps): ReactNode {
  const queryClient = useQueryClient();
  const user = useSession().user?.sub ?? null;
  const history = useQuery(readLineHistory(project, line.item_group_id));
  const place = `${user} ${line._id}`;
  const [text, setText] = useState(() => begun.get(place) ?? '');
  const write = (written: string): void => {
    if (written === '') begun.delete(place);
    else begun.set(place, written);
    setText(written);
  };
  const [busy, setBusy] = useState(false);
  const lack = useLack('canComment');
  const [error, setError] = useState<string | null>(null);
  const said = (history.data ?? []).filter(({ comment }) => comment).reverse();
  const run = async (work: Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await work;
      await queryClient.invalidateQueries({ queryKey: ['projects', project, 'history'] });
      return true;
    } catch (failure) {
      setError(errorMessage(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const send = async (): Promise<void> => {
    const comment = text.trim();
    if (comment && (await run(commentLine(line._id, comment)))) write('');
  };
  return (
    <section>
      <h3>
        Commentaires
        {said.length > 0 ? <span className="muted">{` ${said.length}`}</span> : null}
      </h3>
      {said.length > 0 ? (
        <ul className={styles.comments} data-part="comments">
          {said.map((activity) => (
            <Comment
              key={activity.activity_id}
              activity={activity}
              {...(activity.kind === 'comment' && activity.user_id === user
                ? { onDelete: () => void run(deleteComment(line._id, activity.activity_id)) }
                : {})}
            />
          ))}
        </ul>
      ) : null}
      <form
        className={`side-by-side ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <FieldBox className="spacer">
          <input
            aria-label="Écrire un commentaire"
            placeholder={lack ?? 'Écrire à l’équipe'}
            disabled={lack !== null}
            maxLength={2000}
            value={text}
            onChange={(event) => write(event.target.value)}
          />
        </FieldBox>
        <Button
          type="submit"
          disabled={busy || text.trim() === '' || lack !== null}
          title={lack ?? undefined}
        >
          Publier
        </Button>
      </form>
      {error ? (
        <FieldError role="alert">
          {`Commentaire non enregistré\u202f: ${error} Votre texte est gardé.`}
        </FieldError>
      ) : null}
    </section>
  );
}
