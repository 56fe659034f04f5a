import { featuredFields } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import type { PanelProps } from './panel-types.ts';

/** The fields shown under the products' names. */
export function FeaturedDialog({ handle, settings, fields, onClose }: PanelProps): ReactNode {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(() => featuredFields(handle.state.parameters, settings));
  const offered = fields.filter(
    (field) =>
      !field.lazy &&
      field.type !== 'list' &&
      !settings.unavailableFields.includes(field.id) &&
      field.label.toLocaleLowerCase('fr-FR').includes(text.toLocaleLowerCase('fr-FR')),
  );
  return (
    <Dialog
      title="Champs mis en avant"
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={() => setChosen([...settings.featured_fields])}>Rétablir</Button>
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
      <p className="mut">Ces valeurs apparaissent sous le nom de chaque produit, dans cet ordre.</p>
      <TextField
        label="Chercher un champ"
        hideLabel
        icon="search"
        placeholder="Chercher un champ"
        value={text}
        onChange={setText}
      />
      <div className="ls-choices">
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
