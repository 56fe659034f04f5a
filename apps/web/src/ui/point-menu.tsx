import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useMemo } from 'react';
import styles from './menu.module.css';
import { focusFirstItem } from './menu-focus.ts';

export interface PointMenuEntry {
  label: string;
  run: () => void;
}

export interface PointMenuProps {
  label: string;
  /** In the window, px. */
  point: { x: number; y: number };
  entries: readonly PointMenuEntry[];
  /** Also gives the focus back: only the caller knows what the menu was opened from. */
  onClose: () => void;
}

/** A menu where it was asked for (a right click, a key on a title), with the keys of every menu. */
export function PointMenu({ label, point, entries, onClose }: PointMenuProps): ReactNode {
  const { x, y } = point;
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  return (
    <Menu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.layer}
          anchor={anchor}
          align="start"
          collisionPadding={8}
          positionMethod="fixed"
        >
          <Menu.Popup
            className={`${styles.menu} ${styles.atPoint}`}
            aria-label={label}
            finalFocus={false}
            ref={focusFirstItem}
          >
            {entries.map(({ label: text, run }) => (
              <Menu.Item
                key={text}
                className={styles.item}
                closeOnClick={false}
                onClick={() => {
                  // Closed first: what the entry opens takes the menu's place.
                  onClose();
                  run();
                }}
              >
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
