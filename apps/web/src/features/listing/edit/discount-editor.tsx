import { currencySymbol, discountFault, formatQuantity } from '@palier/domain';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { french } from '../../../lib/french.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Line } from '../rows/row.ts';
import { parseDiscount } from './clipboard-cells.ts';
import styles from './discount-editor.module.css';
import { GroupLadder, LineLadder, type TriedGroup } from './ladder-table.tsx';
import { levelOfPrice, parsePrice, priceFault } from './typed-price.ts';

export interface EditorCommit {
  value: number | null;
  /** Where the keyboard goes next; away: it has gone, to another cell or another part of the screen. */
  move: 'down' | 'right' | 'left' | 'stay' | 'away';
  /** To every selected cell. */
  all: boolean;
  /** Why, in a few words; empty for most edits. */
  comment: string;
}

export interface DiscountEditorProps {
  /** The cell it stands over. */
  anchor: HTMLElement;
  scroller: HTMLElement | null;
  title: string;
  /** null for a group. */
  line: Line | null;
  /** The group whose discount is typed; null for a product. */
  tried: TriedGroup | null;
  value: number | null;
  typed: string | null;
  levels: readonly number[];
  /** Products that are selected. */
  selected: number;
  catalog_currency: string;
  accounting_currency: string;
  onCommit: (commit: EditorCommit) => void;
  /** `away` as for a commit. */
  onCancel: (away: boolean) => void;
}

const LADDER_WIDTH = 760;
const LADDER_HEIGHT = 190;

interface Place {
  cell: DOMRect;
  ladder: { left: number; top: number };
}

function placeOf(anchor: HTMLElement): Place {
  const cell = anchor.getBoundingClientRect();
  const below = cell.bottom + LADDER_HEIGHT < window.innerHeight - 32;
  return {
    cell,
    ladder: {
      left: Math.max(8, Math.min(cell.left - LADDER_WIDTH - 2, window.innerWidth - LADDER_WIDTH - 8)),
      top: below ? cell.bottom + 2 : cell.top - LADDER_HEIGHT - 2,
    },
  };
}

/** The level after or before a value among those that the line may take. */
export function stepLevel(
  value: number | null,
  step: 1 | -1,
  levels: readonly number[],
  line: Line | null,
): number | null {
  const allowed = levels.filter((level) => line === null || discountFault(level, line, levels) === null);
  if (allowed.length === 0) return value;
  if (value === null) return (step > 0 ? allowed[0] : allowed.at(-1)) ?? null;
  const next = step > 0 ? allowed.find((level) => level > value) : allowed.findLast((level) => level < value);
  return next ?? value;
}

function Footer({ selected, onComment }: { selected: number; onComment: (() => void) | null }): ReactNode {
  return (
    <footer>
      <span className="unbroken">
        <kbd>↵</kbd> enregistre et descend
      </span>
      {selected > 1 ? (
        <span className="unbroken">
          <kbd>Ctrl ↵</kbd> {`les ${formatQuantity(selected)} produits`}
        </span>
      ) : null}
      <span className="unbroken">
        <kbd>Échap</kbd> annule
      </span>
      {onComment ? (
        <button
          type="button"
          tabIndex={-1}
          className={`unbroken ${styles.commentOpener}`}
          onClick={onComment}
        >
          <kbd>Maj F2</kbd> commente
        </button>
      ) : null}
      <span className="spacer" />
      <span className="unbroken">
        <Icon name="lock" size={12} /> Un prix soldé ne remonte pas
      </span>
    </footer>
  );
}

