import type { Lesson } from '@palier/contract';
import { formatDate } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { listLessons } from '../../../lib/calls/list-lessons.ts';
import { french } from '../../../lib/french.ts';
import { LESSON_KIND_LABELS, lessonSetsText } from '../../../lib/lessons/lesson-text.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { lessonRefusal, offeredLessons } from '../model/lesson-offers.ts';
import styles from './lesson-offers.module.css';

interface LessonOffersProps {
  operation: string;
  /** Of the project being made. */
  currency: string;
  taken: readonly Lesson[];
  onToggle: (lesson: Lesson) => void;
}

/** What operations of the same kind taught, to be taken up one by one. */
export function LessonOffers({ operation, currency, taken, onToggle }: LessonOffersProps) {
  const { data } = useQuery(listLessons());
  const rulesLack = useLack('canEditRules');
  const offers = offeredLessons(data ?? [], operation);
  return offers.map((offer) => (
    <section
      key={offer.operation}
      className={styles.offer}
      aria-label={french(`Leçons de ${offer.operation}`)}
    >
      <h3>{french(`Leçons de ${offer.operation}`)}</h3>
      <ul>
        {offer.lessons.map((lesson) => (
          <Offer
            key={lesson._id}
            lesson={lesson}
            taken={taken.some(({ _id }) => _id === lesson._id)}
            refusal={lessonRefusal(lesson, currency, rulesLack)}
            onToggle={() => onToggle(lesson)}
          />
        ))}
      </ul>
    </section>
  ));
}

interface OfferProps {
  lesson: Lesson;
  taken: boolean;
  refusal: string | null;
  onToggle: () => void;
}

function Offer({ lesson, taken, refusal, onToggle }: OfferProps) {
  const text = lessonSetsText(lesson.sets);
  return (
    <li data-lesson={lesson.name}>
      <div className={styles.text}>
        <b>{lesson.name}</b>
        {text && <span>{text}</span>}
        {lesson.reason && <span className="muted">{lesson.reason}</span>}
        <span className="small muted">
          {`${lesson.user_name}, ${formatDate((lesson.updated_at ?? lesson.created_at).slice(0, 10))}`}
        </span>
      </div>
      <span className="spacer" />
      <Tag tone={text ? 'good' : 'neutral'}>{LESSON_KIND_LABELS[lesson.sets.kind]}</Tag>
      {text && (
        <Button
          small
          pressed={taken}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={onToggle}
        >
          {taken ? 'Reprise' : 'Reprendre'}
        </Button>
      )}
    </li>
  );
}
