import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Labelled {
  label: string;
  /** The label is only read by screen readers (the placeholder or the place says it to the eye). */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string;
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
    <div className="field-frame">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : 'field-label'}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
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
      <span className={`field${error ? ' invalid' : ''}${className ? ` ${className}` : ''}`}>
        {icon && <Icon name={icon} />}
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {suffix && <span className="muted">{suffix}</span>}
      </span>
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
      <span className={`field select${small ? ' compact' : ''}${error ? ' invalid' : ''}`}>
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
      </span>
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
    <label className="checkbox">
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
