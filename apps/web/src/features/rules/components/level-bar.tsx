import type { RuleDiscount } from '@palier/domain';
import { classNames } from '../../../ui/class-names.ts';
import styles from './level-bar.module.css';

interface LevelBarProps {
  levels: readonly number[];
  discount: RuleDiscount | null;
  /** Chooses one of them; left out: the bar only shows what is allowed. */
  onPick?: (level: number) => void;
}

function isIn(level: number, discount: RuleDiscount | null): boolean {
  if (discount === null) return false;
  if (typeof discount === 'number') return level === discount;
  return level >= (discount.min ?? 0) && level <= (discount.max ?? 100);
}

/** The project's discounts side by side, those that the rule gives or allows filled in. */
export function LevelBar({ levels, discount, onPick }: LevelBarProps) {
  const cell = (level: number) => classNames(styles.level, isIn(level, discount) && styles.allowed);
  if (!onPick)
    return (
      <span className={styles.scale} aria-hidden="true">
        {levels.map((level) => (
          <span key={level} className={cell(level)}>
            {level}
          </span>
        ))}
      </span>
    );
  return (
    <fieldset className={styles.scale} aria-label="Démarque donnée">
      {levels.map((level) => (
        <button
          key={level}
          type="button"
          className={cell(level)}
          aria-pressed={isIn(level, discount)}
          aria-label={`${level}\u202f%`}
          onClick={() => onPick(level)}
        >
          {level}
        </button>
      ))}
    </fieldset>
  );
}
