import { FIELDS, fieldLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { getSettings } from '../../lib/calls/get-settings.ts';
import { fieldGroups } from '../../lib/filter/filter-fields.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useChangeSettings } from './api.ts';
import { SettingCard } from './setting-card.tsx';
import styles from './settings-page.module.css';

/** Which fields the organisation does not use. */
export function FieldsCard() {
  const { data, isError, error, refetch } = useQuery(getSettings());
  if (isError)
    return (
      <ErrorState title="Les champs masqués n’ont pas pu être chargés" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  const before = data?.unavailableFields;
  return before ? <FieldsForm key={before.join()} before={before} /> : null;
}

function FieldsForm({ before }: { before: readonly string[] }) {
  const [hidden, setHidden] = useState(before);
  const save = useChangeSettings();
  const offered = FIELDS.filter(({ id }) => !hidden.includes(id));
  const sections = fieldGroups(offered).map(({ label, fields }) => ({ label, options: fields }));
  return (
    <SettingCard
      title="Champs masqués"
      effect="Ce que l’enseigne ne connaît pas ou n’utilise pas : ces champs ne sont proposés ni en colonne, ni dans les filtres, ni dans les règles, ni en tête des produits. Ce qui s’en sert déjà les garde."
      ready={hidden.join() !== before.join()}
      busy={save.isPending}
      onSave={() => save.mutate({ unavailableFields: [...hidden] })}
    >
      {(disabled) => (
        <div className={styles.chips}>
          {hidden.map((id) => (
            <Chip key={id}>
              {fieldLabel(id)}
              <button
                type="button"
                disabled={disabled}
                aria-label={`Ne plus masquer ${fieldLabel(id)}`}
                onClick={() => setHidden(hidden.filter((other) => other !== id))}
              >
                <Icon name="close" size={12} />
              </button>
            </Chip>
          ))}
          {hidden.length === 0 ? <span className="muted">Aucun champ masqué.</span> : null}
          {disabled ? null : (
            <SearchPicker
              label="Masquer un champ"
              sections={sections}
              value={null}
              onPick={(id) => setHidden([...hidden, id])}
              button={{ small: true }}
            >
              <Icon name="plus" size={14} />
              <span>Masquer un champ</span>
            </SearchPicker>
          )}
        </div>
      )}
    </SettingCard>
  );
}
