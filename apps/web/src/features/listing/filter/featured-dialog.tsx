import { featuredFields, isFeaturable } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { OrderedList } from '../../../ui/ordered-list.tsx';
import type { PanelProps } from '../screen/panel-types.ts';
import styles from './featured-dialog.module.css';

/** The fields shown under the products' names. */
export function FeaturedDialog({ handle, settings, fields, onClose }: PanelProps): ReactNode {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(() => featuredFields(handle.state.parameters, settings));
  const offered = fields.filter(
    (field) =>
      isFeaturable(field) &&
      !settings.unavailableFields.includes(field.id) &&
      field.label.toLocaleLowerCase('fr-FR').includes(text.toLocaleLowerCase('fr-FR')),
  );
  const labelOf = (id: string): string => fields.find((field) => field.id === id)?.label ?? id;
  return (
    <Dialog
      title="Champs mis en avant"
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={() => setChosen([...settings.featured_fields])}>Réinitialiser</Button>
          <Button
            tone="dark"
            onClick={() => {
              handle.changeParameters({ featuredFields: chosen });
              onClose();
            }}
          >
            Mettre en avant
          </Button>
        </>
      }
    >
      <p className="muted">Ces valeurs apparaissent sous le nom de chaque produit, dans cet ordre.</p>
      <OrderedList label="Champs mis en avant" ids={chosen} labelOf={labelOf} onChange={setChosen} />
      <TextField
        label="Chercher un champ"
        hideLabel
        icon="search"
        placeholder="Chercher un champ"
        value={text}
        onChange={setText}
      />
      <div className={styles.choices}>
        {offered.map((field) => (
          <Checkbox
            key={field.id}
            label={field.label}
            checked={chosen.includes(field.id)}
            onChange={(on) => setChosen(on ? [...chosen, field.id] : chosen.filter((id) => id !== field.id))}
          />
        ))}
      </div>
    </Dialog>
  );
}
