import { fieldLabel } from '@palier/domain';
import type { ReactNode } from 'react';
import { fieldGroups, type SectionedField } from '../../../lib/filter/filter-fields.ts';
import { Icon } from '../../../ui/icon.tsx';
import { OrderChips } from '../../../ui/order-chips.tsx';
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

/** The grouping levels as chips that reorder, and the button that adds one. */
export function GroupingChips({ by, fields, onChange }: GroupingChipsProps): ReactNode {
  const label = (id: string): string => fields.find((field) => field.id === id)?.label ?? fieldLabel(id);
  const offered = fields.filter(({ id }) => !by.includes(id));
  return (
    <span className={styles.grouping}>
      <span className={shared.wideOnly}>Grouper par</span>
      <OrderChips
        ids={by}
        labelOf={label}
        removal={(name) => `Ne plus grouper par ${name}`}
        onChange={onChange}
      />
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
