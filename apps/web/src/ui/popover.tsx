import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import styles from './menu.module.css';

export interface PopoverProps {
  label: string;
  button: ReactNode;
  buttonClass?: string;
  buttonLabel?: string;
  align?: 'left' | 'right';
  onOpen?: () => void;
  children: ReactNode;
}

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
  return (
    <span className={styles.root} data-kit="menu">
      <BasePopover.Root onOpenChange={(open) => open && onOpen?.()}>
        <BasePopover.Trigger className={buttonClass} aria-label={buttonLabel} title={buttonLabel}>
          {button}
        </BasePopover.Trigger>
        <BasePopover.Portal>
          <BasePopover.Positioner
            className={styles.layer}
            align={align === 'left' ? 'start' : 'end'}
            sideOffset={4}
            collisionPadding={8}
          >
            <BasePopover.Popup className={styles.menu} aria-label={label}>
              {children}
            </BasePopover.Popup>
          </BasePopover.Positioner>
        </BasePopover.Portal>
      </BasePopover.Root>
    </span>
  );
}
