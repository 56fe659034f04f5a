import type { Settings } from '@palier/contract';
import { EXPORT_FORMATS, findColumn, settingsFault } from '@palier/domain';
import { useState } from 'react';
import { getSettings } from '../../lib/calls/get-settings.ts';
import { clientId } from '../../lib/client-id.ts';
import { countOf } from '../../lib/french.ts';
import { moveItem } from '../../lib/move-item.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useChangeSettings } from './api.ts';
import styles from './exports-card.module.css';
import { isOwnFile, KIND_LABELS, leftOut, type Template, withListing } from './exports-draft.ts';
import { columnSections, OrderedChoice } from './listing-card.tsx';
import { SettingCard } from './setting-card.tsx';
import { WithSettings } from './with-settings.tsx';

/** The files that « Exporter » offers in the listing. */
export function ExportsCard() {
  return (
    <WithSettings failure="Les fichiers du listing n’ont pas pu être chargés">
      {(settings) => (
        <HeldSetting
          query={getSettings()}
          now={settings}
          part={({ exportTemplates }) => ({ exportTemplates })}
        >
          {(before) => <ExportsForm before={before} />}
        </HeldSetting>
      )}
    </WithSettings>
  );
}

function ExportsForm({ before }: { before: Settings }) {
  const [templates, setTemplates] = useState<readonly Template[]>(before.exportTemplates);
  const save = useChangeSettings();
  const changed = JSON.stringify(templates) !== JSON.stringify(before.exportTemplates);
  const unnamed = templates.some(({ name }) => name.trim() === '');
  const bare = templates.find(({ columns }) => columns?.length === 0);
  const fault = unnamed
    ? 'Chaque fichier a un nom.'
    : bare
      ? `« ${bare.name} » a au moins une colonne.`
      : settingsFault({ exportTemplates: templates });
  return (
    <SettingCard
      title="Fichiers du listing"
      effect="Ce que propose « Exporter », dans cet ordre. Un listing de plus a toujours les mêmes colonnes, quelle que soit la vue ; le code, le nom et la démarque y sont toujours. Les produits sont ceux de l’écran : son filtre et sa recherche."
      changed={changed}
      fault={fault}
      busy={save.isPending}
      onSave={(seen) => save.mutateAsync({ exportTemplates: [...templates], seen })}
    >
      {(disabled) => (
        <>
          {templates.length === 0 && <p>Aucun fichier : « Exporter » n’en propose pas.</p>}
          <ol className={styles.files} aria-label="Fichiers du listing">
            {templates.map((template, index) => (
              <FileRow
                key={template.id}
                {...{ template, disabled, index, count: templates.length }}
                unavailable={before.unavailableFields}
                onChange={(changes) => setTemplates(templates.with(index, { ...template, ...changes }))}
                onMove={(to) => setTemplates(moveItem(templates, index, to))}
                onRemove={() => setTemplates(templates.toSpliced(index, 1))}
              />
            ))}
          </ol>
          {!disabled && (
            <div className={styles.adding}>
              <Button
                small
                icon="plus"
                onClick={() => setTemplates(withListing(templates, before.dashboard_columns, clientId()))}
              >
                Ajouter un listing
              </Button>
              {leftOut(templates).map((template) => (
                <Button
                  key={template.id}
                  small
                  tone="quiet"
                  onClick={() => setTemplates([...templates, template])}
                >
                  {`Remettre « ${template.name} »`}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
    </SettingCard>
  );
}

interface FileRowProps {
  template: Template;
  index: number;
  count: number;
  disabled: boolean;
  unavailable: readonly string[];
  onChange: (changes: Partial<Template>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function FileRow(props: FileRowProps) {
  const { template, index, count, disabled, unavailable, onChange, onMove, onRemove } = props;
  const { name, kind, format, columns } = template;
  const own = isOwnFile(template);
  const what = `${format.toUpperCase()} · ${KIND_LABELS[kind]}`;
  return (
    <li className={styles.file}>
      <div className={styles.head}>
        <TextField
          label={`Nom du fichier ${index + 1}`}
          hideLabel
          maxLength={200}
          disabled={disabled}
          value={name}
          onChange={(typed) => onChange({ name: typed })}
        />
        {own ? (
          <SelectField
            label={`Format du fichier ${index + 1}`}
            hideLabel
            disabled={disabled}
            value={format}
            options={EXPORT_FORMATS.map((one) => ({ value: one, label: one.toUpperCase() }))}
            onChange={(one) => onChange({ format: one })}
          />
        ) : (
          <span className="muted small">{what}</span>
        )}
        <span className="spacer" />
        <IconButton
          {...{ small: true, tone: 'quiet', icon: 'chevron-up', label: `Monter ${name}` }}
          disabled={disabled || index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          {...{ small: true, tone: 'quiet', icon: 'chevron-down', label: `Descendre ${name}` }}
          disabled={disabled || index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <IconButton
          {...{ small: true, tone: 'quiet', icon: 'close', label: `Retirer ${name}` }}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      {own && columns && (
        <details>
          <summary>{countOf(columns.length, 'colonne choisie', 'colonnes choisies')}</summary>
          <OrderedChoice
            label={`Colonnes de ${name}`}
            add="Ajouter une colonne"
            ids={columns}
            labelOf={(id) => findColumn(id)?.label ?? id}
            sections={columnSections(unavailable, columns)}
            disabled={disabled}
            onChange={(ids) => onChange({ columns: [...ids] })}
          />
        </details>
      )}
    </li>
  );
}
