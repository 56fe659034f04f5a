import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './marks.module.css';

/** Share done, drawn as a bar; the figure beside it says the same in words. */
export function ProgressBar({
  share,
  label,
  tone = 'good',
}: {
  /** Between 0 and 1; null while the end is unknown. */
  share: number | null;
  label: string;
  tone?: 'good' | 'neutral' | 'attention';
}) {
  const known = share === null ? undefined : Math.round(Math.max(0, Math.min(1, share)) * 100);
  return (
    <span
      className={classNames(
        styles.progress,
        tone !== 'good' && styles[tone],
        known === undefined && styles.unknown,
      )}
      data-kit="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known}
    >
      <i style={{ width: `${known ?? 30}%` }} />
    </span>
  );
}

export type ScoreGrade = 'A' | 'B' | 'C';

/** Coverage grade: a letter on its colour; the label, where the letter alone would not say what it grades. */
export function Score({ grade, label }: { grade: ScoreGrade; label?: string }) {
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : {};
  return (
    <span className={`${styles.score} ${styles[`grade${grade}`]}`} data-part="score" title={label} {...named}>
      {grade}
    </span>
  );
}

const avatarTints = [undefined, styles.tintPeach, styles.tintSky, styles.tintLilac] as const;

/** First letters of the first and last words of a name; at most two. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words[words.length - 1]?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase('fr-FR');
}

/** A person as initials on a tint that stays theirs. */
export function Avatar({ name, small }: { name: string; small?: boolean }) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      className={classNames(styles.avatar, small && styles.compact, avatarTints[sum % avatarTints.length])}
      data-kit="avatar"
      aria-hidden="true"
    >
      {initials(name)}
    </span>
  );
}

/** A grey line where a value will come; same size as the value, so nothing moves. */
export function Skeleton({ width = '100%', height = 10 }: { width?: number | string; height?: number }) {
  return (
    <span
      className={styles.skeleton}
      data-kit="skeleton"
      data-part="skeleton"
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

export interface BarPart {
  key: string;
  value: number;
  color: string;
  label: string;
}

/** Parts of a whole, side by side; `label` reads them all. */
export function PartsBar({
  parts,
  label,
  height = 6,
}: {
  parts: readonly BarPart[];
  label: string;
  height?: number;
}) {
  return (
    <span
      className={styles.parts}
      data-kit="parts"
      data-part="parts"
      role="img"
      aria-label={label}
      style={{ height }}
    >
      {parts.map((part) =>
        part.value > 0 ? (
          <i
            key={part.key}
            title={part.label}
            style={{ flex: part.value, background: part.color } as CSSProperties}
          />
        ) : null,
      )}
    </span>
  );
}
