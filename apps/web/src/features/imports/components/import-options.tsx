import { french } from '../../../lib/french.ts';
import { SHARE_FAULT } from '../../../lib/typed-share.ts';
import { Card } from '../../../ui/card.tsx';
import { FieldGroup, SelectField, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { isUnreadShare, type Settings } from '../model/columns.ts';
import { CURRENCY_OPTIONS } from '../model/currencies.ts';
import styles from './import-options.module.css';

const TIME_ZONES = [
  ...['Europe/Paris', 'Europe/London', 'Europe/Zurich', 'Indian/Reunion', 'America/Martinique'],
  ...['America/Montreal', 'America/New_York', 'Africa/Casablanca', 'Asia/Dubai', 'Asia/Tokyo', 'UTC'],
].map((value) => ({ value, label: value.replace('_', ' ') }));

export interface ImportOptionsProps {
  settings: Settings;
  mode: 'incremental' | 'full';
  onSettings: (settings: Settings) => void;
  onMode: (mode: 'incremental' | 'full') => void;
}

/** Options for all the files of an import. */
export function ImportOptions({ settings, mode, onSettings, onMode }: ImportOptionsProps) {
  return (
    <Card label="Options de l’import" className={styles.options}>
      <FieldGroup label="Données déjà importées">
        <Segmented
          label="Données déjà importées"
          value={mode}
          onChange={onMode}
          options={[
            { value: 'incremental', label: 'Compléter' },
            { value: 'full', label: 'Remplacer' },
          ]}
        />
      </FieldGroup>
      <SelectField
        label="Décimales des fichiers"
        value={settings.decimal}
        onChange={(decimal) => onSettings({ ...settings, decimal })}
        options={[
          { value: '', label: 'Reconnues' },
          { value: ',', label: 'Virgule (12,50)' },
          { value: '.', label: 'Point (12.50)' },
        ]}
      />
      <SelectField
        label="Dates comme 03/04/2026"
        value={settings.date_order}
        onChange={(date_order) => onSettings({ ...settings, date_order })}
        options={[
          { value: '', label: 'Reconnues' },
          { value: 'day', label: 'Jour d’abord (3 avril)' },
          { value: 'month', label: 'Mois d’abord (4 mars)' },
        ]}
      />
      <SelectField
        label="Devise de l’enseigne"
        value={settings.currency}
        onChange={(currency) => onSettings({ ...settings, currency })}
        options={[{ value: '', label: 'Déjà retenue' }, ...CURRENCY_OPTIONS]}
      />
      <TextField
        label="TVA"
        inputMode="decimal"
        suffix="%"
        placeholder="déjà retenue"
        value={settings.vat_rate}
        error={isUnreadShare(settings.vat_rate) ? french(SHARE_FAULT) : undefined}
        onChange={(vat_rate) => onSettings({ ...settings, vat_rate })}
      />
      <SelectField
        label="Fuseau horaire des instants"
        value={settings.time_zone}
        onChange={(time_zone) => onSettings({ ...settings, time_zone })}
        options={[{ value: '', label: 'Déjà retenu' }, ...TIME_ZONES]}
      />
      <TextField
        label="Coût manquant, part du prix TTC"
        inputMode="decimal"
        suffix="%"
        placeholder="laisser vide"
        value={settings.cost_share_of_price}
        error={isUnreadShare(settings.cost_share_of_price) ? french(SHARE_FAULT) : undefined}
        onChange={(cost_share_of_price) => onSettings({ ...settings, cost_share_of_price })}
      />
      <p className="muted small">
        {mode === 'incremental'
          ? 'Les lignes de même clé sont remplacées, les autres gardées.'
          : 'Chaque genre de données présent dans vos fichiers remplace tout ce qui était importé de ce genre.'}
      </p>
    </Card>
  );
}
