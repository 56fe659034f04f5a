import { classNames } from './class-names.ts';
import styles from './icon.module.css';
import { type IconName, iconPaths } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

export interface IconProps {
  name: IconName;
  /** Side in pixels; 16 when left out. */
  size?: number;
  className?: string;
}

/** A line drawing in the colour of the text; decorative, so the text or label beside it carries the meaning. */
export function Icon({ name, size = 16, className }: IconProps) {
  return (
    <svg
      className={classNames(styles.icon, className)}
      data-kit="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}

/** The stairs of Palier's mark. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="M1 3h6v5h6v5h6v4" fill="none" stroke="var(--green-500)" strokeWidth="2.6" />
    </svg>
  );
}
