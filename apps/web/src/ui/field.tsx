import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon, type IconName } from './icon.tsx';

interface Labelled {
  label: string;
  /** The label is only read by screen readers (the placeholder or the place says it to the eye). */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string;
}

/** The box around an input, for fields that have their label elsewhere. */
export function FieldBox({
  select,
  small,
  invalid,
  className,
  children,
}: {
  select?: boolean;
  small?: boolean;
  invalid?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        styles.field,
        select && styles.select,
        small && styles.compact,
        invalid && styles.invalid,
        className,
      )}
      data-kit="field"
    >
      {children}
    </span>
  );
}

/** The name of a choice that is not one input. */
export function FieldLabel({ children }: { children: ReactNode }) {
  return <span className={styles.label}>{children}</span>;
}

/** Choices under one name. */
export function FieldGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames(styles.frame, className)} data-kit="field-frame">
      <FieldLabel>{label}</FieldLabel>
      {children}
    </div>
  );
}

/** What is wrong, in a sentence; `role` alert when it comes without a gesture in the field. */
export function FieldError({ children, ...rest }: { id?: string; role?: 'alert'; children: ReactNode }) {
  return (
    <p {...rest} className={styles.error}>
      {children}
    </p>
  );
}

function FieldFrame({
  id,
  label,
  hideLabel,
  hint,
  error,
  children,
}: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className={styles.frame} data-kit="field-frame">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange'> &
  Labelled & { icon?: IconName; suffix?: string; onChange?: (value: string) => void };

/** A one-line text, number or date field with its label, hint and error. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  icon,
  suffix,
  onChange,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <FieldBox invalid={Boolean(error)} className={className}>
        {icon && <Icon name={icon} />}
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {suffix && <span className="muted">{suffix}</span>}
      </FieldBox>
    </FieldFrame>
  );
}

export type SelectFieldProps<Value extends string> = Labelled & {
  value: Value;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  small?: boolean;
};

/** A choice in a list: the system's own list, which every keyboard and screen reader knows. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const id = useId();
  const { label, hideLabel, hint, error, value, options, onChange, disabled, small } = props;
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <FieldBox select small={small} invalid={Boolean(error)}>
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={12} />
      </FieldBox>
    </FieldFrame>
  );
}

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A yes or no with its sentence. */
export function Checkbox({ label, checked, onChange, disabled }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
