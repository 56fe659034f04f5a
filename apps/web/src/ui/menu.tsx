import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

export type MenuEntry =
  | {
      kind: 'action';
      /** Tells apart entries of one label. */
      id?: string;
      label: string;
      icon?: IconName;
      note?: string;
      disabled?: boolean;
      onSelect: () => void;
    }
  | { kind: 'link'; label: string; icon?: IconName; note?: string; to: string; current?: boolean }
  | { kind: 'title'; label: string }
  | { kind: 'separator'; label: string };

export type MenuProps = {
  /** Name of the list for screen readers. */
  label: string;
  entries: readonly MenuEntry[];
  /** What the opening button shows. */
  children: ReactNode;
  buttonClass?: string;
  buttonLabel?: string;
  buttonTitle?: string;
  align?: 'left' | 'right';
  /** Shown above the entries (an identity, a search). */
  header?: ReactNode;
};

/** A button that opens a list of actions or links; arrows, Home, End and Escape work as the ARIA practices ask. */
export function Menu(props: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const root = useRef<HTMLSpanElement>(null);
  useCloseOutside(open, root, () => setOpen(false));
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  return (
    <span className="menu-root" ref={root}>
      <button
        ref={button}
        type="button"
        className={props.buttonClass}
        aria-label={props.buttonLabel}
        title={props.buttonTitle}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        {props.children}
      </button>
      {open && <MenuList id={id} {...props} onClose={close} />}
    </span>
  );
}

function useCloseOutside(open: boolean, root: { current: HTMLElement | null }, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) latest.current();
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [open, root]);
}

function MenuList({
  id,
  label,
  entries,
  header,
  align = 'left',
  onClose,
}: MenuProps & { id: string; onClose: (refocus: boolean) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const items = menuItems(list.current);
    (items.find((item) => item.getAttribute('aria-current') === 'true') ?? items[0])?.focus();
  }, []);
  return (
    <div className={`menu ${align}`}>
      {header}
      <div
        id={id}
        ref={list}
        role="menu"
        aria-label={label}
        onKeyDown={(event) => onMenuKey(event, list.current, onClose)}
      >
        {entries.map((entry) => (
          <MenuLine
            key={`${entry.kind}-${entry.label}-${'to' in entry ? entry.to : ''}${'id' in entry ? entry.id : ''}`}
            entry={entry}
            onClose={onClose}
          />
        ))}
      </div>
    </div>
  );
}

function MenuLine({ entry, onClose }: { entry: MenuEntry; onClose: (refocus: boolean) => void }) {
  if (entry.kind === 'separator') return <hr className="menu-line" />;
  if (entry.kind === 'title') return <div className="menu-title">{entry.label}</div>;
  const inner = (
    <>
      {entry.icon && <Icon name={entry.icon} />}
      <span className="sp">{entry.label}</span> {entry.note && <span className="mut sm">{entry.note}</span>}
    </>
  );
  if (entry.kind === 'link') {
    return (
      <Link
        role="menuitem"
        tabIndex={-1}
        className="menu-item"
        to={entry.to}
        aria-current={entry.current ? 'true' : undefined}
        onClick={() => onClose(false)}
      >
        {inner}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      disabled={entry.disabled}
      onClick={() => {
        onClose(true);
        entry.onSelect();
      }}
    >
      {inner}
    </button>
  );
}

function menuItems(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')] : [];
}

function onMenuKey(event: KeyboardEvent, list: HTMLElement | null, onClose: (refocus: boolean) => void) {
  if (event.key === 'Tab') return onClose(false);
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    return onClose(true);
  }
  const items = menuItems(list);
  const current = items.indexOf(document.activeElement as HTMLElement);
  const moves: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = moves[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