/** The discount being typed, over its cell, with the ladder of what each level gives. */
export function DiscountEditor(props: DiscountEditorProps): ReactNode {
  const { anchor, scroller, levels, line, onCommit, onCancel } = props;
  const [text, setText] = useState(props.typed ?? (props.value === null ? '' : String(props.value)));
  const [error, setError] = useState<string | null>(null);
  const [place, setPlace] = useState<Place>(() => placeOf(anchor));
  const [comment, setComment] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const closed = useRef(false);
  const typedPrice = line ? parsePrice(text, props.catalog_currency) : null;
  const parsed = line && typedPrice !== null ? levelOfPrice(line, levels, typedPrice) : parseDiscount(text);
  const draft = parsed === undefined ? null : parsed;

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (props.typed === null) input.current?.select();
  }, [props.typed]);
  useEffect(() => {
    const follow = (): void => setPlace(placeOf(anchor));
    scroller?.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      scroller?.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [anchor, scroller]);

  const commit = (value: number | null | undefined, move: EditorCommit['move'], all = false): void => {
    if (value === undefined || (value !== null && !levels.includes(value))) {
      const fault =
        line && typedPrice !== null
          ? priceFault(line, levels, typedPrice, props.catalog_currency)
          : `« ${text.trim()} » n’est pas une démarque de ce projet : choisissez parmi ${levels.join(', ')}${line ? ', ou tapez un prix' : ''}.`;
      setError(french(fault));
      return;
    }
    closed.current = true;
    onCommit({ value, move, all, comment: comment?.trim() ?? '' });
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    event.stopPropagation();
    const moves: Partial<Record<string, EditorCommit['move']>> = {
      Enter: 'down',
      Tab: event.shiftKey ? 'left' : 'right',
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      commit(parsed, event.ctrlKey ? 'stay' : move, event.ctrlKey || event.metaKey);
    } else if (event.key === 'F2' && event.shiftKey && line) {
      event.preventDefault();
      setComment(comment ?? '');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      closed.current = true;
      onCancel(false);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const next = stepLevel(draft, event.key === 'ArrowUp' ? 1 : -1, levels, line);
      setText(next === null ? '' : String(next));
    }
  };
  /** Leaving the cell keeps what was typed when it is right, as a spreadsheet does. */
  const onLeave = (event: React.FocusEvent): void => {
    if (closed.current || box.current?.contains(event.relatedTarget)) return;
    const changed =
      parsed !== undefined && parsed !== props.value && (parsed === null || levels.includes(parsed));
    const away = event.relatedTarget !== null;
    if (changed && parsed !== null) commit(parsed, away ? 'away' : 'stay');
    else onCancel(away);
  };
  const onCommentKey = (event: React.KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Enter') {
      event.preventDefault();
      commit(parsed, 'down');
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      if (event.key === 'Escape') setComment(null);
      input.current?.focus();
    }
  };
  const pick = (level: number): void => commit(level, 'stay');
  const { cell, ladder } = place;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside take the keyboard; this sees the focus leave
    <div className={styles.editor} data-part="editor" ref={box} onBlur={onLeave}>
      <div
        className={styles.input}
        style={{ left: cell.left, top: cell.top - 1, width: cell.width, height: cell.height + 1 }}
      >
        <input
          ref={input}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          aria-label={`Démarque de ${props.title}`}
          aria-invalid={error !== null}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden="true">{typedPrice === null ? '%' : currencySymbol(props.catalog_currency)}</span>
      </div>
      <div className={styles.ladder} style={{ left: ladder.left, top: ladder.top, width: LADDER_WIDTH }}>
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
        {line ? <LineLadder {...props} line={line} draft={draft} onPick={pick} /> : null}
        {props.tried ? <GroupLadder {...props} tried={props.tried} draft={draft} onPick={pick} /> : null}
        {comment === null ? null : (
          <label className={styles.comment}>
            <Icon name="comment" size={14} />
            <input
              // biome-ignore lint/a11y/noAutofocus: it opens because the user asked to write in it
              autoFocus
              aria-label={`Commentaire sur ${props.title}`}
              placeholder={'Pourquoi ce choix\u202f? Toute l’équipe le lira'}
              maxLength={2000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              onKeyDown={onCommentKey}
            />
          </label>
        )}
        <Footer
          selected={props.selected}
          onComment={line && comment === null ? () => setComment('') : null}
        />
      </div>
    </div>,
    // Inside the page's main part, so that assistive technology finds it where the cell is.
    anchor.closest('main') ?? document.body,
  );
}
