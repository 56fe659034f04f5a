import { type ImportSettings, lackOf } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { french } from '../../../lib/french.ts';
import { HeldSetting, useHeldSave } from '../../../lib/seen/held-setting.tsx';
import { usePermission } from '../../../lib/session/use-session.ts';
import { SHARE_FAULT, shareTyped } from '../../../lib/typed-share.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FieldError, SelectField, TextField } from '../../../ui/field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { getImportSettings, useSetImportSettings } from '../api/import-settings.ts';
import {
  CALENDAR_FAULT,
  calendarTyped,
  offeredZones,
  settingsTyped,
  typedOf,
} from '../model/import-settings.ts';
import { FiscalFields } from './fiscal-fields.tsx';
import styles from './settings-card.module.css';

/** How the organisation's imports are read and watched over: set by who may validate a markdown, shown to all. */
export function SettingsCard() {
  const { data, isError, error, refetch } = useQuery(getImportSettings());
  if (isError)
    return (
      <ErrorState title="Les paramètres n’ont pas pu être chargés" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data) return null;
  return (
    <HeldSetting query={getImportSettings()} now={data}>
      {(settings) => <SettingsForm settings={settings} />}
    </HeldSetting>
  );
}

function SettingsForm({ settings }: { settings: ImportSettings }) {
  const [typed, setTyped] = useState(() => typedOf(settings));
  const save = useSetImportSettings();
  const isAllowed = usePermission('canEditSettings');
  const wanted = settingsTyped(typed);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(typedOf(settings));
  const held = useHeldSave(isChanged);
  const disabled = !isAllowed || save.isPending;
  return (
    <Card
      title="Contrôle des imports"
      note={isAllowed ? 'pour tous les imports' : 'seul qui règle l’organisation les change'}
    >
      <p className={`muted ${styles.effect}`}>
        Un import qui retire plus que cette part de ce qui est en place le demande d’abord ; un total de la
        caisse qui s’écarte de plus que la tolérance est un écart, à expliquer avant de valider une démarque.
        Le fuseau et l’ordre des dates évitent de les demander à chaque fichier.
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted) void held.save((seen) => save.mutateAsync({ ...wanted, seen }));
        }}
      >
        <TextField
          label="Demander avant de retirer plus de"
          inputMode="decimal"
          suffix="%"
          disabled={disabled}
          error={shareTyped(typed.removed) === null ? french(SHARE_FAULT) : undefined}
          value={typed.removed}
          onChange={(removed) => setTyped({ ...typed, removed })}
        />
        <TextField
          label="Écart toléré à la caisse"
          inputMode="decimal"
          suffix="%"
          disabled={disabled}
          error={shareTyped(typed.tolerance) === null ? french(SHARE_FAULT) : undefined}
          value={typed.tolerance}
          onChange={(tolerance) => setTyped({ ...typed, tolerance })}
        />
        <SelectField
          label="Fuseau horaire des heures"
          disabled={disabled}
          value={typed.time_zone}
          onChange={(time_zone) => setTyped({ ...typed, time_zone })}
          options={[
            { value: '', label: 'Europe/Paris, au départ' },
            ...offeredZones(typed.time_zone).map((zone) => ({ value: zone, label: zone })),
          ]}
        />
        <SelectField
          label="Dates comme 03/04/2026"
          disabled={disabled}
          value={typed.date_order}
          onChange={(date_order) => setTyped({ ...typed, date_order })}
          options={[
            { value: '', label: 'Demander si rien ne tranche' },
            { value: 'day', label: 'Jour d’abord (3 avril)' },
            { value: 'month', label: 'Mois d’abord (4 mars)' },
          ]}
        />
        <SelectField
          label="Semaines fiscales"
          disabled={disabled}
          value={typed.fiscal}
          onChange={(fiscal) => setTyped({ ...typed, fiscal })}
          options={[
            { value: '', label: 'Demander' },
            { value: 'iso', label: 'Semaines ISO' },
            { value: 'own', label: 'Calendrier de l’enseigne' },
          ]}
        />
        {typed.fiscal === 'own' && (
          <FiscalFields
            calendar={typed.calendar}
            disabled={disabled}
            onChange={(calendar) => setTyped({ ...typed, calendar })}
          />
        )}
        {calendarTyped(typed) === undefined && <FieldError role="alert">{CALENDAR_FAULT}</FieldError>}
        {!save.isPending && held.notice}
        <Button
          type="submit"
          className={styles.save}
          disabled={disabled || !isChanged || wanted === null}
          title={isAllowed ? undefined : lackOf('canEditSettings')}
        >
          {save.isPending ? 'Enregistrement…' : held.label}
        </Button>
      </form>
    </Card>
  );
}
