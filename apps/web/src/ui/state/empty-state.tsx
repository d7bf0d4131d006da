import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './empty-state.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Renders the title as the page's h1. */
  isHeading?: boolean;
  /** Explains what will appear here and how. */
  text?: ReactNode;
  /** The most useful next step. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, isHeading = false, text, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <div className={css.tile}>
        <Icon size={24} strokeWidth={1.75} aria-hidden />
      </div>
      {isHeading ? (
        <h1 className={css.title} tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <p className={css.title}>{title}</p>
      )}
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
