import { moveItem } from '../lib/move-item.ts';
import { IconButton } from './button.tsx';
import styles from './ordered-list.module.css';

interface OrderedListProps {
  /** What is listed, for screen readers. */
  label: string;
  ids: readonly string[];
  labelOf: (id: string) => string;
  onChange: (ids: string[]) => void;
  disabled?: boolean;
}

/** A short list whose order matters: each goes up, down or away by its buttons. */
export function OrderedList({ label, ids, labelOf, onChange, disabled = false }: OrderedListProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {ids.map((id, index) => (
        <li key={id} className="side-by-side">
          <span className="spacer">{labelOf(id)}</span>
          <IconButton
            small
            tone="quiet"
            icon="chevron-up"
            label={`Monter ${labelOf(id)}`}
            disabled={disabled || index === 0}
            onClick={() => onChange(moveItem(ids, index, index - 1))}
          />
          <IconButton
            small
            tone="quiet"
            icon="chevron-down"
            label={`Descendre ${labelOf(id)}`}
            disabled={disabled || index === ids.length - 1}
            onClick={() => onChange(moveItem(ids, index, index + 1))}
          />
          <IconButton
            small
            tone="quiet"
            icon="close"
            label={`Retirer ${labelOf(id)}`}
            disabled={disabled}
            onClick={() => onChange(ids.filter((other) => other !== id))}
          />
        </li>
      ))}
    </ol>
  );
}
