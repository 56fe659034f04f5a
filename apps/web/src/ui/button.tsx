import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

/** primary: the one green action of a screen; dark: second commitment; plain: the rest; quiet: no border. */
export type ButtonTone = 'primary' | 'dark' | 'plain' | 'quiet';

const toneClass: Record<ButtonTone, string> = {
  primary: ' primary',
  dark: ' dark',
  plain: '',
  quiet: ' quiet',
};

interface Look {
  tone?: ButtonTone;
  small?: boolean;
  icon?: IconName;
  square?: boolean;
}

/** Class names of a button of this look, for elements that are not buttons (labels of file inputs, links). */
export function buttonClass({ tone = 'plain', small = false, square = false }: Look, extra = ''): string {
  return `button${toneClass[tone]}${small ? ' compact' : ''}${square ? ' square' : ''}${extra ? ` ${extra}` : ''}`;
}

export type ButtonProps = ComponentProps<'button'> & Look & { pressed?: boolean };

/** A button that says what it will do. `pressed` makes it a toggle. */
export function Button({ tone, small, square, icon, pressed, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={buttonClass({ tone, small, square }, className)}
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

export type LinkButtonProps = ComponentProps<typeof Link> & Look;

/** A link that looks like a button. */
export function LinkButton({ tone, small, square, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ tone, small, square }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
