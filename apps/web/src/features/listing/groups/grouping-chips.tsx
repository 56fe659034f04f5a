import { fieldLabel } from '@palier/domain';
import { type ReactNode, useRef, useState } from 'react';
import { fieldGroups, type SectionedField } from '../../../lib/filter/filter-fields.ts';
import { moveItem } from '../../../lib/move-item.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchPicker } from '../../../ui/search-picker.tsx';
import shared from '../shared.module.css';
import styles from './grouping-chips.module.css';

interface GroupingChipsProps {
  by: readonly string[];
  /** Fields that lines may be grouped by, with their labels. */
  fields: readonly (SectionedField & { label: string })[];
  onChange: (by: string[]) => void;
}

const MOST_LEVELS = 5;

/** The grouping levels as chips: drag to reorder (or Alt and the arrows), cross to remove, plus to add. */
export function GroupingChips({ by, fields, onChange }: GroupingChipsProps): ReactNode {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const list = useRef<HTMLSpanElement>(null);
  const label = (id: string): string => fields.find((field) => field.id === id)?.label ?? fieldLabel(id);
  const drop = (to: number): void => {
    if (dragged !== null) onChange(moveItem(by, dragged, to));
    setDragged(null);
    setOver(null);
  };
  const onKeyDown = (event: React.KeyboardEvent, index: number): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') onChange(by.filter((_, at) => at !== index));
    else if (event.altKey && event.key === 'ArrowLeft') onChange(moveItem(by, index, index - 1));
    else if (event.altKey && event.key === 'ArrowRight') onChange(moveItem(by, index, index + 1));
    else return;
    event.preventDefault();
  };
  const offered = fields.filter(({ id }) => !by.includes(id));
  return (
    <span className={styles.grouping} ref={list}>
      <span className={shared.wideOnly}>Grouper par</span>
      {by.map((id, index) => (
        <span key={id} className={`side-by-side ${styles.level}`}>
          {index > 0 ? <span aria-hidden="true">›</span> : null}
          <Chip
            className={over === index && dragged !== index ? styles.over : undefined}
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
              drop(index);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
          >
            <Icon name="drag" size={14} />
            <button
              type="button"
              className={styles.name}
              title="Glissez pour changer l’ordre (ou Alt et les flèches), Suppr pour retirer"
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {label(id)}
            </button>
            <button
              type="button"
              className={styles.close}
              aria-label={`Ne plus grouper par ${label(id)}`}
              onClick={() => onChange(by.filter((_, at) => at !== index))}
            >
              <Icon name="close" size={12} />
            </button>
          </Chip>
        </span>
      ))}
      {by.length < MOST_LEVELS ? (
        <SearchPicker
          label="Ajouter un niveau"
          sections={fieldGroups(offered).map((group) => ({ label: group.label, options: group.fields }))}
          value={null}
          onPick={(id) => onChange([...by, id])}
          button={{ tone: 'quiet', small: true, square: true }}
        >
          <Icon name="plus" size={14} />
        </SearchPicker>
      ) : null}
    </span>
  );
}
