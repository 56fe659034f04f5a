import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type ButtonLook, buttonLook } from './button.tsx';

export interface PickerOption {
  id: string;
  label: string;
}

/** Options under a heading. */
export interface PickerSection {
  label: string;
  options: readonly PickerOption[];
}

export interface SearchPickerProps {
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

const loadList = () => import('./search-list.tsx');
const SearchList = lazy(async () => ({ default: (await loadList()).SearchList }));

/**
 * A button that opens a long list, by section, to be searched by typing. The list, and the library that moves in
 * it, are loaded when the pointer or the focus comes: a screen that only shows the button does not carry them.
 */
export function SearchPicker(props: SearchPickerProps): ReactNode {
  const [asked, setAsked] = useState(false);
  const { label, sections, value, button, children } = props;
  const chosen = sections.some(({ options }) => options.some(({ id }) => id === value));
  const closed = (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="dialog"
      aria-label={label}
      title={chosen ? undefined : label}
      {...buttonLook(button)}
      onPointerEnter={() => void loadList()}
      onFocus={() => void loadList()}
      onClick={() => setAsked(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setAsked(true);
      }}
    >
      {children}
    </button>
  );
  if (!asked) return closed;
  return (
    <Suspense fallback={closed}>
      <SearchList {...props} />
    </Suspense>
  );
}
