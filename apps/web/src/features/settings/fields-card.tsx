import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettings } from '../../lib/calls/get-settings.ts';
import { listItemFields } from '../../lib/calls/list-item-fields.ts';
import { french } from '../../lib/french.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { useCosts } from '../../lib/session/use-costs.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import { useChangeSettings } from './api.ts';
import { hidableFields, hidableParts, hiddenParts } from './hidden-fields.ts';
import { SettingCard } from './setting-card.tsx';
import styles from './settings-page.module.css';
import { WithSettings } from './with-settings.tsx';

/** Which fields the organisation does not use. */
export function FieldsCard() {
  return (
    <WithSettings failure="Les champs masqués n’ont pas pu être chargés">
      {(settings) => (
        <HeldSetting
          query={getSettings()}
          now={settings}
          part={({ unavailableFields }) => ({ unavailableFields })}
        >
          {({ unavailableFields }) => <FieldsForm before={unavailableFields} />}
        </HeldSetting>
      )}
    </WithSettings>
  );
}

function FieldsForm({ before }: { before: readonly string[] }) {
  const [hidden, setHidden] = useState(before);
  const own = useQuery(listItemFields());
  const fields = hidableFields(own.data ?? [], useCosts());
  const save = useChangeSettings();
  const sections = hidableParts(fields, hidden);
  const options = sections.flatMap((section) => section.options);
  const parts = hiddenParts(fields, hidden);
  return (
    <SettingCard
      title="Champs masqués"
      effect="Ce que l’enseigne ne connaît pas ou n’utilise pas, un champ ou toute une section : rien de cela n’est proposé en colonne, ni dans les filtres, ni dans les règles, ni en tête des produits. Ce qui s’en sert déjà les garde."
      changed={hidden.join() !== before.join()}
      busy={save.isPending}
      onSave={(seen) => save.mutateAsync({ unavailableFields: [...hidden], seen })}
    >
      {(disabled) => (
        <div className={styles.chips}>
          {parts.map((part) => (
            <Chip key={part.id}>
              {french(part.label)}
              <button
                type="button"
                disabled={disabled}
                aria-label={`Ne plus masquer : ${part.label}`}
                onClick={() => setHidden(hidden.filter((id) => !part.fields.includes(id)))}
              >
                <Icon name="close" size={12} />
              </button>
            </Chip>
          ))}
          {parts.length === 0 ? <span className="muted">Aucun champ masqué.</span> : null}
          {disabled ? null : (
            <SearchPicker
              label="Masquer un champ ou une section"
              sections={sections}
              value={null}
              onPick={(id) =>
                setHidden([
                  ...new Set([...hidden, ...(options.find((part) => part.id === id)?.fields ?? [])]),
                ])
              }
              button={{ small: true }}
            >
              <Icon name="plus" size={14} />
              <span>Masquer un champ ou une section</span>
            </SearchPicker>
          )}
        </div>
      )}
    </SettingCard>
  );
}
