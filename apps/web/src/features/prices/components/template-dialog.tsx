import type { SavedPriceTemplate } from '@palier/contract';
import type { CsvDialect } from '@palier/domain';
import { PRICE_ROWS_BY, PRICE_ROWS_BY_LABELS, TEMPLATE_FIELD_LABELS } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { french } from '../../../lib/french.ts';
import { moveItem } from '../../../lib/move-item.ts';
import { USUAL_TEMPLATE } from '../../../lib/prices/make-price-file.ts';
import { BegunForm } from '../../../lib/seen/begun-form.tsx';
import { ClashNotice, REPLACE } from '../../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../../lib/seen/use-seen.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, FieldError, FieldGroup, SelectField, TextField } from '../../../ui/field.tsx';
import { useDeletePriceTemplate, useSavePriceTemplate } from '../api.ts';
import {
  addedColumn,
  bodyOf,
  type ColumnDraft,
  draftFault,
  draftOf,
  exampleLines,
  TEMPLATE_FIELDS,
  type TemplateDraft,
} from '../model/template-draft.ts';
import styles from './template-dialog.module.css';

const SEPARATORS = [
  { value: ';', label: 'Point-virgule' },
  { value: ',', label: 'Virgule' },
  { value: '\t', label: 'Tabulation' },
  { value: '|', label: 'Barre verticale' },
] as const;
const DECIMALS = [
  { value: ',', label: 'Virgule (34,99)' },
  { value: '.', label: 'Point (34.99)' },
] as const;
const DATES = [
  { value: 'dd/mm/yyyy', label: '08/07/2026' },
  { value: 'yyyy-mm-dd', label: '2026-07-08' },
  { value: 'yyyymmdd', label: '20260708' },
] as const;
const ENCODINGS = [
  { value: 'utf-8-bom', label: 'UTF-8, pour Excel' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows-1252' },
] as const;

interface TemplateDialogProps {
  template: SavedPriceTemplate;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** A layout of price files: its columns in order, with their headings, and how a CSV is written. */
export function TemplateDialog({ template, ...props }: TemplateDialogProps): ReactNode {
  return (
    <BegunForm from={template}>
      {(began, beginAgain) => <TemplateForm {...props} template={began} onTake={beginAgain} />}
    </BegunForm>
  );
}

interface TemplateFormProps extends TemplateDialogProps {
  onTake: (now: object) => void;
}

function TemplateForm({ template, onSaved, onClose, onTake }: TemplateFormProps): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(template));
  const change = (changes: Partial<TemplateDraft>): void => setDraft({ ...draft, ...changes });
  const save = useSavePriceTemplate();
  const seen = useSeen(template);
  const forget = useDeletePriceTemplate();
  const fault = draftFault(draft);
  const finish = (): void => {
    const body = bodyOf(draft);
    save.mutate(
      { id: template.preset ? null : template._id, body, seen: seen.of(body) },
      { onError: seen.refused, onSuccess: ({ _id }) => onSaved(_id) },
    );
  };
  const remove = (): void => {
    const { _id: id, preset: _, ...layout } = template;
    forget.mutate(
      { id, seen: seen.of(layout) },
      {
        onError: seen.removalRefused,
        onSuccess: () => onSaved(USUAL_TEMPLATE),
      },
    );
  };
  return (
    <Dialog
      title={template.preset ? 'Nouveau modèle de fichier de prix' : 'Modèle de fichier de prix'}
      open
      onClose={onClose}
      width={760}
      actions={
        <>
          {!template.preset && (
            <Button icon="trash" disabled={forget.isPending} onClick={remove}>
              Supprimer
            </Button>
          )}
          <span className="spacer" />
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="primary" disabled={fault !== null || save.isPending} onClick={finish}>
            {template.preset ? 'Créer le modèle' : seen.clash ? REPLACE : 'Enregistrer'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ClashNotice clash={seen.clash} onTake={onTake} onRemove={remove} />
        <div className={styles.choices}>
          <TextField label="Nom" maxLength={200} value={draft.name} onChange={(name) => change({ name })} />
          <SelectField
            label="Format"
            value={draft.format}
            options={[
              { value: 'xlsx', label: 'Excel (.xlsx)' },
              { value: 'csv', label: 'CSV' },
            ]}
            onChange={(format) => change({ format })}
          />
          <SelectField
            label="Lignes de chaque taille"
            value={draft.rows_by}
            options={PRICE_ROWS_BY.map((by) => ({ value: by, label: PRICE_ROWS_BY_LABELS[by] }))}
            onChange={(rows_by) => change({ rows_by })}
          />
        </div>
        {draft.format === 'csv' && (
          <DialectFields dialect={draft.dialect} onChange={(dialect) => change({ dialect })} />
        )}
        <ColumnFields columns={draft.columns} onChange={(columns) => change({ columns })} />
        <Checkbox
          label="Ajouter les produits sans prix dans la démarque, avec leur raison"
          checked={draft.with_excluded}
          onChange={(with_excluded) => change({ with_excluded })}
        />
        {draft.format === 'csv' && (
          <FieldGroup label="Exemple">
            <code className={styles.example}>{exampleLines(draft)}</code>
          </FieldGroup>
        )}
        {fault && <FieldError>{french(fault)}</FieldError>}
      </div>
    </Dialog>
  );
}

function DialectFields({
  dialect,
  onChange,
}: {
  dialect: CsvDialect;
  onChange: (dialect: CsvDialect) => void;
}): ReactNode {
  const change = (changes: Partial<CsvDialect>): void => onChange({ ...dialect, ...changes });
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label="Séparateur"
          value={dialect.separator}
          options={SEPARATORS}
          onChange={(separator) => change({ separator })}
        />
        <SelectField
          label="Décimales"
          value={dialect.decimal}
          options={DECIMALS}
          onChange={(decimal) => change({ decimal })}
        />
        <SelectField
          label="Dates"
          value={dialect.date}
          options={DATES}
          onChange={(date) => change({ date })}
        />
        <SelectField
          label="Encodage"
          value={dialect.encoding}
          options={ENCODINGS}
          onChange={(encoding) => change({ encoding })}
        />
      </div>
      <Checkbox
        label="Les titres des colonnes en première ligne"
        checked={dialect.headings}
        onChange={(headings) => change({ headings })}
      />
    </>
  );
}

function ColumnFields({
  columns,
  onChange,
}: {
  columns: readonly ColumnDraft[];
  onChange: (columns: ColumnDraft[]) => void;
}): ReactNode {
  const change = (id: number, changes: Partial<ColumnDraft>): void =>
    onChange(columns.map((column) => (column.id === id ? { ...column, ...changes } : column)));
  return (
    <FieldGroup label="Colonnes, dans leur ordre">
      <ol className={styles.columns}>
        {columns.map((column, index) => (
          <li key={column.id} className={styles.column}>
            <SelectField
              label={`Champ de la colonne ${index + 1}`}
              hideLabel
              value={column.field}
              options={TEMPLATE_FIELDS.map((field) => ({
                value: field,
                label: TEMPLATE_FIELD_LABELS[field],
              }))}
              onChange={(field) => change(column.id, { field })}
            />
            <TextField
              label={`Titre de la colonne ${index + 1}`}
              hideLabel
              maxLength={120}
              value={column.heading}
              onChange={(heading) => change(column.id, { heading })}
            />
            {column.field === 'constant' ? (
              <TextField
                label={`Texte de la colonne ${index + 1}`}
                hideLabel
                placeholder="Texte de chaque ligne"
                maxLength={200}
                value={column.value}
                onChange={(value) => change(column.id, { value })}
              />
            ) : (
              <span />
            )}
            <span className="side-by-side">
              <IconButton
                small
                icon="chevron-up"
                label={`Monter la colonne ${index + 1}`}
                disabled={index === 0}
                onClick={() => onChange(moveItem(columns, index, index - 1))}
              />
              <IconButton
                small
                icon="chevron-down"
                label={`Descendre la colonne ${index + 1}`}
                disabled={index === columns.length - 1}
                onClick={() => onChange(moveItem(columns, index, index + 1))}
              />
              <IconButton
                small
                icon="trash"
                label={`Retirer la colonne ${index + 1}`}
                onClick={() => onChange(columns.filter(({ id }) => id !== column.id))}
              />
            </span>
          </li>
        ))}
      </ol>
      <Button small icon="plus" onClick={() => onChange([...columns, addedColumn(columns)])}>
        Ajouter une colonne
      </Button>
    </FieldGroup>
  );
}
