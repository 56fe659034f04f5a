import { Popover } from '@base-ui/react/popover';
import { addDays, formatDate, parseDay, readFrenchDay } from '@palier/domain';
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import styles from './date-field.module.css';
import field from './field.module.css';
import { FieldBox, FieldError } from './field.tsx';
import { Icon } from './icon.tsx';
import menu from './menu.module.css';

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

export interface DateFieldProps {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  /** The day, or an empty text while what is typed is not one. */
  onChange: (day: string) => void;
  error?: string;
  /** First and last day allowed, YYYY-MM-DD; another is passed on all the same, with an error. */
  min?: string;
  max?: string;
}

/** A full date of the usual length: before, « 07/01/20 » may be on its way to 2026. */
const WHOLE = /^\d{1,2}[/.\- ]\d{1,2}[/.\- ]\d{4}$|^\d{8}$/;

/**
 * A day, typed day first (jj/mm/aaaa) whatever the browser's language, or picked in a calendar.
 * The up and down arrows change the day, Alt and the down arrow open the calendar.
 */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, min, max } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const { text, type, settle, pick } = useTypedDay(value, onChange);
  const error = props.error ?? faultOf(text, value, min, max);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (event.altKey) setOpen(event.key === 'ArrowDown');
    else if (value) pick(addDays(value, event.key === 'ArrowUp' ? 1 : -1));
  };
  return (
    <div className={field.frame} data-kit="field-frame">
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <FieldBox invalid={Boolean(error)}>
          <input
            ref={input}
            id={id}
            inputMode="numeric"
            autoComplete="off"
            placeholder="jj/mm/aaaa"
            value={text}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => type(event.target.value)}
            onBlur={settle}
            onKeyDown={onKeyDown}
          />
          <Popover.Trigger className={styles.opener} aria-label={`${label} : ouvrir le calendrier`}>
            <Icon name="calendar" />
          </Popover.Trigger>
        </FieldBox>
        <Popover.Portal>
          <Popover.Positioner className={menu.layer} align="end" sideOffset={8} collisionPadding={8}>
            <Popover.Popup
              className={`${menu.menu} ${styles.calendar}`}
              aria-label={label}
              finalFocus={input}
              initialFocus={false}
            >
              <Suspense fallback={null}>
                <Calendar
                  value={value}
                  min={min}
                  max={max}
                  onPick={(day) => {
                    pick(day);
                    setOpen(false);
                  }}
                />
              </Suspense>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** What is typed beside the day it means: the text stays as the user writes it until the field is left. */
function useTypedDay(value: string, onChange: (day: string) => void) {
  const [typed, setTyped] = useState({ text: textOf(value), day: value });
  // The day changed elsewhere (another field, a reset): it is written anew.
  const text = typed.day === value ? typed.text : textOf(value);
  const pass = (next: string, day: string) => {
    setTyped({ text: next, day });
    if (day !== value) onChange(day);
  };
  return {
    text,
    type: (next: string) => pass(next, WHOLE.test(next.trim()) ? (readFrenchDay(next) ?? '') : ''),
    settle: () => {
      const day = readFrenchDay(text);
      if (day) pass(textOf(day), day);
    },
    pick: (day: string) => pass(textOf(day), day),
  };
}

function textOf(day: string): string {
  return parseDay(day) ? formatDate(day) : '';
}

function faultOf(text: string, value: string, min?: string, max?: string): string | undefined {
  if (!value && text.trim().length >= 10) return 'Ce jour n’existe pas. Écrivez par exemple 07/01/2026.';
  if (value && min && value < min) return `Pas avant le ${formatDate(min)}.`;
  if (value && max && value > max) return `Pas après le ${formatDate(max)}.`;
  return undefined;
}
