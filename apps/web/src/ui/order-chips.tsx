import { Fragment, type ReactNode, useState } from 'react';
import { moveItem } from '../lib/move-item.ts';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import styles from './order-chips.module.css';

interface OrderChipsProps {
  /** In their order. */
  ids: readonly string[];
  labelOf: (id: string) => string;
  /** What taking one away is called: « Ne plus grouper par Marque ». */
  removal: (label: string) => string;
  onChange: (ids: string[]) => void;
}

/** Levels as chips, one inside the other: drag to reorder (or Alt and the arrows), the cross or Suppr to remove. */
export function OrderChips({ ids, labelOf, removal, onChange }: OrderChipsProps): ReactNode {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const release = (): void => {
    setDragged(null);
    setOver(null);
  };
  const remove = (index: number): void => onChange(ids.filter((_, at) => at !== index));
  const onKeyDown = (event: React.KeyboardEvent, index: number): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else if (event.altKey && event.key === 'ArrowLeft') onChange(moveItem(ids, index, index - 1));
    else if (event.altKey && event.key === 'ArrowRight') onChange(moveItem(ids, index, index + 1));
    else return;
    event.preventDefault();
  };
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 ? <span aria-hidden="true">›</span> : null}
      <Chip
        className={over === index && dragged !== index ? `${styles.chip} ${styles.over}` : styles.chip}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', id);
          setDragged(index);
        }}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(index);
        }}
        onDrop={(event) => {
          event.preventDefault();
          if (dragged !== null) onChange(moveItem(ids, dragged, index));
          release();
        }}
        onDragEnd={release}
      >
        <Icon name="drag" size={14} />
        <button
          type="button"
          className={styles.name}
          title="Glissez pour changer l’ordre (ou Alt et les flèches), Suppr pour retirer"
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          {labelOf(id)}
        </button>
        <button
          type="button"
          className={styles.close}
          aria-label={removal(labelOf(id))}
          onClick={() => remove(index)}
        >
          <Icon name="close" size={12} />
        </button>
      </Chip>
    </Fragment>
  ));
}
