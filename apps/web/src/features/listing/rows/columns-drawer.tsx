import {
  addColumns,
  type ColumnDefinition,
  choosableColumns,
  foldText,
  SECTION_IDS,
  SECTION_LABELS,
  type SectionId,
} from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx';
import type { PanelProps } from '../screen/panel-types.ts';
import styles from './columns-drawer.module.css';

const STATISTICS = [
  { value: 'q1', label: 'Premier quartile des magasins' },
  { value: 'q2', label: 'Médiane des magasins' },
  { value: 'q3', label: 'Troisième quartile des magasins' },
] as const;

function matches(column: ColumnDefinition, text: string): boolean {
  return foldText(`${column.label} ${SECTION_LABELS[column.section]}`).includes(foldText(text.trim()));
}

/** The columns to show, by section; the columns that the listing manages itself are not offered. */
export function ColumnsDrawer({ handle, columnContext, onClose }: PanelProps): ReactNode {
  const [text, setText] = useState('');
  const { parameters } = handle.state;
  const chosen = new Set(parameters.columns);
  const offered = choosableColumns(columnContext);
  const all = choosableColumns({ ...columnContext, unavailable_fields: [] });
  // A section that the settings hide whole is not there; one that the project does not feed yet is, empty.
  const isHidden = (section: SectionId): boolean =>
    all.some((column) => column.section === section) && !offered.some((column) => column.section === section);
  const set = (ids: readonly string[], on: boolean): void => {
    const { columns } = parameters;
    handle.changeParameters({
      columns: on ? addColumns(columns, ids) : columns.filter((id) => !ids.includes(id)),
    });
  };
  return (
    <Drawer
      title="Colonnes"
      open
      onClose={onClose}
      width={400}
      actions={
        <Button tone="dark" onClick={onClose}>
          {`Voir ${countOf(parameters.columns.length, 'colonne', 'colonnes')}`}
        </Button>
      }
    >
      <TextField
        label="Chercher une colonne"
        hideLabel
        icon="search"
        placeholder="Chercher une colonne"
        value={text}
        onChange={setText}
      />
      <SelectField
        label="Couverture magasins"
        value={parameters.coverageStat}
        options={STATISTICS}
        onChange={(coverageStat) => handle.changeParameters({ coverageStat })}
      />
      {SECTION_IDS.map((section) => {
        const columns = offered.filter((column) => column.section === section && matches(column, text));
        if (columns.length === 0 && (text || isHidden(section))) return null;
        const ids = columns.map(({ id }) => id);
        const count = ids.filter((id) => chosen.has(id)).length;
        return (
          <fieldset key={section} className={styles.section}>
            <legend>
              {SECTION_LABELS[section]}
              <span className="muted small">{count > 0 ? ` ${count}` : ''}</span>
              <span className="spacer" />
              <Button
                tone="quiet"
                small
                disabled={ids.length === 0}
                onClick={() => set(ids, count < ids.length)}
              >
                {count < ids.length ? 'Tout montrer' : 'Tout masquer'}
              </Button>
            </legend>
            {columns.map((column) => (
              <Checkbox
                key={column.id}
                label={<span title={column.tooltip}>{column.label}</span>}
                checked={chosen.has(column.id)}
                onChange={(on) => set([column.id], on)}
              />
            ))}
          </fieldset>
        );
      })}
    </Drawer>
  );
}
