import type { Settings } from '@palier/contract';
import { COLUMNS, findColumn, isFeaturable, SECTION_IDS, SECTION_LABELS } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettings } from '../../lib/calls/get-settings.ts';
import { listItemFields } from '../../lib/calls/list-item-fields.ts';
import { fieldGroups } from '../../lib/filter/filter-fields.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { useCosts } from '../../lib/session/use-costs.ts';
import { FieldLabel } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OrderedList } from '../../ui/ordered-list.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import { useChangeSettings } from './api.ts';
import { type HidableField, hidableFields } from './hidden-fields.ts';
import { SettingCard } from './setting-card.tsx';
import styles from './settings-page.module.css';
import { WithSettings } from './with-settings.tsx';

/** What a listing shows until its reader chooses: the columns at first, and the fields under the products' names. */
export function ListingCard() {
  return (
    <WithSettings failure="Les réglages du listing n’ont pas pu être chargés">
      {(settings) => (
        <HeldSetting
          query={getSettings()}
          now={settings}
          part={({ dashboard_columns, featured_fields }) => ({ dashboard_columns, featured_fields })}
        >
          {(before) => <ListingForm before={before} />}
        </HeldSetting>
      )}
    </WithSettings>
  );
}

function ListingForm({ before }: { before: Settings }) {
  const [columns, setColumns] = useState<readonly string[]>(before.dashboard_columns);
  const [featured, setFeatured] = useState<readonly string[]>(before.featured_fields);
  const own = useQuery(listItemFields()).data ?? [];
  const save = useChangeSettings();
  const fields = hidableFields(own, useCosts()).filter(({ id }) => !before.unavailableFields.includes(id));
  const changed =
    columns.join() !== before.dashboard_columns.join() || featured.join() !== before.featured_fields.join();
  return (
    <SettingCard
      title="Listing au départ"
      effect="Les colonnes, et les champs sous le nom des produits, que montrent les vues qui n’ont pas les leurs. Une vue ou une personne qui a choisi les siens les garde."
      changed={changed}
      fault={columns.length > 0 ? null : 'Le listing a au moins une colonne.'}
      busy={save.isPending}
      onSave={(seen) =>
        save.mutateAsync({ dashboard_columns: [...columns], featured_fields: [...featured], seen })
      }
    >
      {(disabled) => (
        <div className={styles.lists}>
          <OrderedChoice
            label="Colonnes"
            add="Ajouter une colonne"
            ids={columns}
            labelOf={(id) => findColumn(id)?.label ?? id}
            sections={columnSections(before.unavailableFields, columns)}
            disabled={disabled}
            onChange={setColumns}
          />
          <OrderedChoice
            label="Champs sous le nom des produits"
            add="Ajouter un champ"
            ids={featured}
            labelOf={(id) => fields.find((field) => field.id === id)?.label ?? id}
            sections={featuredSections(fields, featured)}
            disabled={disabled}
            onChange={setFeatured}
          />
        </div>
      )}
    </SettingCard>
  );
}

interface PickerSection {
  label: string;
  options: readonly { id: string; label: string }[];
}

/** The columns that a listing may open with, by section; those chosen already are not offered again. */
export function columnSections(unavailable: readonly string[], chosen: readonly string[]): PickerSection[] {
  const offered = COLUMNS.filter(
    ({ id, read_only, edition, fields }) =>
      !read_only && !edition && !chosen.includes(id) && !(fields[0] && unavailable.includes(fields[0])),
  );
  return SECTION_IDS.map((section) => ({
    label: SECTION_LABELS[section],
    options: offered.filter((column) => column.section === section),
  })).filter(({ options }) => options.length > 0);
}

function featuredSections(fields: readonly HidableField[], chosen: readonly string[]): PickerSection[] {
  const offered = fields.filter((field) => isFeaturable(field) && !chosen.includes(field.id));
  return fieldGroups(offered).map(({ label, fields: options }) => ({ label, options }));
}

interface OrderedChoiceProps {
  label: string;
  add: string;
  ids: readonly string[];
  labelOf: (id: string) => string;
  sections: readonly PickerSection[];
  disabled: boolean;
  onChange: (ids: readonly string[]) => void;
}

/** Some of a long list, in an order. */
export function OrderedChoice({
  label,
  add,
  ids,
  labelOf,
  sections,
  disabled,
  onChange,
}: OrderedChoiceProps) {
  return (
    <div className={styles.choice}>
      <FieldLabel>{label}</FieldLabel>
      <OrderedList label={label} ids={ids} labelOf={labelOf} disabled={disabled} onChange={onChange} />
      {disabled ? null : (
        <div>
          <SearchPicker
            label={add}
            sections={sections}
            value={null}
            onPick={(id) => onChange([...ids, id])}
            button={{ small: true }}
          >
            <Icon name="plus" size={14} />
            <span>{add}</span>
          </SearchPicker>
        </div>
      )}
    </div>
  );
}
