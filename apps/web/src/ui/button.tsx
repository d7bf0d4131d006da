import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import css from './button.module.css';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** A 16 px icon before the label. */
  icon?: ReactNode;
  /** Takes the full width of its container. */
  wide?: boolean;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Keeps the label and the width, and ignores further clicks. */
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
      // Not `disabled`, so that the button keeps the focus while loading.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? <span className={css.spinner} data-instead-of-icon={icon ? true : undefined} aria-hidden /> : icon}
      {children}
    </button>
  );
}

/** A link styled as a button. */
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
  /** Accessible name and tooltip. */
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
