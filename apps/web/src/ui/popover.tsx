import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

export type PopoverProps = {
  label: string;
  button: ReactNode;
  buttonClass?: string;
  buttonLabel?: string;
  align?: 'left' | 'right';
  onOpen?: () => void;
  children: ReactNode;
};

/** A button that opens a small panel under it; Escape or a press elsewhere closes it. */
export function Popover({
  label,
  button,
  buttonClass,
  buttonLabel,
  align = 'right',
  onOpen,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer, true);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);
  return (
    <span className="menu-root" ref={root}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        aria-label={buttonLabel}
        title={buttonLabel}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        {button}
      </button>
      {open && (
        <section className={`menu ${align}`} id={id} aria-label={label}>
          {children}
        </section>
      )}
    </span>
  );
}
