import { FieldBox } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './level-bar.module.css';

interface LevelSelectProps {
  label: string;
  /** What no level means. */
  none: string;
  levels: readonly number[];
  value: number | null;
  onChange: (level: number | null) => void;
}

/** One of the project's discounts, or none. One that the project no longer offers stays until another is chosen. */
export function LevelSelect({ label, none, levels, value, onChange }: LevelSelectProps) {
  const offered = value === null || levels.includes(value) ? levels : [...levels, value];
  return (
    <FieldBox select small className={styles.select}>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{none}</option>
        {offered.map((level) => (
          <option key={level} value={level}>{`${level}\u202f%`}</option>
        ))}
      </select>
      <Icon name="chevron-down" size={12} />
    </FieldBox>
  );
}
