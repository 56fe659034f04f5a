import { useId } from 'react';
import { countOf, french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Question } from '../model/check.ts';
import styles from './check-view.module.css';

export interface FirstLooksCardProps {
  /** Of files of a layout never seen that nothing speaks against. */
  questions: readonly Question[];
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  onLeave: (question: Question) => void;
}

/** What was read of files of new layouts, in plain words, to be confirmed at once. */
export function FirstLooksCard({ questions, isConfirmed, onConfirm, onLeave }: FirstLooksCardProps) {
  const name = useId();
  const files = countOf(questions.length, 'fichier', 'fichiers');
  return (
    <Card
      title={french('Lus pour la première fois : est-ce bien ce qu’ils disent ?')}
      note={french(`${files} de mise en page nouvelle ; les prochains de mêmes titres seront lus ainsi`)}
    >
      <ul className={styles.looks}>
        {questions.map((question) => (
          <li key={question.key}>
            <div className={styles.lookHead}>
              <h3>{question.file}</h3>
              <Button onClick={() => onLeave(question)}>Ne pas l’importer</Button>
            </div>
            <ul className={styles.lookRows}>
              {(question.examples ?? []).map((example) => (
                <li key={example}>{french(example)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <label className={styles.confirm} htmlFor={name}>
        <input
          id={name}
          type="checkbox"
          checked={isConfirmed}
          onChange={(event) => onConfirm(event.target.checked)}
        />
        {french(questions.length > 1 ? `C’est bien cela, pour les ${files}` : 'C’est bien cela')}
      </label>
    </Card>
  );
}
