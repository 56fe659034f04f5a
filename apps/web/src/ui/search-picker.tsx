import { Combobox } from '@base-ui/react/combobox';
import { foldText } from '@palier/domain';
import type { ReactNode } from 'react';
import { type ButtonLook, buttonLook } from './button.tsx';
import { FieldBox } from './field.tsx';
import { Icon } from './icon.tsx';
import menu from './menu.module.css';
import styles from './search-picker.module.css';

interface PickerOption {
  id: string;
  label: string;
}

/** Options under a heading. */
interface PickerSection {
  label: string;
  options: readonly PickerOption[];
}

interface SearchPickerProps {
  /** Name of the choice for screen readers. */
  label: string;
  sections: readonly PickerSection[];
  /** The option chosen; null when what is picked is added elsewhere. */
  value: string | null;
  onPick: (id: string) => void;
  button: ButtonLook;
  /** What the opening button shows. */
  children: ReactNode;
}

interface Item extends PickerOption {
  section: string;
}
interface Section {
  value: string;
  items: Item[];
}

/** Without case or accents, by the option's name or its section's. */
function matches({ label, section }: Item, query: string): boolean {
  return foldText(`${label} ${section}`).includes(foldText(query.trim()));
}

/**
 * A button that opens a long list, by section, to be searched by typing. It is there with its button: loaded at the
 * first key, it lost the letters typed meanwhile.
 */
export function SearchPicker(props: SearchPickerProps): ReactNode {
  const { label, value, onPick, button, children } = props;
  const sections: Section[] = props.sections.map((section) => ({
    value: section.label,
    items: section.options.map((option) => ({ ...option, section: section.label })),
  }));
  const chosen = sections.flatMap(({ items }) => items).find(({ id }) => id === value) ?? null;
  return (
    <Combobox.Root
      items={sections}
      value={chosen}
      itemToStringLabel={(item: Item) => item.label}
      isItemEqualToValue={(item: Item, other: Item) => item.id === other.id}
      filter={matches}
      autoHighlight
      onValueChange={(item: Item | null) => item && onPick(item.id)}
    >
      <Combobox.Trigger {...buttonLook(button)} aria-label={label} title={chosen ? undefined : label}>
        {children}
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={menu.layer} align="start" sideOffset={4} collisionPadding={8}>
          <Combobox.Popup className={`${menu.menu} ${styles.popup}`} aria-label={label}>
            <FieldBox small className={styles.search}>
              <Icon name="search" size={14} />
              <Combobox.Input
                aria-label={`Chercher : ${label.toLocaleLowerCase('fr-FR')}`}
                placeholder="Chercher"
              />
            </FieldBox>
            <Combobox.Empty>
              <p className={styles.none}>Rien de ce nom.</p>
            </Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(section: Section) => (
                <Combobox.Group key={section.value} items={section.items}>
                  <Combobox.GroupLabel className={menu.title}>{section.value}</Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(item: Item) => (
                      <Combobox.Item key={item.id} value={item} className={styles.item}>
                        {item.label}
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
