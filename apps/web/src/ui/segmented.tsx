import { useRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './segmented.module.css';
import { useRovingFocus } from './use-roving-focus.ts';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  icon?: IconName;
  count?: string;
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string;
}

export interface SegmentedProps<Value extends string> {
  /** Name of the choice for screen readers. */
  label: string;
  value: Value;
  options: readonly SegmentedOption<Value>[];
  onChange: (value: Value) => void;
  small?: boolean;
}

/** A choice of one among a few, all visible; one stop of Tab, the arrows go through it. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  small,
}: SegmentedProps<Value>) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const roving = useRovingFocus(bar);
  return (
    <fieldset
      ref={bar}
      {...roving}
      className={classNames(styles.segmented, small && styles.compact)}
      data-kit="segmented"
      aria-label={label}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={option.disabled}
          title={option.title}
          onClick={() => onChange(option.value)}
        >
          {option.icon && <Icon name={option.icon} />}
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
