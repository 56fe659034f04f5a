import { lazy, type ReactNode, Suspense, useState } from 'react';
import { buttonLook } from './button.tsx';
import type { SearchPickerProps } from './search-list.tsx';

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
