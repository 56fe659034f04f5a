import type { NewsEntry, Project } from '@palier/contract';
import { formatQuantity, type NewsTopic } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { activityTime } from '../../lib/activity-time.ts';
import { listProjects } from '../../lib/calls/list-projects.ts';
import { listNews, useReadNews } from '../../lib/calls/news.ts';
import { useUndoActivities } from '../../lib/calls/undo-activities.ts';
import { countOf, french } from '../../lib/french.ts';
import { noticeHistory } from '../../lib/notice-history.ts';
import { paths } from '../../lib/paths.ts';
import { useActRefusal } from '../../lib/session/use-refusal.ts';
import { useStore } from '../../lib/store.ts';
import { undoReason } from '../../lib/undo-reason.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import styles from './bell.module.css';
import { Notices } from './notices.tsx';

const icons: Readonly<Record<NewsTopic, IconName>> = {
  approval: 'shield',
  lines: 'pencil',
  comments: 'comment',
  phases: 'flag',
  runs: 'activity',
  imports: 'upload',
  data: 'refresh',
  late: 'clock',
};

/** Beyond, the bell says that there are more rather than how many. */
const MAX_COUNT = 99;

/** What concerns the person signed in, wherever it happened, and the messages of this session under it. */
export function Bell() {
  const { data } = useQuery(listNews());
  const read = useReadNews();
  const unread = data?.unread ?? 0;
  useReadOnItsScreen(data?.data ?? [], read.mutate);
  // What it leads to is read without it.
  const { key } = useLocation();
  const label = unread === 0 ? 'Nouvelles' : `Nouvelles, ${countOf(unread, 'non lue', 'non lues')}`;
  return (
    <Popover
      key={key}
      label="Nouvelles"
      buttonClass={styles.opener}
      buttonLabel={label}
      button={
        <>
          <Icon name="bell" />
          {unread > 0 && <em>{unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}</em>}
        </>
      }
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2>Ce qui vous concerne</h2>
          <span className="spacer" />
          {unread > 0 && (
            <Button small onClick={() => read.mutate(null)} disabled={read.isPending}>
              Tout marquer comme lu
            </Button>
          )}
        </div>
        <NewsList news={data?.data} onOpen={(ids) => read.mutate(ids)} />
        <SessionMessages />
        <p className={styles.foot}>
          <Link to={`${paths.profile()}#nouvelles`}>Choisir ce que je reçois par e-mail</Link>
        </p>
      </div>
    </Popover>
  );
}

function NewsList({
  news,
  onOpen,
}: {
  news: readonly NewsEntry[] | undefined;
  onOpen: (ids: readonly string[]) => void;
}) {
  if (!news) return <p className={styles.empty}>Chargement…</p>;
  if (news.length === 0)
    return (
      <p className={styles.empty}>
        Rien pour l’instant. Vous verrez ici ce que vos collègues font à vos lignes, la fin de vos calculs et
        l’arrivée des données.
      </p>
    );
  const now = new Date();
  return (
    <ul className={styles.list} aria-label="Ce qui vous concerne">
      {news.map((entry) => (
        <li key={entry.ids[0]} data-news={entry.kind} data-read={entry.read || undefined}>
          <Link to={entry.path} onClick={() => entry.read || onOpen(entry.ids)}>
            <Icon name={icons[entry.topic]} />
            <span className={styles.text}>
              <span className={styles.sentence}>
                {entry.sentence}
                {!entry.read && <span className="visually-hidden"> (non lue)</span>}
              </span>
              {entry.comment && <span className={styles.comment}>{french(`« ${entry.comment} »`)}</span>}
              {entry.project_name && <span className={styles.place}>{entry.project_name}</span>}
            </span>
            <time dateTime={entry.date}>{activityTime(new Date(entry.date), now)}</time>
          </Link>
          {entry.acts.length > 0 && <UndoNews entry={entry} />}
        </li>
      ))}
    </ul>
  );
}

/** Undoes what a news is of, where it is read; disabled with its reason where it cannot be. */
function UndoNews({ entry }: { entry: NewsEntry }) {
  const { data: project } = useQuery({
    ...listProjects(),
    select: ({ data }) => data.find(({ _id }) => _id === entry.project_id),
  });
  return project ? <UndoButton acts={entry.acts} project={project} /> : null;
}

function UndoButton({ acts, project }: { acts: NewsEntry['acts']; project: Project }) {
  const refusal = useActRefusal('undo', project);
  const undo = useUndoActivities(project._id);
  const left = acts.filter((act) => undoReason(act, refusal) === null);
  const [latest] = acts;
  const reason = left.length > 0 || !latest ? null : undoReason(latest, refusal);
  return (
    <Button
      small
      icon="undo"
      disabled={undo.isPending || reason !== null}
      title={reason ?? undefined}
      onClick={() => undo.mutate(left.map(({ activity_id }) => activity_id))}
    >
      {acts.every(({ undone_by }) => undone_by !== null)
        ? 'Annulé'
        : left.length > 1
          ? `Annuler ces ${formatQuantity(left.length)} actes`
          : 'Annuler'}
    </Button>
  );
}

/** The messages that this tab has shown, apart: they are of the session, not news. */
function SessionMessages() {
  const count = useStore(noticeHistory).length;
  if (count === 0) return null;
  return (
    <details className={styles.session}>
      <summary>{countOf(count, 'message')} de cette session</summary>
      <Notices />
    </details>
  );
}

/** The end of work that is followed on its own screen is no news there. */
function useReadOnItsScreen(news: readonly NewsEntry[], read: (ids: readonly string[]) => void): void {
  const { pathname } = useLocation();
  const here = news.filter(
    (entry) => !entry.read && ['runs', 'imports'].includes(entry.topic) && entry.path === pathname,
  );
  const ids = here.flatMap((entry) => entry.ids).join();
  useEffect(() => {
    if (ids && document.visibilityState === 'visible') read(ids.split(','));
  }, [ids, read]);
}
