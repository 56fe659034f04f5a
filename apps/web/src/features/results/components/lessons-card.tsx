import type { Lesson, Project } from '@palier/contract';
import { formatDate, operationKind } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { listLessons } from '../../../lib/calls/list-lessons.ts';
import { fr } from '../../../lib/fr.ts';
import { french, plural } from '../../../lib/french.ts';
import { LESSON_KIND_LABELS, lessonSetsText } from '../../../lib/lessons/lesson-text.ts';
import { projectLabel } from '../../../lib/project-groups.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { lessonsOf, operationsOf } from '../model/lesson-draft.ts';
import { LessonDialog } from './lesson-dialog.tsx';
import styles from './lessons-card.module.css';

/** What was learnt from these projects, kept for the next operation of their kind. */
export function LessonsCard({ projects }: { projects: readonly Project[] }) {
  const { data, isError, error, refetch } = useQuery(listLessons());
  const [edited, setEdited] = useState<Lesson | 'new' | null>(null);
  const refusal = useLack('canEditProjects');
  if (isError)
    return (
      <ErrorState title={fr.errors.load} onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  const lessons = lessonsOf(data ?? [], projects);
  const kinds = [...new Set(operationsOf(projects).map(operationKind))].join(', ');
  const kept = `${lessons.length} ${plural(lessons.length, 'gardée', 'gardées')}, ${plural(lessons.length, 'proposée', 'proposées')} à la prochaine opération « ${kinds} »`;
  return (
    <Card
      title="Leçons"
      note={french(lessons.length > 0 ? kept : `pour la prochaine opération « ${kinds} »`)}
      tools={
        <Button
          small
          icon="plus"
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => setEdited('new')}
        >
          Ajouter
        </Button>
      }
    >
      {data && lessons.length === 0 && (
        <p className={`muted ${styles.none}`}>
          {french('Aucune leçon gardée. Taux, budget, règles : ce que vous referiez, ou ne referiez pas.')}
        </p>
      )}
      <ul className={styles.lessons}>
        {lessons.map((lesson) => (
          <li key={lesson._id} data-lesson={lesson.name}>
            <LessonText lesson={lesson} projects={projects} />
            <span className="spacer" />
            <Tag tone={lesson.sets.kind === 'note' ? 'neutral' : 'good'}>
              {LESSON_KIND_LABELS[lesson.sets.kind]}
            </Tag>
            <IconButton
              small
              tone="quiet"
              icon="pencil"
              label={`Modifier la leçon ${lesson.name}`}
              disabled={refusal !== null}
              onClick={() => setEdited(lesson)}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <LessonDialog
          lesson={edited === 'new' ? null : edited}
          projects={projects}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

function LessonText({ lesson, projects }: { lesson: Lesson; projects: readonly Project[] }) {
  const project = projects.find(({ _id }) => _id === lesson.project_id);
  const text = lessonSetsText(lesson.sets);
  const day = formatDate((lesson.updated_at ?? lesson.created_at).slice(0, 10));
  const source = [project && projectLabel(project), lesson.user_name].filter(Boolean).join(' · ');
  return (
    <div className={styles.text}>
      <b>{lesson.name}</b>
      {text && <span>{text}</span>}
      {lesson.reason && <span>{lesson.reason}</span>}
      <span className="small muted">{`${source}, ${day}`}</span>
    </div>
  );
}
