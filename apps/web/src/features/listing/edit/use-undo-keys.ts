import { useEffect } from 'react';
import type { History } from './history.ts';

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Ctrl+Z, Ctrl+Maj+Z and Ctrl+Y wherever the focus is on the screen, but in a field, which has its own, and in a dialog,
 * which hides what would be undone.
 */
export function useUndoKeys(history: History): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const ctrl = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (!ctrl || event.defaultPrevented || (key !== 'z' && key !== 'y')) return;
      if (event.target instanceof Element && event.target.matches(`${TEXT_FIELDS}, dialog *`)) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) void history.redo();
      else void history.undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [history]);
}
