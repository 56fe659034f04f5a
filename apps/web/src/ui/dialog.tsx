import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';

export type DialogProps = {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Buttons at the bottom right, the committing one last. */
  actions?: ReactNode;
  /** dialog: centred; drawer: full height at the right, the page stays in sight. */
  place?: 'dialog' | 'drawer';
  width?: number;
  children: ReactNode;
};

/**
 * A window over the page, drawn by the browser's own modal dialog: focus stays inside, Escape
 * closes, the page behind is inert and focus returns to what opened it.
 */
export function Dialog({
  title,
  open,
  onClose,
  actions,
  place = 'dialog',
  width = 560,
  children,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = box.current;
    if (!element || !open) return;
    if (!element.open) element.showModal();
    firstField(element)?.focus();
    return () => element.close();
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={box}
      className={place}
      style={{ width }}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      <div className="dialog-frame">
        <header>
          <h2 id={id}>{title}</h2>
          <span className="sp" />
          <IconButton icon="close" label="Fermer" tone="quiet" onClick={onClose} />
        </header>
        <div className="dialog-body">{children}</div>
        {actions && <footer>{actions}</footer>}
      </div>
    </dialog>
  );
}

/** What the user came for: the first field, else the last button (the one that commits). */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const field = dialog.querySelector<HTMLElement>(
    '.dialog-body :is(input, select, textarea):not(:disabled):not([tabindex="-1"])',
  );
  return field ?? [...dialog.querySelectorAll<HTMLElement>('footer button:not(:disabled)')].pop() ?? null;
}

/** A dialog at the right edge, full height. */
export function Drawer(props: Omit<DialogProps, 'place'>) {
  return <Dialog {...props} place="drawer" />;
}
