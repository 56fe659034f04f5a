import { hasLikelyChoice } from '@palier/domain';
import { useId } from 'react';
import { french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { Question } from '../model/check.ts';
import styles from './check-view.module.css';

export interface QuestionCardProps {
  question: Question;
  /** « question 1 sur 3 ». */
  place: string;
  /** The value chosen; null: none yet. */
  answer: string | null;
  onAnswer: (value: string) => void;
}

/** What may be read in two ways, its readings side by side: the likely one first, none chosen for the user. */
export function QuestionCard({ question, place, answer, onAnswer }: QuestionCardProps) {
  const name = useId();
  const { file, column, text, examples = [], doubts = [], choices } = question;
  const hasLikely = hasLikelyChoice(question);
  return (
    <Card title={french(text)} tools={<span className={`muted small ${styles.place}`}>{place}</span>}>
      <p className={`muted ${styles.subject}`}>
        {column === null ? file : french(`${file}, colonne « ${column} »`)}
      </p>
      {examples.length > 0 && (
        <ul className={styles.examples}>
          {examples.map((example) => (
            <li key={example}>{french(example)}</li>
          ))}
        </ul>
      )}
      {doubts.length > 0 && (
        <ul className={styles.doubts}>
          {doubts.map((doubt) => (
            <li key={doubt}>{french(doubt)}</li>
          ))}
        </ul>
      )}
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{french(text)}</legend>
        {choices.map(({ value, label, detail }, index) => (
          <label key={value} className={styles.choice}>
            <span className={styles.choiceHead}>
              <input type="radio" name={name} checked={answer === value} onChange={() => onAnswer(value)} />
              {french(label)}
              <span className="spacer" />
              {index === 0 && hasLikely && <Tag tone="good">probable</Tag>}
            </span>
            {detail !== null && <span className={styles.choiceDetail}>{french(detail)}</span>}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
