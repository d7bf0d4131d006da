import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import css from './button.module.css';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** A 16 px icon before the label. */
  icon?: ReactNode;
  /** Takes the whole width of its container. */
  wide?: boolean;
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Work is under way: the label and the width stay, further presses do nothing. */
  loading?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  wide,
  loading = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={css.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      // Not `disabled`: the focus must stay on the button while it works.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? <span className={css.spinner} data-instead-of-icon={icon ? true : undefined} aria-hidden /> : icon}
      {children}
    </button>
  );
}

/** What looks like a button and leads somewhere. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  wide,
  children,
  ...rest
}: ButtonLook & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={css.button} data-variant={variant} data-size={size} data-wide={wide || undefined}>
      {icon}
      {children}
    </Link>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** What the button does: its name for everyone who does not see the icon, and its tooltip. */
  label: string;
}

export function IconButton({ label, type = 'button', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={className ? `${css.iconButton} ${className}` : css.iconButton}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  );
}
