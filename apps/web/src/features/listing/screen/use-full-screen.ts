import { useEffect, useState } from 'react';

/** Full screen: the shell's bars go; Escape brings them back. */
export function useFullScreen(): [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    document.body.toggleAttribute('data-full-screen', full);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false);
    };
    if (full) window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.body.removeAttribute('data-full-screen');
    };
  }, [full]);
  return [full, () => setFull((value) => !value)];
}
