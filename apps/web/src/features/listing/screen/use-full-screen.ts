import { useEffect, useState } from 'react';

/** Full screen: the shell's bars go; Escape brings them back. */
export function useFullScreen(): [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    document.body.classList.toggle('ls-full-screen', full);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false);
    };
    if (full) window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.body.classList.remove('ls-full-screen');
    };
  }, [full]);
  return [full, () => setFull((value) => !value)];
}
