import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** primary: the one green action of a screen; dark: second commitment; danger: what loses, done on purpose; plain: the rest; quiet: no border. */
export type ButtonTone = 'primary' | 'dark' | 'danger' | 'plain' | 'quiet';

export interface ButtonLook {
  tone?: ButtonTone;
  small?: boolean;
  icon?: IconName;
  square?: boolean;
}

/** What makes any element a button to the eye: its classes, and its name for the sheets of places it stands in. */
export function buttonLook({ tone = 'plain', small, square }: ButtonLook, extra?: string) {
  return {
    className: classNames(
      styles.button,
      tone !== 'plain' && styles[tone],
      small && styles.compact,
      square && styles.square,
      extra,
    ),
    'data-kit': 'button',
  } as const;
}

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { pressed?: boolean };

/** A button that says what it will do. `pressed` makes it a toggle. */
export function Button({ tone, small, square, icon, pressed, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      {...buttonLook({ tone, small, square }, className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'square'> & { icon: IconName; label: string };

/** A square button with a drawing; `label` is its name for screen readers and its tooltip. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button square aria-label={label} title={label} {...rest} />;
}

export type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook;

/** A link that looks like a button. */
export function LinkButton({ tone, small, square, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} {...buttonLook({ tone, small, square }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
