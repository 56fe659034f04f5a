import { type ReactNode, useEffect, useRef } from 'react';

export interface PointMenuEntry {
  label: string;
  run: () => void;
}

const ENTRY_HEIGHT = 36;
const WIDTH = 320;

/** A menu where it was asked for (a right click, a key on a title); arrows, Home, End and Escape as the ARIA practices ask. */
export function PointMenu({
  label,
  point,
  entries,
  onClose,
}: {
  label: string;
  /** In the window, px. */
  point: { x: number; y: number };
  entries: readonly PointMenuEntry[];
  onClose: () => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('button')?.focus();
    const close = (event: PointerEvent): void => {
      if (!list.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', close, true);
    return () => document.removeEventListener('pointerdown', close, true);
  }, [onClose]);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items[(at - 1 + items.length) % items.length]?.focus();
    else if (event.key === 'Home') items[0]?.focus();
    else if (event.key === 'End') items.at(-1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const left = Math.max(0, Math.min(point.x, window.innerWidth - WIDTH));
  const top = Math.max(0, Math.min(point.y, window.innerHeight - ENTRY_HEIGHT * entries.length - 16));
  return (
    <div className="menu ls-cell-menu" style={{ left, top }}>
      <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {entries.map((entry) => (
          <button
            key={entry.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="menu-item"
            onClick={() => {
              onClose();
              entry.run();
            }}
          >
            {entry.label}
          </button>
        ))}
      </div>
    </div>
  );
}
