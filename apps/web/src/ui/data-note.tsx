import { asSentence } from '../lib/french.ts';
import { LinkButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './data-note.module.css';
import { Icon, type IconName } from './icon.tsx';

interface DataNoteProps {
  /** What figures rest on, each a sentence without its full stop. */
  notes: readonly string[];
  /** What is unknown, and should be seen to. */
  problems: readonly string[];
  /** Where it is seen to; shown beside the problems. */
  action: { label: string; to: string; icon?: IconName };
  /** What it is about, for screen readers. */
  label?: string;
  /** Among the cards of a page, with their edges; across the screen when left out. */
  framed?: boolean;
}

/** What the figures of a screen rest on, in one line above them. */
export function DataNote({ notes, problems, action, label = 'Devises', framed = false }: DataNoteProps) {
  return (
    <div
      className={classNames(styles.note, framed && styles.framed)}
      role="note"
      aria-label={label}
      data-tone={problems.length > 0 ? 'attention' : ''}
    >
      {problems.length > 0 && <Icon name="warning" size={16} />}
      <span>{[...problems, ...notes].map(asSentence).join(' ')}</span>
      {problems.length > 0 && (
        <LinkButton small icon={action.icon ?? 'upload'} to={action.to}>
          {action.label}
        </LinkButton>
      )}
    </div>
  );
}
