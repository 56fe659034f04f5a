import styles from './switch.module.css';

interface SwitchProps {
  /** What is on or off, for screen readers. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  title?: string | undefined;
}

/** On or off, at once. */
export function Switch({ label, checked, onChange, disabled, title }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      title={title}
      disabled={disabled}
      className={styles.track}
      data-kit="switch"
      onClick={(event) => {
        event.stopPropagation();
        onChange(!checked);
      }}
    >
      <i />
    </button>
  );
}
