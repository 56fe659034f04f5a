import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Buttons at the bottom right, the committing one last. */
  actions?: ReactNode;
  /** dialog: centred; drawer: full height at the right, the page stays in sight. */
  place?: 'dialog' | 'drawer';
  width?: number;
  /** Where the focus goes first: the first field, unless what opens is to be read before it is written in. */
  focus?: 'field' | 'action';
  children: ReactNode;
}

/**
 * A window over the page: focus stays inside, Escape or a press outside closes, the page behind
 * is out of reach and focus returns to what opened it. Once something is written in it a press outside, which may be
 * no more than clumsy, leaves it there.
 */
export function Dialog({
  title,
  open,
  onClose,
  actions,
  place = 'dialog',
  width = 560,
  focus = 'field',
  children,
}: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const written = useRef(false);
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(stays, { reason }) => {
        if (!stays && !(reason === 'outside-press' && written.current)) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} forceRender />
        <BaseDialog.Popup
          ref={box}
          render={<dialog open />}
          className={styles[place]}
          style={{ width }}
          onInput={(event) => {
            if ((event.target as Element).matches(WRITTEN_IN)) written.current = true;
          }}
          initialFocus={() => (focus === 'field' ? firstField(box.current) : lastAction(box.current)) ?? true}
        >
          <div className={styles.frame}>
            <header>
              <BaseDialog.Title>{title}</BaseDialog.Title>
              <span className="spacer" />
              <IconButton icon="close" label="Fermer" tone="quiet" onClick={onClose} />
            </header>
            <div className={styles.body} data-part="body">
              {children}
            </div>
            {actions && <footer>{actions}</footer>}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Where one writes what would be lost: no search, and no box to tick. */
const WRITTEN_IN = 'textarea, input:not([type=search], [type=checkbox], [type=radio], [type=range])';

/** What the user came for: the first field, else the last button (the one that commits). */
function firstField(dialog: HTMLElement | null): HTMLElement | null {
  if (!dialog) return null;
  const field = dialog.querySelector<HTMLElement>(
    '[data-part=body] :is(input, select, textarea):not(:disabled):not([tabindex="-1"])',
  );
  return field ?? lastAction(dialog);
}

function lastAction(dialog: HTMLElement | null): HTMLElement | null {
  return [...(dialog?.querySelectorAll<HTMLElement>('footer button:not(:disabled)') ?? [])].pop() ?? null;
}

/** A dialog at the right edge, full height. */
export function Drawer(props: Omit<DialogProps, 'place'>) {
  return <Dialog {...props} place="drawer" />;
}
